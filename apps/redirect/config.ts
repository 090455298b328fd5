/** The only reader of variables. By hand, because the visitor's path carries no schema library. */
import type { Env } from './env';

export type Config = {
  readonly requireHttps: boolean;
  /** Where the bare host leads; undefined: nowhere. */
  readonly fallbackUrl: string | undefined;
  /** As it stands; the pages read it, for a visit that is redirected needs it not. */
  readonly contact: string | undefined;
};

export const configOf = (env: Env): Config => ({
  // Anything but "off" is on: a mistyped variable must not open plain http.
  requireHttps: env.REQUIRE_HTTPS !== 'off',
  fallbackUrl: env.FALLBACK_URL || undefined,
  contact: env.CONTACT,
});

/** The pepper of password hashes, a secret. @throws Error naming the variable, when it is missing */
export function pepperOf({ PEPPER }: Env): string {
  if (!PEPPER) throw new Error('Configuration: PEPPER is missing');
  return PEPPER;
}
