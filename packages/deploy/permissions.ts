/** What a token must be permitted, and how that is seen before anything is made. */
import { Failure } from './failure';
import type { Who } from './wrangler/shapes';

/** As the page for API tokens calls them (developers.cloudflare.com/fundamentals/api/reference/permissions), and as scopes of `wrangler login`. */
export const PERMISSIONS: readonly { readonly name: string; readonly scope: string; readonly for: string }[] = [
  { name: 'Account: Account Settings: Read', scope: 'account:read', for: 'to tell accounts apart' },
  { name: 'Account: Workers KV Storage: Edit', scope: 'workers_kv:write', for: 'KV' },
  { name: 'Account: D1: Edit', scope: 'd1:write', for: 'D1 and its migrations' },
  { name: 'Account: Workers Scripts: Edit', scope: 'workers_scripts:write', for: 'both workers and their secrets' },
  { name: 'Zone: Workers Routes: Edit', scope: 'workers_routes:write', for: 'hosts of your own' },
  { name: 'Zone: Zone: Read', scope: 'zone:read', for: 'hosts of your own' },
];

/** A login tells its scopes. Of an API token nobody can ask: the looks of the plan try whether it may read. @throws Failure */
export function checkScopes({ authType, tokenPermissions = [] }: Who): void {
  if (authType !== 'OAuth Token' || tokenPermissions.length === 0) return;
  const missing = PERMISSIONS.filter(({ scope }) => !tokenPermissions.includes(scope)).map(({ scope }) => scope);
  if (missing.length > 0)
    throw new Failure(`This login lacks ${missing.join(', ')}: run npx wrangler login again, and allow them.`);
}

/** Codes of refused authentication: 10000 of the API, 9109 and 9106 of tokens. */
const REFUSED = [10_000, 9_109, 9_106];

/** The line for a token that may not do something. */
export function explained(error: unknown, permission: string | undefined): unknown {
  const { code, message } = error as { code?: number; message?: string };
  if (permission === undefined || code === undefined || !REFUSED.includes(code)) return error;
  return new Failure(`The token may not do this; it needs "${permission}". (${message})`);
}
