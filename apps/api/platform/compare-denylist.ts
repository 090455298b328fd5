/** Compares the denylist in KV with that of D1. */
import { DENYLIST_KEY, type Denylist, decodeDenylist } from '#domain/denylist';
import { readDenylist } from '#store/denylist';
import type { Env } from './env';

const areSame = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size === other.size && [...one].every((name) => other.has(name));

const isSame = (one: Denylist, other: Denylist): boolean =>
  areSame(one.accounts, other.accounts) && areSame(one.hosts, other.hosts);

/** Returns what KV has: the same list as D1, another one, or none. */
export async function compareDenylist(env: Env): Promise<'same' | 'outdated' | 'missing'> {
  const [text, wanted] = await Promise.all([env.ROUTES.get(DENYLIST_KEY), readDenylist(env.DB)]);
  if (text === null) return 'missing';
  const stored = decodeDenylist(text);
  return stored !== null && isSame(stored, wanted) ? 'same' : 'outdated';
}
