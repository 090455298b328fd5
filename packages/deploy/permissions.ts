/** The permissions that a token needs, and how a missing one is found before anything is created. */
import { Failure } from '#machine/failure';
import type { Login } from './wrangler/shapes';

/**
 * Each permission has its name on the page for API tokens
 * (developers.cloudflare.com/fundamentals/api/reference/permissions), and its scope of `wrangler login`.
 */
export const PERMISSIONS: readonly { readonly name: string; readonly scope: string; readonly for: string }[] = [
  { name: 'Account: Account Settings: Read', scope: 'account:read', for: 'to tell accounts apart' },
  { name: 'Account: Workers KV Storage: Edit', scope: 'workers_kv:write', for: 'KV' },
  { name: 'Account: D1: Edit', scope: 'd1:write', for: 'D1 and its migrations' },
  { name: 'Account: Workers Scripts: Edit', scope: 'workers_scripts:write', for: 'both workers and their secrets' },
  { name: 'Zone: Workers Routes: Edit', scope: 'workers_routes:write', for: 'hosts of your own' },
  { name: 'Zone: Zone: Read', scope: 'zone:read', for: 'hosts of your own' },
];

/**
 * Checks the scopes of a login. The permissions of an API token cannot be read: a missing one shows when the plan reads
 * the account.
 * @throws Failure if a scope is missing
 */
export function checkScopes({ authType, tokenPermissions = [] }: Login): void {
  if (authType !== 'OAuth Token' || tokenPermissions.length === 0) return;
  const missing = PERMISSIONS.filter(({ scope }) => !tokenPermissions.includes(scope)).map(({ scope }) => scope);
  if (missing.length > 0)
    throw new Failure(`This login lacks ${missing.join(', ')}: run npx wrangler login again, and allow them.`);
}

/** The permission that each command of wrangler needs, by the first word of the command. */
const NEEDED: Readonly<Record<string, string>> = {
  kv: 'Account: Workers KV Storage: Edit',
  d1: 'Account: D1: Edit',
  deployments: 'Account: Workers Scripts: Edit',
  versions: 'Account: Workers Scripts: Edit',
  secret: 'Account: Workers Scripts: Edit',
  deploy: 'Account: Workers Scripts: Edit, and for hosts of your own Zone: Workers Routes: Edit and Zone: Zone: Read',
  delete: 'Account: Workers Scripts: Edit',
};

/** Codes of refused authentication: 10000 of the API, 9109 and 9106 of tokens. */
export const REFUSED = [10_000, 9_109, 9_106];

/** Returns a sentence with the missing permission, or an empty text. @param command the words of a wrangler command */
export function describeMissingPermission(command: string, code: number | undefined): string {
  const needed = NEEDED[command.split(' ')[0] ?? ''];
  return needed === undefined || code === undefined || !REFUSED.includes(code) ? '' : ` The token needs ${needed}.`;
}
