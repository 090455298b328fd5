/**
 * The tables as drizzle sees them. The SQL in migrations/ is the truth (drizzle cannot say WITHOUT ROWID nor partial
 * indexes); a test holds these columns equal to the migrated database.
 */
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { KEY_STATUSES } from '#api/objects/key-record';
import { GONE_REASONS } from '#domain/link';
import { PLANS } from '#domain/plans';
import type { LastFours } from './key-texts';

export const accounts = sqliteTable('accounts', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  plan: text('plan', { enum: PLANS }).notNull(),
  suspended: integer('suspended', { mode: 'boolean' }).notNull().default(false),
  reservedOverride: integer('reserved_override', { mode: 'boolean' }).notNull().default(false),
  createdAt: integer('created_at').notNull(),
  deletedAt: integer('deleted_at'),
});

export const keys = sqliteTable('keys', {
  id: text('id').primaryKey(),
  accountId: text('account_id').notNull(),
  name: text('name').notNull(),
  plan: text('plan', { enum: PLANS }),
  status: text('status', { enum: KEY_STATUSES }).notNull().default('active'),
  digest: text('digest').notNull(),
  previousDigest: text('previous_digest'),
  previousEndsAt: integer('previous_ends_at'),
  version: integer('version').notNull().default(1),
  createdAt: integer('created_at').notNull(),
  toldVersion: integer('told_version').notNull().default(1),
  lastFours: text('last_fours', { mode: 'json' }).$type<LastFours>().notNull().default({}),
});

export const links = sqliteTable('links', {
  code: text('code').primaryKey(),
  alias: text('alias'),
  id: text('id').notNull(),
  accountId: text('account_id').notNull(),
  url: text('url').notNull(),
  createdAt: integer('created_at').notNull(),
  expiresAt: integer('expires_at'),
  maxClicks: integer('max_clicks'),
  password: text('password'),
  gone: text('gone', { enum: GONE_REASONS }),
  blocked: text('blocked'),
  threat: text('threat', { enum: ['pending'] }),
  version: integer('version').notNull().default(1),
  dirty: integer('dirty', { mode: 'boolean' }).notNull().default(false),
  putAt: integer('put_at').notNull(),
  quietAt: integer('quiet_at').notNull(),
  lookedAt: integer('looked_at'),
  accepted: integer('accepted', { mode: 'boolean' }).notNull().default(false),
  refusedLooks: integer('refused_looks').notNull().default(0),
  unjudgeableAt: integer('unjudgeable_at'),
  swapped: integer('swapped', { mode: 'boolean' }).notNull().default(false),
});

export const settings = sqliteTable('settings', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
});
