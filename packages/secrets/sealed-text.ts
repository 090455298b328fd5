/** Texts that we hand out and want back: nobody else reads or alters them. AES-256-GCM (NIST SP 800-38D). */
import { base64url, fromBase64url } from './digest';

const IV_BYTES = 12;

const encoder = new TextEncoder();

/**
 * Seals a text, as base64url.
 * @param secret what the key is made of; an empty one hides nothing
 * @param context what the text is for: it opens under the same context only
 */
export async function sealText(text: string, secret: string, context: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const sealed = await crypto.subtle.encrypt(parameters(iv, context), await keyOf(secret), encoder.encode(text));
  return base64url(Uint8Array.of(...iv, ...new Uint8Array(sealed)));
}

/** The text that was sealed; null for anything but what `sealText` made of it, to the last character. */
export async function openText(sealed: string, secret: string, context: string): Promise<string | null> {
  try {
    const bytes = fromBase64url(sealed);
    // Base64 has spare bits at its end, and `atob` passes over spaces.
    if (base64url(bytes) !== sealed) return null;
    const parts = [bytes.slice(0, IV_BYTES), bytes.slice(IV_BYTES)] as const;
    const text = await crypto.subtle.decrypt(parameters(parts[0], context), await keyOf(secret), parts[1]);
    return new TextDecoder().decode(text);
  } catch {
    return null;
  }
}

const parameters = (iv: Uint8Array<ArrayBuffer>, context: string) => ({
  name: 'AES-GCM',
  iv,
  additionalData: encoder.encode(context),
});

async function keyOf(secret: string): Promise<CryptoKey> {
  const bytes = await crypto.subtle.digest('SHA-256', encoder.encode(`sealed text\n${secret}`));
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);
}
