/** Making links: D1 first, whose primary key decides who owns a code, then the edge. */
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import { codeOf } from '#domain/codes';
import { Refusal } from '#domain/errors';
import type { Link } from '#domain/link';
import { databaseFor } from '#store/database';
import { withRetry } from '#store/faults';
import { LINK_COLUMNS, type LinkRow, linkOf } from '#store/link-row';
import { putRoute } from '#store/publish';
import type { Draw } from './draw';
import type { Env } from './env';
import { logFault } from './log';
import { links } from './schema';

/** A link that may be made: every rule has been checked but whether its code is free. */
export type LinkRequest = {
  readonly accountId: string;
  readonly url: string;
  readonly alias: string | null;
};

type Candidate = LinkRequest & { readonly code: string; readonly id: string; readonly now: number };

/**
 * Makes a link and publishes its route. Never looks before it writes: a generated code that is taken is drawn again.
 * A put that fails changes nothing: the first visit repairs it from D1.
 * @throws Refusal ALIAS_TAKEN
 */
export async function createLink(env: Env, request: LinkRequest, draw: Draw, now: number): Promise<Link> {
  const link = await insertLink(env, request, draw, now);
  await putRoute(env, link, now).catch((error) => logFault(error, { requestId: link.id, method: 'put', route: 'KV' }));
  return link;
}

async function insertLink(env: Env, request: LinkRequest, draw: Draw, now: number): Promise<Link> {
  const codes = request.alias === null ? draw.codes : [codeOf(request.alias)];
  for (const code of codes) {
    const link = await insertUnder(env, { ...request, code, id: draw.id, now });
    if (link !== null) return link;
  }
  if (request.alias !== null) throw new Refusal('ALIAS_TAKEN');
  throw new Error(`No free code among ${codes.length}`);
}

/** Inserts under one code. A second try may meet the row of a first whose answer was lost: then it is ours. */
async function insertUnder(env: Env, candidate: Candidate): Promise<Link | null> {
  const db = databaseFor(env, candidate.code);
  return withRetry(async (attempt) => {
    const [row] = await insertStatement(db).all(candidate);
    if (row !== undefined) return row;
    return attempt === 1 ? null : readOwn(db, candidate);
  });
}

async function readOwn(db: D1Database, { code, id }: Candidate): Promise<Link | null> {
  const row = await db
    .withSession('first-primary')
    .prepare(`SELECT ${LINK_COLUMNS} FROM links WHERE code = ?1`)
    .bind(code)
    .first<LinkRow>();
  return row?.id === id ? linkOf(row) : null;
}

const prepared = new WeakMap<D1Database, ReturnType<typeof prepareInsert>>();

/** The insert, built once per isolate: that saves four fifths of what drizzle costs. */
function insertStatement(db: D1Database) {
  const statement = prepared.get(db) ?? prepareInsert(db);
  prepared.set(db, statement);
  return statement;
}

function prepareInsert(db: D1Database) {
  const value = (name: keyof Candidate) => sql.placeholder(name);
  return drizzle(db)
    .insert(links)
    .values({
      code: value('code'),
      alias: value('alias'),
      id: value('id'),
      accountId: value('accountId'),
      url: value('url'),
      createdAt: value('now'),
      putAt: value('now'),
      quietAt: value('now'),
    })
    .onConflictDoNothing()
    .returning(LINK_FIELDS)
    .prepare();
}

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
