/**
 * Reads what nobody has read of a request's body. workerd itself reads 64 KiB of it after a response, and then closes
 * the connection: a client that is still sending loses the response, or its next request (RFC 9112, section 9.6).
 */

const MAX_BYTES = 8 * 1024 * 1024;
const MAX_MS = 2_000;

/** Reads at most 8 MiB, and for at most two seconds. A body of which a worker has read a part is left to workerd. */
export async function drainBody({ body, bodyUsed }: Request): Promise<void> {
  if (body === null || bodyUsed || body.locked) return;
  const reader = body.getReader();
  const isLate = scheduler.wait(MAX_MS).then(() => undefined);
  try {
    for (let bytes = 0; bytes <= MAX_BYTES; ) {
      const piece = await Promise.race([reader.read(), isLate]);
      if (piece === undefined || piece.done) return;
      bytes += piece.value.byteLength;
    }
  } catch {
    // The client has gone, or the body is not framed as HTTP has it.
  }
}
