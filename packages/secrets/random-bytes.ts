/** Random bytes for ids, drawn many at a time: each request makes an id, and a call of the random source takes long. */

const DRAWN_BYTES = 1_024;

let drawn = new Uint8Array(0);
let used = 0;

/** Returns bytes of the cryptographic random source, each of them once. @param size at most 1,024 */
export function randomBytes(size: number): Uint8Array {
  if (used + size > drawn.length) {
    drawn = crypto.getRandomValues(new Uint8Array(DRAWN_BYTES));
    used = 0;
  }
  used += size;
  return drawn.subarray(used - size, used);
}
