/** Tokens: what a cookie, a sign-in link or a challenge holds, and of which only the digest is stored. */
import { base64url, digestOf } from '#secrets/digest';

const TOKEN_BYTES = 32;

export type MintedToken = {
  /** 43 characters of base64url: handed out once, never stored. */
  readonly text: string;
  readonly digest: string;
};

/** Whether a text has the form of a token: what has another is known to nobody. */
export const isToken = (text: string): boolean => /^[\w-]{43}$/.test(text);

/** @param seed what the token follows from, as hard to guess as it is to be; drawn without one */
export async function mintToken(seed?: string): Promise<MintedToken> {
  const text =
    seed === undefined
      ? base64url(crypto.getRandomValues(new Uint8Array(TOKEN_BYTES)))
      : await digestOf(`token\n${seed}`);
  return { text, digest: await digestOf(text) };
}
