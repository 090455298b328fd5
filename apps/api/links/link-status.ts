/** The status of a link, as its owner sees it (specification 5.6). */
import { type Denylist, deniesHost, hostOfHref } from '#domain/denylist';
import { evaluate } from '#domain/evaluate';
import { GONE_REASONS, type GoneReason, type Link } from '#domain/link';
import { entryOfLink, locationOf } from '#store/link-row';

export const STATUSES = ['active', 'expired'] as const;
export const EXPIRED_REASONS = [...GONE_REASONS, 'BLOCKED'] as const;

export type LinkStatus = {
  readonly status: (typeof STATUSES)[number];
  readonly expiredReason: GoneReason | 'BLOCKED' | null;
};

/** Returns the status of a link at `now`. It agrees with the response to a visit. */
export function statusOf(link: Link, denylist: Denylist, now: number): LinkStatus {
  const evaluation = evaluate(entryOfLink(link), denylist, now);
  if (evaluation.outcome === 'gone') return { status: 'expired', expiredReason: evaluation.reason };
  // The edge entry of a protected link does not hold the destination, so the host is checked here.
  const isBlocked = evaluation.outcome === 'blocked' || deniesHost(denylist, hostOfHref(locationOf(link.url)));
  return isBlocked ? { status: 'expired', expiredReason: 'BLOCKED' } : { status: 'active', expiredReason: null };
}
