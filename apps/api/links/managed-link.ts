/** The managed link: the Link record and the status (specification 8.1). */
import * as z from 'zod';
import type { Denylist } from '#domain/denylist';
import type { DetailedLink } from './link-details';
import { LIMITED_LINK, LinkRecord, linkRecord } from './link-record';
import { EXPIRED_REASONS, STATUSES, statusOf } from './link-status';

/**
 * A link in the responses of the management endpoints. It has no clicks, which would need a call to an object per link.
 */
export const ManagedLink = LinkRecord.extend({
  status: z.enum(STATUSES).describe('An expired link responds 410 to visitors.'),
  expiredReason: z.enum(EXPIRED_REASONS).nullable().describe('Why the link is expired; `null` while it is active.'),
  hasPassword: z.boolean().describe('`true` if visitors need a password.'),
}).meta({ id: 'ManagedLink', description: 'A short link with its status.' });
export type ManagedLink = z.output<typeof ManagedLink>;

export const LISTED_LINK: ManagedLink = {
  ...LIMITED_LINK,
  status: 'active',
  expiredReason: null,
  hasPassword: false,
};

export type StatusContext = { readonly shortBaseUrl: string; readonly denylist: Denylist; readonly now: number };

export const managedLink = (link: DetailedLink, { shortBaseUrl, denylist, now }: StatusContext): ManagedLink => ({
  ...linkRecord(link, shortBaseUrl),
  ...statusOf(link, denylist, now),
  hasPassword: link.password !== null,
});
