/** What the form of a new link takes over from a dead link of the account (`/console/new-link?again=CODE`). */
import type { LinkPolicy } from '#api/links/link-request';
import { hasExpired, type Link } from '#domain/link';
import type { Fields } from './forms/form';
import { linkErrors } from './link-fields';
import { messageOf } from './refusal-message';

export type Again = {
  /** The initial values of the form. */
  readonly values: Fields;
  /** Why the new link cannot have the code; null if it can. */
  readonly refusal: string | null;
};

/** @param policy the rules by which the account makes links @param now epoch milliseconds */
export function againOf(link: Link, policy: LinkPolicy, now: number): Again {
  const shortCode = link.alias ?? link.code;
  const why = whyNotAgain(link, shortCode, policy, now);
  return {
    values: { url: link.url, ...(why === null && { alias: shortCode }) },
    refusal: why && `The code ${shortCode} cannot be taken again: ${why}`,
  };
}

/** A dead link that is not blocked can be replaced, if the account may choose its code (specification 5.4). */
function whyNotAgain(link: Link, shortCode: string, policy: LinkPolicy, now: number): string | null {
  if (link.blocked !== null) return 'its link was blocked.';
  if (link.gone === null && !hasExpired(link.expiresAt, now)) return 'its link still redirects.';
  const refused = linkErrors({ url: '', alias: shortCode }, policy).find(([field]) => field === 'alias')?.[1];
  if (refused === undefined) return null;
  return typeof refused === 'string' ? refused : messageOf(refused);
}
