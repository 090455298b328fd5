/**
 * Peppers: secrets of the operator that stand in no store. What is made with one names it by a short public id, so that
 * another may take its place while the former stays valid for what names it (docs/adr/0026).
 */
import { digestOf } from './digest';

/** `current` makes what is new. `previous` is still valid for what was made with it; null: there is none. */
export type Peppers = { readonly current: string; readonly previous: string | null };

const MIN_LENGTH = 32;

/**
 * The peppers of an environment, whose empty variables are missing ones.
 * @throws Error that says what to do, and no value
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

/** Characters of an id. */
export const PEPPER_ID_LENGTH = 8;

/**
 * A pepper's public id: 48 bits of a hash, as base64url. Whoever sees it could try peppers against it, as against any
 * sealed text; of 32 random characters none is found.
 */
export const pepperIdOf = async (pepper: string): Promise<string> =>
  (await digestOf(`pepper id\n${pepper}`)).slice(0, PEPPER_ID_LENGTH);

/** The pepper that is named; null where it is neither of ours. */
export async function pepperNamed(id: string, { current, previous }: Peppers): Promise<string | null> {
  if ((await pepperIdOf(current)) === id) return current;
  return previous !== null && (await pepperIdOf(previous)) === id ? previous : null;
}

/** Both, for what 0.10.0 made, which names none: the current one first. */
export const everyPepper = ({ current, previous }: Peppers): string[] =>
  previous === null ? [current] : [current, previous];
