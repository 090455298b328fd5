/** The lists of the house: the operator's blocked hosts, the embedded list and the imported one. */
import type { Env } from '#api/platform/env';
import { canonicalUrl, expressionsOf } from '#domain/canonical-url';
import { type Denylist, deniesHost } from '#domain/denylist';
import { currentDenylist } from '#store/denylist-copy';
import { TEST_EXPRESSIONS } from './embedded-list';
import { EXACT_HOST_MARK, type ImportedList, importedList } from './imported-list';
import type { Status } from './verdict';

type Lists = { readonly denylist: Denylist; readonly imported: ImportedList | null };

export async function currentLists(env: Env, now: number): Promise<Lists> {
  const [denylist, imported] = await Promise.all([currentDenylist(env, now), importedList(env, now)]);
  return { denylist, imported };
}

/** What the lists say of an address; unknown where the imported one could not be looked at. */
export function judgedByLists({ denylist, imported }: Lists, url: string): Status {
  const { hostname, href } = new URL(url);
  if (deniesHost(denylist, hostname)) return 'unsafe';
  const canonical = canonicalUrl(href);
  if (canonical === null) return 'unknown';
  const expressions = expressionsOf(canonical);
  if (expressions.some((expression) => TEST_EXPRESSIONS.has(expression))) return 'unsafe';
  if (imported === null) return 'unknown';
  return imported.holdsAny([EXACT_HOST_MARK + canonical.host, ...expressions]) ? 'unsafe' : 'safe';
}
