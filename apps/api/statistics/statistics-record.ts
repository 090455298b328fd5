/** The response bodies of statistics (specification 10.1 and 10.2). */
import * as z from 'zod';
import { Timestamp } from '#api/http/timestamp';
import { EXPIRED_REASONS, STATUSES } from '#api/links/link-status';
import { GROUPINGS, type Grouping } from '#domain/breakdown';

const Count = z.int().min(0);

const Group = z.strictObject({ value: z.string().min(1), clicks: z.int().min(1) });

const Groups = z.array(Group).readonly().optional();

const groupings = Object.fromEntries(GROUPINGS.map((name) => [name, Groups])) as Record<Grouping, typeof Groups>;

const DESCRIPTION =
  'The clicks by each grouping that `groupBy` names. Days come in their order, all other values with the most clicked first.';

const Breakdown = z.strictObject(groupings).describe(DESCRIPTION);

const totals = {
  clickCount: Count,
  uniqueVisitors: Count.describe('The sum of the distinct visitors of each day.'),
  botHits: Count.describe('Visits of known robots, which are no clicks.'),
  qrScans: Count.describe('Clicks that came from a QR code.'),
  lastAccessed: Timestamp.nullable().describe('The latest click.'),
};

export const LinkStatistics = z
  .strictObject({
    shortCode: z.string(),
    shortUrl: z.url(),
    url: z.string(),
    status: z.enum(STATUSES),
    expiredReason: z.enum(EXPIRED_REASONS).nullable(),
    ...totals,
    clicksRemaining: Count.nullable(),
    maxClicks: z.int().min(1).nullable(),
    hasPassword: z.boolean(),
    createdAt: Timestamp,
    expiresAt: Timestamp.nullable(),
    breakdown: Breakdown.optional(),
  })
  .meta({ id: 'LinkStatistics', description: 'The statistics of a link.' });
export type LinkStatistics = z.output<typeof LinkStatistics>;

export const LINK_STATISTICS_EXAMPLE: LinkStatistics = {
  shortCode: 'Promo',
  shortUrl: 'https://s.example.com/Promo',
  url: 'https://example.com/sale?from=mail',
  status: 'active',
  expiredReason: null,
  clickCount: 12,
  clicksRemaining: 488,
  maxClicks: 500,
  uniqueVisitors: 9,
  botHits: 3,
  qrScans: 2,
  hasPassword: false,
  createdAt: '2026-11-20T12:00:00.000Z',
  lastAccessed: '2026-11-20T18:31:07.000Z',
  expiresAt: '2026-11-27T12:00:00.000Z',
  breakdown: {
    browser: [
      { value: 'Chrome', clicks: 7 },
      { value: 'Firefox', clicks: 5 },
    ],
  },
};

export const AccountStatistics = z
  .strictObject({
    ...totals,
    /** The most clicked links of the account, most clicked first, without links whose rows no longer exist. */
    topLinks: z.array(z.strictObject({ shortCode: z.string(), shortUrl: z.url(), url: z.string(), clickCount: Count })),
    breakdown: z
      .strictObject({ ...groupings, tag: Groups })
      .describe(DESCRIPTION)
      .optional(),
    partial: z
      .literal(true)
      .optional()
      .describe('Present if the figures of a tag leave out links beyond its newest ones, or their older days.'),
  })
  .meta({ id: 'AccountStatistics', description: 'The statistics of all links of an account, or of one tag.' });
export type AccountStatistics = z.output<typeof AccountStatistics>;

export const ACCOUNT_STATISTICS_EXAMPLE: AccountStatistics = {
  clickCount: 31,
  uniqueVisitors: 24,
  botHits: 5,
  qrScans: 2,
  lastAccessed: '2026-11-20T18:31:07.000Z',
  topLinks: [
    {
      shortCode: 'Promo',
      shortUrl: 'https://s.example.com/Promo',
      url: 'https://example.com/sale?from=mail',
      clickCount: 12,
    },
  ],
  breakdown: { day: [{ value: '2026-11-20', clicks: 31 }] },
};
