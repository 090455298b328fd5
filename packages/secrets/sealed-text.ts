/** Sealed texts, which clients hold and send back but can neither read nor alter. AES-256-GCM (NIST SP 800-38D). */
import { base64url, fromBase64url } from './digest';
import { PEPPER_ID_LENGTH, type Peppers, pepperIdOf, pepperNamed } from './pepper';

const IV_BYTES = 12;

const encoder = new TextEncoder();

/**
 * Seals a text. The result is base64url: the id of the pepper from which the key is made, then the sealed bytes.
 * @param context the purpose of the text: it opens with the same context only
 */
export async function sealText(text: string, { current }: Peppers, context: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const sealed = await crypto.subtle.encrypt(parameters(iv, context), await keyOf(current), encoder.encode(text));
  return (await pepperIdOf(current)) + base64url(Uint8Array.of(...iv, ...new Uint8Array(sealed)));
}

/** Opens a sealed text; null for a text that `sealText` did not make, even if only one character differs. */
export async function openText(text: string, peppers: Peppers, context: string): Promise<string | null> {
  const pepper = await pepperNamed(text.slice(0, PEPPER_ID_LENGTH), peppers);
  return pepper === null ? null : open(text.slice(PEPPER_ID_LENGTH), pepper, context);
}

async function open(sealed: string, pepper: string, context: string): Promise<string | null> {
  try {
    const bytes = fromBase64url(sealed);
    // Base64 has spare bits at its end, and `atob` ignores spaces, so several texts decode to the same bytes.
    if (base64url(bytes) !== sealed) return null;
    const parts = [bytes.slice(0, IV_BYTES), bytes.slice(IV_BYTES)] as const;
    const text = await crypto.subtle.decrypt(parameters(parts[0], context), await keyOf(pepper), parts[1]);
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

async function keyOf(pepper: string): Promise<CryptoKey> {
  const bytes = await crypto.subtle.digest('SHA-256', encoder.encode(`sealed text\n${pepper}`));
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);
}
