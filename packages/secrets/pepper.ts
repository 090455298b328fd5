/**
 * Peppers: secrets of the operator that no store holds. A text made with a pepper has the short public id of that
 * pepper. So the operator can change the pepper while the former one stays valid (docs/design/keys-and-metering.md).
 */
import { digestOf } from './digest';

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
export const pepperIdOf = async (pepper: string): Promise<string> =>
  (await digestOf(`pepper id\n${pepper}`)).slice(0, PEPPER_ID_LENGTH);

/** The pepper with this id; null where neither has it. */
export async function pepperNamed(id: string, { current, previous }: Peppers): Promise<string | null> {
  if ((await pepperIdOf(current)) === id) return current;
  return previous !== null && (await pepperIdOf(previous)) === id ? previous : null;
}

/** Both peppers, the current one first. A hash has no id of its pepper, so it is compared under each of them. */
export const allPeppers = ({ current, previous }: Peppers): string[] =>
  previous === null ? [current] : [current, previous];
