/** The only reader of variables. By hand, because the visitor's path carries no schema library. */
import type { Env } from './env';

export type Config = { readonly requireHttps: boolean; readonly contact: string | undefined };

/** https: anything but "off" is on, because a mistyped variable must not open plain http. */
export const configOf = (env: Env): Config => ({ requireHttps: env.REQUIRE_HTTPS !== 'off', contact: env.CONTACT });
