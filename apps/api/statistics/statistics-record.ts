/** The response bodies of statistics (specification 10.1 and 10.2). */
import * as z from 'zod';
import { Timestamp } from '#api/http/fields';
import { EXPIRED_REASONS, STATUSES } from '#api/links/link-record';
import { GROUPINGS, type Grouping } from '#domain/breakdown';

const Count = z.int().min(0);

const Group = z.strictObject({ value: z.string().min(1), clicks: z.int().min(1) });

const Groups = z.array(Group).readonly().optional();

const groupings = Object.fromEntries(GROUPINGS.map((name) => [name, Groups])) as Record<Grouping, typeof Groups>;

const DESCRIPTION =
  'Clicks by each grouping in `groupBy`. Days are in order, other values by clicks, highest first. `Unknown`, `Other` and `Direct` (no referrer) stand for values without a name.';

const Breakdown = z.strictObject(groupings).describe(DESCRIPTION);

const totals = {
  clickCount: Count.describe('Clicks of visitors.'),
  uniqueVisitors: Count.describe(
    'Distinct visitors of each UTC day, added up. A visitor who returns on another day counts again.',
  ),
  botHits: Count.describe('Visits of known robots. They don’t count as clicks.'),
  qrScans: Count.describe('Clicks that came from a QR code.'),
  lastAccessed: Timestamp.nullable().describe('Time of the latest click; `null` before the first.'),
};

const RangeStatistics = z
  .strictObject({
    start: z.iso
      .date()
      .describe(
        'First day. Without the parameter `start`, it is the first stored day. With a filter it is not before the first day that filters of your plan reach back to.',
      ),
    end: z.iso.date().describe('Last day. Without the parameter `end`, it is today.'),
    clicks: Count.describe('Clicks of visitors on the days of `tz`.'),
    uniqueVisitors: Count.describe('Distinct visitors of each UTC day, added up.'),
    botHits: Count.describe('Visits of known robots on the UTC days; 0 with a filter, because robots have no values.'),
    qrScans: Count.describe('Clicks that came from a QR code on the UTC days.'),
    missed: Count.optional().describe(
      'Clicks of the days that may match the filter or not, because a link or the account had too many different visitors to keep all values together. Absent without a filter.',
    ),
  })
  .describe(
    'The figures of the days from `start` to `end`. Absent if the request names neither of them and no filter.',
  );
export type RangeStatistics = z.output<typeof RangeStatistics>;

export const LinkStatistics = z
  .strictObject({
    shortCode: z.string().describe('The generated code or the alias.'),
    shortUrl: z.url().describe('The short address.'),
    url: z.string().describe('The destination.'),
    ...totals,
    range: RangeStatistics.optional(),
    breakdown: Breakdown.optional(),
    status: z.enum(STATUSES).describe('An expired link responds 410 to visitors.'),
    expiredReason: z.enum(EXPIRED_REASONS).nullable().describe('Why the link is expired; `null` while it is active.'),
    clicksRemaining: Count.nullable().describe('Clicks left; `null` without a click limit.'),
    maxClicks: z.int().min(1).nullable().describe('The click limit; `null` if there is none.'),
    hasPassword: z.boolean().describe('`true` if visitors need a password.'),
    createdAt: Timestamp.describe('When the link was created.'),
    expiresAt: Timestamp.nullable().describe('When the link expires; `null` if it doesn’t.'),
  })
  .meta({
    id: 'LinkStatistics',
    description:
      'The statistics of a link. With a click limit `clickCount` is exact at once; `lastAccessed` and the other counts follow within 5 seconds, as all of them do without a limit.',
  });
export type LinkStatistics = z.output<typeof LinkStatistics>;

export const LINK_STATISTICS_EXAMPLE: LinkStatistics = {
  shortCode: 'Promo',
  shortUrl: 'https://s.example.com/Promo',
  url: 'https://example.com/sale?from=mail',
  clickCount: 12,
  uniqueVisitors: 9,
  botHits: 3,
  qrScans: 2,
  lastAccessed: '2026-11-20T18:31:07.000Z',
  breakdown: {
    browser: [
      { value: 'Chrome', clicks: 7 },
      { value: 'Firefox', clicks: 3 },
      { value: 'Safari', clicks: 2 },
    ],
  },
  status: 'active',
  expiredReason: null,
  clicksRemaining: 488,
  maxClicks: 500,
  hasPassword: false,
  createdAt: '2026-11-20T12:00:00.000Z',
  expiresAt: '2026-11-27T12:00:00.000Z',
};

export const AccountStatistics = z
  .strictObject({
    ...totals,
    range: RangeStatistics.optional(),
    /** Links whose rows no longer exist are missing. */
    breakdown: z
      .strictObject({ ...groupings, tag: Groups })
      .describe(DESCRIPTION)
      .optional(),
    topLinks: z
      .array(z.strictObject({ shortCode: z.string(), shortUrl: z.url(), url: z.string(), clickCount: Count }))
      .describe('The most clicked links, highest first; with a filter those of the days, by the clicks that match.'),
    partial: z
      .literal(true)
      .optional()
      .describe(
        '`true` if the figures of a tag leave out older links or days, or if not all links were compared under a filter. Absent otherwise.',
      ),
  })
  .meta({ id: 'AccountStatistics', description: 'The statistics of all links of an account, or of one tag.' });
export type AccountStatistics = z.output<typeof AccountStatistics>;

export const ACCOUNT_STATISTICS_EXAMPLE: AccountStatistics = {
  clickCount: 31,
  uniqueVisitors: 24,
  botHits: 5,
  qrScans: 2,
  lastAccessed: '2026-11-20T18:31:07.000Z',
  breakdown: {
    day: [
      { value: '2026-11-18', clicks: 8 },
      { value: '2026-11-19', clicks: 11 },
      { value: '2026-11-20', clicks: 12 },
    ],
  },
  topLinks: [
    {
      shortCode: 'Promo',
      shortUrl: 'https://s.example.com/Promo',
      url: 'https://example.com/sale?from=mail',
      clickCount: 12,
    },
  ],
};
