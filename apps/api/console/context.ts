/** What travels with a request through the console. */
import type { Context } from 'hono';
import { createFactory } from 'hono/factory';
import type { Account } from '#api/accounts/accounts';
import type { Config } from '#api/platform/config';
import type { Env } from '#api/platform/env';

export type ConsoleEnv = {
  Bindings: Env;
  Variables: {
    /** The moment the request came in, epoch milliseconds. */
    now: number;
    config: Config;
    requestId: string;
    /** The one-time token of the page that is shown (forms/token.ts). */
    formToken: string | undefined;
    /** Set by the door, once somebody is signed in. */
    account: Account;
    /** Id of the session of this browser. Set together with the account. */
    sessionId: string;
  };
};

export type ConsoleContext = Context<ConsoleEnv>;

export const { createHandlers, createMiddleware } = createFactory<ConsoleEnv>();

/** The console's own origin. Nothing of the console runs without one. */
export function originOf(c: ConsoleContext): string {
  const { consoleOrigin } = c.get('config');
  if (consoleOrigin === undefined) throw new Error('Configuration: CONSOLE_ORIGIN is missing');
  return consoleOrigin;
}
