/** Changes or deletes the links that a request names, for the API and for the console (specification 8.10). */
import type { Env } from '#api/platform/env';
import { checkNewDestination } from '#api/threats/check';
import { isRefused, type Outcome } from '#domain/outcome';
import type { NamedLinks } from './bulk-request';
import { deleteLinks, editLinks, type Outcomes } from './change-many';
import type { DetailedLink } from './link-details';
import type { LinkEdit } from './link-edit';
import type { LinkOwner } from './link-owner';

/**
 * Changes or deletes links of their owner. A link that is named twice is changed once.
 * @returns the link of each code, or its refusal, in the order of the codes
 * @throws Refusal URL_UNSAFE, THREATS_UNAVAILABLE for a new destination; then no link is changed
 */
export async function changeInBulk(
  env: Env,
  owner: LinkOwner,
  { codes, ids }: Pick<NamedLinks, 'codes' | 'ids'>,
  edit: LinkEdit | null,
  now: number,
): Promise<Outcome<DetailedLink>[]> {
  if (codes.length === 0) return [];
  const threat = edit?.url === undefined ? null : await checkNewDestination(env, edit.url, now);
  const named = [...new Set(codes.flatMap((code) => (isRefused(code) ? [] : code)))];
  const outcomes: Outcomes =
    edit === null
      ? await deleteLinks(env, owner, { codes: named, ids }, now)
      : await editLinks(env, owner, { codes: named, ids }, { ...edit, threat }, now);
  return codes.map((code) => (isRefused(code) ? code : (outcomes.get(code) as Outcome<DetailedLink>)));
}
