/** Finds the links that the filter of a request about many links names (specification 8.10). */
import type { Env } from '#api/platform/env';
import { type BulkRequest, checkConfirm, invalid, MAX_BULK, type NamedLinks } from './bulk-request';
import { type ListContext, linksOfFilter } from './link-list';
import type { LinkFilter } from './link-list-filter';
import type { LinkOwner } from './link-owner';

/**
 * Returns the links of a filter, in the order of their list. It reads no more rows than one search.
 * @throws Refusal FIELD_INVALID if the filter has too many links, if one search does not find all of them, or if the
 * caller names another number or none, because a filter may match links that its author did not think of
 */
export async function namedByFilter(
  env: Env,
  owner: LinkOwner,
  filter: LinkFilter,
  { confirm }: Pick<BulkRequest, 'confirm'>,
  context: ListContext,
): Promise<NamedLinks> {
  const { links, isWhole } = await linksOfFilter(env, { owner, filter }, context);
  if (links.length > MAX_BULK)
    throw invalid(`filter names ${isWhole ? '' : 'at least '}${links.length} links; the most are ${MAX_BULK}`);
  if (!isWhole) throw invalid(`filter needs more than one search, which found ${links.length} links: narrow it down`);
  checkConfirm(confirm, true, links.length);
  return {
    named: links.map(({ alias, code }) => alias ?? code),
    codes: links.map(({ code }) => code),
    ids: links.map(({ id }) => id),
  };
}
