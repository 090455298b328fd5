/**
 * Peppers: secrets of the operator that no store holds. A text made with a pepper, such as a sealed one, has the short
 * public id of that pepper. So the operator can change the pepper while the former one stays valid
 * (docs/design/keys-and-metering.md).
 */
import { fromBase64url, hashText, toBase64url } from './digest';

/** `current` makes new texts. `previous` is still valid for texts that it made; null where there is none. */
export type Peppers = { readonly current: string; readonly previous: string | null };

const MIN_LENGTH = 32;

/**
 * Reads the peppers of an environment. An empty variable counts as missing.
 * @throws Error that says what to do, and has no pepper in its message
 */
export function readPeppers(env: { readonly PEPPER?: string; readonly PEPPER_PREVIOUS?: string }): Peppers {
  const [current, previous] = [env.PEPPER ?? '', env.PEPPER_PREVIOUS || null];
  if (current.length < MIN_LENGTH) {
    throw new Error(
      `Configuration: PEPPER is missing or shorter than ${MIN_LENGTH} characters. Set the same one for both workers: npx wrangler secret put PEPPER -c wrangler.redirect.toml, and -c wrangler.api.toml`,
    );
  }
  if (previous !== null && previous.length < MIN_LENGTH) {
    throw new Error(`Configuration: PEPPER_PREVIOUS is shorter than ${MIN_LENGTH} characters: it is the former PEPPER`);
  }
  return { current, previous };
}

/** The length of an id, in characters. */
export const PEPPER_ID_LENGTH = 8;

/**
 * The public id of a pepper: 48 bits of a hash, as base64url. An attacker can try peppers against the id, as against
 * any sealed text, but cannot find a pepper of 32 random characters.
 */
export const computePepperId = async (pepper: string): Promise<string> =>
  (await hashText(`pepper id\n${pepper}`)).slice(0, PEPPER_ID_LENGTH);

/** The pepper with this id; null where neither has it. */
export async function findPepper(id: string, { current, previous }: Peppers): Promise<string | null> {
  if ((await computePepperId(current)) === id) return current;
  return previous !== null && (await computePepperId(previous)) === id ? previous : null;
}

/** Both peppers, the current one first. A hash has no id of its pepper, so it is compared under each of them. */
export const listPeppers = ({ current, previous }: Peppers): string[] =>
  previous === null ? [current] : [current, previous];

const IV_BYTES = 12;

const encoder = new TextEncoder();

/**
 * Seals a text with AES-256-GCM (NIST SP 800-38D), so that its holder can neither read nor alter it. The result is
 * base64url: the id of the pepper from which the key is made, then the sealed bytes.
 * @param context the purpose of the text: it opens with the same context only
 */
export async function sealText(text: string, { current }: Peppers, context: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const sealed = await crypto.subtle.encrypt(
    makeParameters(iv, context),
    await importKey(current),
    encoder.encode(text),
  );
  return (await computePepperId(current)) + toBase64url(Uint8Array.of(...iv, ...new Uint8Array(sealed)));
}

/** Opens a sealed text; null for a text that `sealText` did not make, even if only one character differs. */
export async function openText(text: string, peppers: Peppers, context: string): Promise<string | null> {
  const pepper = await findPepper(text.slice(0, PEPPER_ID_LENGTH), peppers);
  return pepper === null ? null : openSealed(text.slice(PEPPER_ID_LENGTH), pepper, context);
}

async function openSealed(sealed: string, pepper: string, context: string): Promise<string | null> {
  try {
    const bytes = fromBase64url(sealed);
    // Base64 has spare bits at its end, and `atob` ignores spaces, so several texts decode to the same bytes.
    if (toBase64url(bytes) !== sealed) return null;
    const parts = [bytes.slice(0, IV_BYTES), bytes.slice(IV_BYTES)] as const;
    const text = await crypto.subtle.decrypt(makeParameters(parts[0], context), await importKey(pepper), parts[1]);
    return new TextDecoder().decode(text);
  } catch {
    return null;
  }
}

const makeParameters = (iv: Uint8Array<ArrayBuffer>, context: string) => ({
  name: 'AES-GCM',
  iv,
  additionalData: encoder.encode(context),
});

async function importKey(pepper: string): Promise<CryptoKey> {
  const bytes = await crypto.subtle.digest('SHA-256', encoder.encode(`sealed text\n${pepper}`));
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);
}
