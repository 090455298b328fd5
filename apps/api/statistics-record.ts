/** What answers show of statistics (answers, section 11). */
import * as z from 'zod';
import { GROUPINGS, type Grouping } from '#domain/breakdown';
import { Timestamp } from './link-record';
import { EXPIRED_REASONS, STATUSES } from './link-status';

const Count = z.int().min(0);

const Group = z.strictObject({ value: z.string().min(1), clicks: z.int().min(1) });

/** By grouping, as far as `groupBy` names it: days in their order, all else the most clicked first. */
const Breakdown = z.strictObject(
  Object.fromEntries(GROUPINGS.map((name) => [name, z.array(Group).readonly().optional()])) as Record<
    Grouping,
    z.ZodOptional<z.ZodReadonly<z.ZodArray<typeof Group>>>
  >,
);

const totals = {
  clickCount: Count,
  /** The sum of what each day had of distinct visitors. */
  uniqueVisitors: Count,
  botHits: Count,
  qrScans: Count,
  lastAccessed: Timestamp.nullable(),
};

export const LinkStatistics = z.strictObject({
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
});
export type LinkStatistics = z.output<typeof LinkStatistics>;

export const AccountStatistics = z.strictObject({
  ...totals,
  /** The most clicked links of the account that still have their row, most clicked first. */
  topLinks: z.array(z.strictObject({ shortCode: z.string(), shortUrl: z.url(), url: z.string(), clickCount: Count })),
  breakdown: Breakdown.optional(),
});
export type AccountStatistics = z.output<typeof AccountStatistics>;
