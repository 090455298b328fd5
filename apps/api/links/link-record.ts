/** A link in responses: its fields (specification 5.1), and its status as its owner sees it (specification 5.6). */

import * as z from 'zod';
import { Timestamp } from '#api/http/fields';
import { type Denylist, deniesHost, parseHost } from '#domain/denylist';
import { evaluate } from '#domain/edge-entry';
import {
  GONE_REASONS,
  type GoneReason,
  type Link,
  MAX_EXTERNAL_ID,
  MAX_NOTES,
  MAX_TAGS,
  MAX_TITLE,
} from '#domain/link';
import { linkToEntry, toLocation } from '#store/link-row';
import type { DetailedLink } from './link-details';

export const STATUSES = ['active', 'expired'] as const;
export const EXPIRED_REASONS = [...GONE_REASONS, 'BLOCKED'] as const;

export type LinkStatus = {
  readonly status: (typeof STATUSES)[number];
  readonly expiredReason: GoneReason | 'BLOCKED' | null;
};

/** Returns the status of a link at `now`. It agrees with the response to a visit. */
export function computeStatus(link: Link, denylist: Denylist, now: number): LinkStatus {
  const evaluation = evaluate(linkToEntry(link), denylist, now);
  if (evaluation.outcome === 'gone') return { status: 'expired', expiredReason: evaluation.reason };
  // The edge entry of a protected link does not hold the destination, so the host is checked here.
  const isBlocked = evaluation.outcome === 'blocked' || deniesHost(denylist, parseHost(toLocation(link.url)));
  return isBlocked ? { status: 'expired', expiredReason: 'BLOCKED' } : { status: 'active', expiredReason: null };
}

/**
 * A link in a response. Options that the request did not have are absent (specification 5.1), and the password always
 * is.
 */
export const LinkRecord = z
  .strictObject({
    shortUrl: z.url().describe('The short address.'),
    shortCode: z.string().describe('The generated code, or the alias as you sent it.'),
    url: z.string().describe('The destination, as you sent it.'),
    alias: z.string().optional().describe('The alias, if the link has one.'),
    expiresAt: Timestamp.optional().describe('When the link expires, if it does.'),
    maxClicks: z.int().min(1).optional().describe('The click limit, if the link has one.'),
    createdAt: Timestamp.describe('When the link was created.'),
    title: z.string().max(MAX_TITLE).optional().describe('The title, if the link has one.'),
    notes: z.string().max(MAX_NOTES).optional().describe('The notes, if the link has any.'),
    tags: z.array(z.string()).max(MAX_TAGS).optional().describe('The tags, if the link has any.'),
    externalId: z.string().max(MAX_EXTERNAL_ID).optional().describe('Your own ID of the link, if it has one.'),
  })
  .meta({ id: 'Link', description: 'A short link.' });
export type LinkRecord = z.output<typeof LinkRecord>;

/** The two fields by which a link is visited. */
export function makeAddress({ alias, code }: Pick<Link, 'alias' | 'code'>, shortBaseUrl: string) {
  const shortCode = alias ?? code;
  return { shortUrl: `${shortBaseUrl}/${shortCode}`, shortCode };
}

export function linkRecord(link: DetailedLink, shortBaseUrl: string): LinkRecord {
  const { title, notes, tags, externalId } = link.details;
  return {
    ...makeAddress(link, shortBaseUrl),
    url: link.url,
    ...(link.alias !== null && { alias: link.alias }),
    ...(link.expiresAt !== null && { expiresAt: new Date(link.expiresAt).toISOString() }),
    ...(link.maxClicks !== null && { maxClicks: link.maxClicks }),
    createdAt: new Date(link.createdAt).toISOString(),
    ...(title !== null && { title }),
    ...(notes !== null && { notes }),
    ...(tags.length > 0 && { tags: [...tags] }),
    ...(externalId !== null && { externalId }),
  };
}

/** An example of a link without options. */
export const PLAIN_LINK: LinkRecord = {
  shortUrl: 'https://s.example.com/3ud92su',
  shortCode: '3ud92su',
  url: 'https://example.com/hello',
  createdAt: '2026-11-20T12:00:00.000Z',
};

/** An example of a link with every option that a response shows. */
export const LIMITED_LINK: LinkRecord = {
  shortUrl: 'https://s.example.com/Promo',
  shortCode: 'Promo',
  url: 'https://example.com/sale?from=mail',
  alias: 'Promo',
  expiresAt: '2026-11-27T12:00:00.000Z',
  maxClicks: 500,
  createdAt: '2026-11-20T12:00:00.000Z',
};

/** An example of a link with a password, which no response shows. */
export const PROTECTED_LINK: LinkRecord = {
  shortUrl: 'https://s.example.com/8wq4mzt',
  shortCode: '8wq4mzt',
  url: 'https://example.com/for-members',
  createdAt: '2026-11-20T12:00:00.000Z',
};

/** An example of a link with details. */
export const DETAILED_LINK: LinkRecord = {
  ...PLAIN_LINK,
  title: 'Hello, in winter',
  tags: ['Winter', 'mail'],
  externalId: 'campaign-1042',
};

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
  ...computeStatus(link, denylist, now),
  hasPassword: link.password !== null,
});
