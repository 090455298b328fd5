/**
 * The drizzle schema of the tables. The SQL in migrations/ is authoritative, because drizzle cannot express WITHOUT
 * ROWID and partial indexes. A test compares these columns with the migrated database.
 */
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { ACTORS, EVENT_KINDS } from '#domain/account-events';
import { KEY_MAKERS, KEY_STATUSES, type Scope } from '#domain/key-rights';
import { GONE_REASONS } from '#domain/link';
import { PLANS } from '#domain/plans';
import { TAG_COLORS } from '#domain/tag-colors';

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
  lastFour: text('last_four').notNull(),
  previousDigest: text('previous_digest'),
  previousLastFour: text('previous_last_four'),
  previousEndsAt: integer('previous_ends_at'),
  version: integer('version').notNull().default(1),
  pushedVersion: integer('pushed_version').notNull().default(1),
  createdAt: integer('created_at').notNull(),
  madeBy: text('made_by', { enum: KEY_MAKERS }).notNull(),
  scopes: text('scopes', { mode: 'json' }).$type<readonly Scope[]>(),
  linkReach: text('link_reach', { enum: ['own'] }),
  origins: text('origins', { mode: 'json' }).$type<readonly string[]>(),
  perMinute: integer('per_minute'),
  perMonth: integer('per_month'),
  expiresAt: integer('expires_at'),
  lastUsedAt: integer('last_used_at'),
  selfRevokedAt: integer('self_revoked_at'),
});

export const links = sqliteTable('links', {
  code: text('code').primaryKey(),
  alias: text('alias'),
  id: text('id').notNull(),
  accountId: text('account_id').notNull(),
  madeBy: text('made_by'),
  url: text('url').notNull(),
  createdAt: integer('created_at').notNull(),
  expiresAt: integer('expires_at'),
  maxClicks: integer('max_clicks'),
  password: text('password'),
  gone: text('gone', { enum: GONE_REASONS }),
  blocked: text('blocked'),
  accepted: integer('accepted', { mode: 'boolean' }).notNull().default(false),
  urlChanged: integer('url_changed', { mode: 'boolean' }).notNull().default(false),
  threat: text('threat', { enum: ['pending'] }),
  checkedAt: integer('checked_at'),
  refusedChecks: integer('refused_checks').notNull().default(0),
  unjudgeableAt: integer('unjudgeable_at'),
  version: integer('version').notNull().default(1),
  dirty: integer('dirty', { mode: 'boolean' }).notNull().default(false),
  putAt: integer('put_at').notNull(),
  quietAt: integer('quiet_at').notNull(),
});

export const linkDetails = sqliteTable('link_details', {
  code: text('code').primaryKey(),
  linkId: text('link_id').notNull(),
  accountId: text('account_id').notNull(),
  createdAt: integer('created_at').notNull(),
  title: text('title'),
  notes: text('notes'),
  externalId: text('external_id'),
  tags: text('tags', { mode: 'json' }).$type<readonly string[]>().notNull().default([]),
});

export const tags = sqliteTable('tags', {
  id: text('id').primaryKey(),
  accountId: text('account_id').notNull(),
  key: text('key').notNull(),
  name: text('name').notNull(),
  color: text('color', { enum: TAG_COLORS }),
});

export const linkTags = sqliteTable(
  'link_tags',
  {
    tagId: text('tag_id').notNull(),
    createdAt: integer('created_at').notNull(),
    code: text('code').notNull(),
    linkId: text('link_id').notNull(),
  },
  ({ tagId, createdAt, code }) => [primaryKey({ columns: [tagId, createdAt, code] })],
);

export const existingLinks = sqliteTable(
  'existing_links',
  {
    accountId: text('account_id').notNull(),
    urlHash: text('url_hash').notNull(),
    createdAt: integer('created_at').notNull(),
    code: text('code').notNull(),
    linkId: text('link_id').notNull(),
  },
  ({ accountId, urlHash, createdAt, code }) => [primaryKey({ columns: [accountId, urlHash, createdAt, code] })],
);

export const settings = sqliteTable('settings', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
});

export const denylist = sqliteTable('denylist', {
  only: integer('only').primaryKey(),
  version: integer('version').notNull(),
  dirty: integer('dirty', { mode: 'boolean' }).notNull(),
  putAt: integer('put_at').notNull(),
  quietAt: integer('quiet_at').notNull(),
});

