/** The context of a request to the console: its bindings, and the variables that middleware sets. */
import type { Context } from 'hono';
import { createFactory } from 'hono/factory';
import type { Account } from '#api/accounts/accounts';
import type { ScheduledDeletion } from '#api/links/scheduled-deletions';
import type { Tag } from '#api/links/tags';
import type { Config } from '#api/platform/config';
import type { Env } from '#api/platform/env';

export type ConsoleEnv = {
  Bindings: Env;
  Variables: {
    /** The time when the request arrived, epoch milliseconds. */
    now: number;
    config: Config;
    requestId: string;
    /** The one-time token for the forms of the response (forms/token.ts). Undefined until pageToken generates it. */
    formToken: string | undefined;
    /** The signed-in account. middleware/signed-in.ts sets it; pages that need no session do not have it. */
    account: Account;
    /** The id of this browser's session. middleware/signed-in.ts sets it together with the account. */
    sessionId: string;
    /** When the operator last answered a request for a plan, epoch milliseconds. Set together with the account. */
    answeredAt: number | null;
    /** The deletions of links that can still be undone. middleware/carry-out-scheduled.ts sets it, for pages of links. */
    scheduled: readonly ScheduledDeletion[];
    /** The tags of the account, where the handler of a form has read them for the page that shows it again. */
    tags: readonly Tag[] | undefined;
  };
};

export type ConsoleContext = Context<ConsoleEnv>;

export const { createHandlers, createMiddleware } = createFactory<ConsoleEnv>();

/** The console's own origin. @throws Error without CONSOLE_ORIGIN, which console-pages.ts has checked before */
export function originOf(c: ConsoleContext): string {
  const { consoleOrigin } = c.get('config');
  if (consoleOrigin === undefined) throw new Error('Configuration: CONSOLE_ORIGIN is missing');
  return consoleOrigin;
}
