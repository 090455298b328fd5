/** Tokens of sessions, sign-in links and challenges. They are random texts, of which only the digest is stored. */
import { base64url, digestOf } from '#secrets/digest';

const TOKEN_BYTES = 32;

export type MintedToken = {
  /** 43 characters of base64url. They are issued once, and never stored. */
  readonly text: string;
  readonly digest: string;
};

/** Whether a text has the pattern of a token. Any other text needs no lookup. */
export const isToken = (text: string): boolean => /^[\w-]{43}$/.test(text);

/**
 * Makes a token.
 * @param seed a secret that the token is derived from; without it the token is random
 */
export async function mintToken(seed?: string): Promise<MintedToken> {
  const text =
    seed === undefined
      ? base64url(crypto.getRandomValues(new Uint8Array(TOKEN_BYTES)))
      : await digestOf(`token\n${seed}`);
  return { text, digest: await digestOf(text) };
}
