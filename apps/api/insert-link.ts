/** The one statement that makes a link. */
import { type SQL, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import { PUT_SETTLES_MS } from '#store/publish';
import { links } from './schema';

export type InsertValues = {
  readonly code: string;
  readonly id: string;
  readonly accountId: string;
  readonly url: string;
  readonly alias: string | null;
  readonly expiresAt: number | null;
  readonly maxClicks: number | null;
  readonly password: string | null;
  readonly threat: 'pending' | null;
  readonly now: number;
  /** 1: the account's own dead link of this code gives way. 0 for a generated code, which never meets it on purpose. */
  readonly mayRetake: number;
};

const prepared = new WeakMap<D1Database, ReturnType<typeof prepare>>();

/**
 * Inserts a link and returns it, or returns nothing where the code is taken. The primary key decides; only the owner's
 * own expired, spent or deleted link is replaced, by a link of a new id and a higher version. Built once per isolate,
 * which saves four fifths of what drizzle costs.
 */
export function insertLinkStatement(db: D1Database) {
  const statement = prepared.get(db) ?? prepare(db);
  prepared.set(db, statement);
  return statement;
}

const value = (name: keyof InsertValues) => sql.placeholder(name);
const excluded = (column: { name: string }): SQL => sql.raw(`excluded.${column.name}`);

function prepare(db: D1Database) {
  return drizzle(db)
    .insert(links)
    .values({
      code: value('code'),
      alias: value('alias'),
      id: value('id'),
      accountId: value('accountId'),
      url: value('url'),
      createdAt: value('now'),
      expiresAt: value('expiresAt'),
      maxClicks: value('maxClicks'),
      password: value('password'),
      threat: value('threat'),
      putAt: value('now'),
      quietAt: value('now'),
    })
    .onConflictDoUpdate({ target: links.code, set: RETAKEN, setWhere: isOwnAndDead })
    .returning(LINK_FIELDS)
    .prepare();
}

const RETAKEN = {
  ...Object.fromEntries(
    (['alias', 'id', 'url', 'createdAt', 'expiresAt', 'maxClicks', 'password', 'threat'] as const).map((name) => [
      name,
      excluded(links[name]),
    ]),
  ),
  gone: null,
  lookedAt: null,
  version: sql`${links.version} + 1`,
  dirty: true,
  // As ANNOUNCE does it (publish.ts).
  quietAt: sql`max(${links.quietAt}, ${links.putAt} + ${sql.raw(String(PUT_SETTLES_MS))})`,
  putAt: sql`max(${links.putAt}, ${excluded(links.putAt)})`,
};

const isOwnAndDead = sql`${value('mayRetake')} = 1 AND ${links.accountId} = ${excluded(links.accountId)}
  AND ${links.id} <> ${excluded(links.id)} AND ${links.blocked} IS NULL
  AND (${links.gone} IS NOT NULL OR ${links.expiresAt} <= ${value('now')})`;

const LINK_FIELDS = {
  code: links.code,
  alias: links.alias,
  id: links.id,
  accountId: links.accountId,
  url: links.url,
  createdAt: links.createdAt,
  expiresAt: links.expiresAt,
  maxClicks: links.maxClicks,
  password: links.password,
  gone: links.gone,
  blocked: links.blocked,
  version: links.version,
};
