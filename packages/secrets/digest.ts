/** SHA-256, base64url and the bytes of texts. */
const encoder = new TextEncoder();

/** The number of a text's UTF-8 bytes. */
export const countBytes = (text: string): number => encoder.encode(text).byteLength;

/** Bytes as base64url without padding (RFC 4648, section 5). */
export const toBase64url = (bytes: ArrayBuffer | Uint8Array<ArrayBuffer>): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** The bytes of a base64url text. @throws for any other text */
export const fromBase64url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (byte) => byte.charCodeAt(0));

/** SHA-256 of a text's UTF-8 bytes, 43 characters of base64url. */
export async function hashText(text: string): Promise<string> {
  return toBase64url(await crypto.subtle.digest('SHA-256', encoder.encode(text)));
}