export const blockedHosts = sqliteTable('blocked_hosts', {
  host: text('host').primaryKey(),
});

export const threatWatch = sqliteTable('threat_watch', {
  only: integer('only').primaryKey(),
  checkedUpTo: text('checked_up_to').notNull().default(''),
  canaryAt: integer('canary_at').notNull().default(0),
  canary: text('canary', { enum: ['none', 'alive', 'dead'] })
    .notNull()
    .default('none'),
});

export const deletions = sqliteTable('deletions', {
  accountId: text('account_id').primaryKey(),
  deletedAt: integer('deleted_at').notNull(),
  upTo: integer('up_to').notNull().default(0),
  dueAt: integer('due_at').notNull(),
});

export const scheduledActs = sqliteTable(
  'scheduled_acts',
  {
    accountId: text('account_id').notNull(),
    code: text('code').notNull(),
    linkId: text('link_id').notNull(),
    act: text('act', { enum: ['delete', 'expire'] }).notNull(),
    dueAt: integer('due_at').notNull(),
    extended: integer('extended').notNull().default(0),
  },
  ({ accountId, code, act }) => [primaryKey({ columns: [accountId, code, act] })],
);

export const passkeys = sqliteTable('passkeys', {
  id: text('id').primaryKey(),
  accountId: text('account_id').notNull(),
  name: text('name').notNull(),
  publicKey: text('public_key').notNull(),
  counter: integer('counter').notNull(),
  transports: text('transports', { mode: 'json' }).$type<readonly string[]>().notNull(),
  createdAt: integer('created_at').notNull(),
  usedAt: integer('used_at').notNull(),
});

export const sessions = sqliteTable('sessions', {
  digest: text('digest').primaryKey(),
  id: text('id').notNull(),
  accountId: text('account_id').notNull(),
  agent: text('agent').notNull(),
  country: text('country'),
  createdAt: integer('created_at').notNull(),
  seenAt: integer('seen_at').notNull(),
  expiresAt: integer('expires_at').notNull(),
});

export const signInLinks = sqliteTable('sign_in_links', {
  digest: text('digest').primaryKey(),
  accountId: text('account_id').notNull(),
  expiresAt: integer('expires_at').notNull(),
});

export const challenges = sqliteTable('challenges', {
  digest: text('digest').primaryKey(),
  purpose: text('purpose', { enum: ['sign-in', 'sign-up', 'passkey'] }).notNull(),
  accountId: text('account_id').notNull(),
  expiresAt: integer('expires_at').notNull(),
});

export const upgradeRequests = sqliteTable('upgrade_requests', {
  id: text('id').primaryKey(),
  accountId: text('account_id').notNull(),
  plan: text('plan', { enum: PLANS }).notNull(),
  reason: text('reason'),
  state: text('state', { enum: ['open', 'granted', 'declined'] })
    .notNull()
    .default('open'),
  message: text('message'),
  createdAt: integer('created_at').notNull(),
  answeredAt: integer('answered_at'),
});

export const qrStyles = sqliteTable('qr_styles', {
  accountId: text('account_id').primaryKey(),
  color: text('color').notNull(),
  bgColor: text('bg_color').notNull(),
  hasLogo: integer('has_logo', { mode: 'boolean' }).notNull(),
  logo: text('logo'),
});

export const utmTemplates = sqliteTable('utm_templates', {
  id: text('id').primaryKey(),
  accountId: text('account_id').notNull(),
  key: text('key').notNull(),
  name: text('name').notNull(),
  query: text('query').notNull(),
});

export const accountEvents = sqliteTable(
  'account_events',
  {
    accountId: text('account_id').notNull(),
    number: integer('number').notNull(),
    at: integer('at').notNull(),
    kind: text('kind', { enum: EVENT_KINDS }).notNull(),
    actor: text('actor', { enum: ACTORS }).notNull(),
    actorId: text('actor_id'),
    actorName: text('actor_name'),
    subject: text('subject'),
    name: text('name'),
    detail: text('detail'),
  },
  ({ accountId, number }) => [primaryKey({ columns: [accountId, number] })],
);

export const madeFrom = sqliteTable('made_from', {
  sha256: text('sha256').primaryKey(),
});
