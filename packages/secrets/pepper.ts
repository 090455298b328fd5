/** Peppers: secrets of the operator that stand in no store (docs/adr/0026). */

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
