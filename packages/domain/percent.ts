/** The value of a hexadecimal digit by its character code; -1 for any other byte. */
function hexValue(code: number): number {
  if (code <= 0x39) return code - 0x30;
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

/**
 * Removes percent-escapes until none is left; null where a character is no byte. Escapes never overlap, so one pass
 * over a stack gives what repeated passes give. Each removal takes two bytes away, so the time is linear even for
 * `%252525…`.
 */
export function unescapedFully(text: string): string | null {
  const stack = new Uint8Array(text.length);
  let height = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code > 0xff) return null;
    stack[height++] = code;
    // No escape is ever left on the stack, so only its last three bytes can form a new one.
    while (height >= 3 && stack[height - 3] === 0x25) {
      const high = hexValue(stack[height - 2] ?? 0);
      const low = hexValue(stack[height - 1] ?? 0);
      if (high < 0 || low < 0) break;
      height -= 2;
      stack[height - 1] = high * 16 + low;
    }
  }
  return fromBytes(stack.subarray(0, height));
}

/**
 * The canonical text of each byte. Bytes up to 0x20, bytes from 0x7f, `#` and `%` are escaped, with upper-case digits.
 */
const CANONICAL_TEXT: readonly string[] = Array.from({ length: 256 }, (_, byte) => {
  const sign = String.fromCharCode(byte);
  const isPlain = byte > 0x20 && byte < 0x7f && sign !== '#' && sign !== '%';
  return isPlain ? sign : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
});

/** Escapes each byte of a byte string once. */
export function escapedOnce(bytes: string): string {
  let text = '';
  for (let at = 0; at < bytes.length; at++) text += CANONICAL_TEXT[bytes.charCodeAt(at)];
  return text;
}

/** Makes a text of bytes. It works in slices, because a call takes a limited number of arguments. */
function fromBytes(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 4096) text += String.fromCharCode(...bytes.subarray(at, at + 4096));
  return text;
}
