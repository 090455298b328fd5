/**
 * Checks destinations again: pending ones within a minute, all others after a day, then weekly while clicked
 * (specification 6.5).
 */
import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import type { SQLiteUpdateSetSource } from 'drizzle-orm/sqlite-core';
import { databaseOf } from '#api/database/database';
import { links, threatWatch } from '#api/database/schema';
import { oneMore } from '#api/database/statements';
import { blockUnsafe } from '#api/links/link-changes';
import { NOTHING_TO_SCAN } from '#api/links/nothing-to-scan';
import type { Env } from '#api/platform/env';
import { lastClicks } from '#api/statistics/statistics';
import { checkDestinations } from '#api/threats/check';
import type { Status } from '#api/threats/verdict';
import type { Link } from '#domain/link';
import { Refusal } from '#domain/refusal';
import { logFault } from '#store/log-fault';

const PENDING_PER_RUN = 60;
const ROWS_PER_RUN = 1_000;
const RESCANS_PER_RUN = 120;
/** Destinations that share one time limit. */
const SCANS_AT_ONCE = 30;
/** Objects of statistics that a run asks for last clicks. */
const ACCOUNTS_PER_RUN = 30;
/**
 * How often the service may refuse to judge a destination, a minute apart, before the operator has to (specification
 * 6.4).
 */
const REFUSED_SCANS = 5;
const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;

/** A link as it was read. A verdict holds for it only while its code has this id and this destination. */
type ScannedLink = Pick<Link, 'code' | 'id' | 'url'>;

const SCANNED = { code: links.code, id: links.id, url: links.url };

/** Scans links without a verdict, such as those made while the service was away. An open breaker does not stop it. */
export async function scanPending(env: Env, now: number): Promise<void> {
  const pending = await readPending(env);
  const staysPending = sql`${links.refusedLooks} + 1 < ${REFUSED_SCANS}`;
  // A null `lookedAt` keeps the scan after a day. An unknown destination goes to the end of the queue.
  await scan(env, pending, now, {
    safe: { lookedAt: null, ...NOTHING_TO_SCAN },
    unknown: { lookedAt: now },
    unjudgeable: {
      lookedAt: now,
      refusedLooks: oneMore(links.refusedLooks),
      threat: sql`iif(${staysPending}, ${links.threat}, NULL)`,
      unjudgeableAt: sql`iif(${staysPending}, NULL, ${now})`,
    },
  });
}

/** Reads pending links. Those that the service has refused come last, so that hundreds of them delay no other link. */
function readPending(env: Env): Promise<ScannedLink[]> {
  const db = databaseOf(env.DB);
  const some = db
    .select({ code: links.code })
    .from(links)
    .where(eq(links.threat, 'pending').inlineParams())
    .orderBy(sql`${links.refusedLooks} > 0`, sql`coalesce(${links.lookedAt}, ${links.createdAt})`)
    .limit(PENDING_PER_RUN);
  return db.select(SCANNED).from(links).where(inArray(links.code, some));
}

/**
 * A row of the walk. `turn` says which scan may be due, null for none; a weekly scan also needs a click since the last.
 */
type Candidate = Pick<typeof links.$inferSelect, 'code' | 'id' | 'accountId' | 'lookedAt'> & {
  readonly turn: 'first' | 'weekly' | null;
};

/**
 * Reads the next thousand rows of a walk through the table, which is cheaper than an index that every creation pays
 * for.
 */
function readCandidates(env: Env, after: string, now: number): Promise<Candidate[]> {
  const { code, id, accountId, lookedAt, createdAt, gone, blocked, threat, accepted } = links;
  const turn = sql<Candidate['turn']>`CASE
    WHEN ${gone} IS NOT NULL OR ${blocked} IS NOT NULL OR ${threat} IS NOT NULL OR ${accepted} THEN NULL
    WHEN ${lookedAt} IS NULL AND ${createdAt} <= ${now - DAY_MS} THEN 'first' WHEN ${lookedAt} <= ${now - WEEK_MS} THEN 'weekly' END`;
  return databaseOf(env.DB)
    .select({ code, id, accountId, lookedAt, turn })
    .from(links)
    .where(gt(code, after))
    .orderBy(code)
    .limit(ROWS_PER_RUN);
}

/**
 * Scans links again a day after they were made, and then weekly as long as they are clicked: a destination may turn
 * bad after its link was accepted.
 */
export async function rescanLinks(env: Env, now: number): Promise<void> {
  const db = databaseOf(env.DB);
  const watch = await db.select({ lookedUpTo: threatWatch.lookedUpTo }).from(threatWatch).get();
  const candidates = await readCandidates(env, watch?.lookedUpTo ?? '', now);
  const rows = withinAccounts(candidates);
  const due = await dueOf(env, rows);
  const scanned = due.slice(0, RESCANS_PER_RUN);
  await scan(env, await withDestinations(env, scanned), now, {
    safe: { lookedAt: now, ...NOTHING_TO_SCAN },
    // The first time it becomes pending, so that the queue scans it.
    unjudgeable: { lookedAt: now, threat: sql`iif(${links.unjudgeableAt} IS NULL, 'pending', NULL)` },
  });

  const isLast = rows.length === candidates.length && candidates.length < ROWS_PER_RUN;
  const reached = due.length > scanned.length ? scanned.at(-1)?.code : isLast ? '' : rows.at(-1)?.code;
  await db.update(threatWatch).set({ lookedUpTo: reached ?? '' });
}

/** Whether a row is the link of `one`, a value of a JSON list. */
const isThat = sql`${links.code} = one.value ->> 'code' AND ${links.id} = one.value ->> 'id'`;

/** Reads the destinations of only those links that are scanned: a thousand long ones a minute would keep D1 busy. */
async function withDestinations(env: Env, scanned: readonly Candidate[]): Promise<ScannedLink[]> {
  if (scanned.length === 0) return [];
  return databaseOf(env.DB).all<ScannedLink>(
    sql`SELECT ${links.code}, ${links.id}, ${links.url} FROM json_each(${JSON.stringify(scanned)}) AS one
      CROSS JOIN ${links} ON ${isThat}`,
  );
}

/** The rows before the first weekly one of an account beyond ACCOUNTS_PER_RUN. */
function withinAccounts(rows: readonly Candidate[]): readonly Candidate[] {
  const accounts = new Set<string>();
  const end = rows.findIndex((row) => row.turn === 'weekly' && accounts.add(row.accountId).size > ACCOUNTS_PER_RUN);
  return end === -1 ? rows : rows.slice(0, end);
}

async function dueOf(env: Env, rows: readonly Candidate[]): Promise<Candidate[]> {
  const weekly = Map.groupBy(
    rows.filter(({ turn }) => turn === 'weekly'),
    (row) => row.accountId,
  );
  const clicks = await Promise.all([...weekly].map(([accountId, links]) => lastClicksOf(env, accountId, links)));
  const lastClickAt = new Map(clicks.flatMap((ofAccount) => Object.entries(ofAccount)));
  const isDue = ({ turn, id, lookedAt }: Candidate) =>
    turn === 'first' || (turn === 'weekly' && (lastClickAt.get(id) ?? 0) > (lookedAt ?? 0));
  return rows.filter(isDue);
}

/** Reads last clicks from an object of statistics. If it does not respond, the next walk asks again. */
const lastClicksOf = (env: Env, accountId: string, links: readonly Candidate[]): Promise<Record<string, number>> =>
  lastClicks(
    env,
    accountId,
    links.map(({ id }) => id),
  ).catch((error) => {
    logFault(error, { doing: 'read last clicks', account: accountId });
    return {};
  });

/** The columns to set for each verdict but `unsafe`. */
type Notes = { readonly [status in Exclude<Status, 'unsafe'>]?: Note };
type Note = SQLiteUpdateSetSource<typeof links>;

async function scan(env: Env, scanned: readonly ScannedLink[], now: number, notes: Notes): Promise<void> {
  for (let from = 0; from < scanned.length; from += SCANS_AT_ONCE) {
    const some = scanned.slice(from, from + SCANS_AT_ONCE);
    const urls = some.map(({ url }) => url);
    const statuses = await checkDestinations(env, urls, now, { ignoresBreaker: true });
    const withStatus = (status: Status) => some.filter((_, index) => statuses[index] === status);
    await Promise.all([
      ...withStatus('unsafe').map((link) => block(env, link, now)),
      ...(['safe', 'unknown', 'unjudgeable'] as const).map((status) =>
        note(env, withStatus(status), now, notes[status]),
      ),
    ]);
  }
}

/** Blocks an unsafe link. A failure is logged, stops no other scan, and is made up for by a later scan. */
async function block(env: Env, link: ScannedLink, now: number): Promise<void> {
  try {
    await blockUnsafe(env, link, now);
  } catch (error) {
    // A Refusal: the code has another link or destination by now, which was checked when it was set.
    if (!(error instanceof Refusal)) logFault(error, { doing: 'block unsafe link', link: link.id });
  }
}

/** Sets the columns of all links in one statement, because the platform limits the queries of an invocation. */
async function note(env: Env, scanned: readonly ScannedLink[], now: number, set: Note | undefined): Promise<void> {
  if (set === undefined || scanned.length === 0) return;
  const isAsScanned = sql`${isThat} AND ${links.url} = one.value ->> 'url'`;
  const noted = await databaseOf(env.DB)
    .update(links)
    .set(set)
    .from(sql`json_each(${JSON.stringify(scanned)}) AS one`)
    .where(and(isAsScanned, eq(links.accepted, false)))
    .returning({ id: links.id, unjudgeableAt: links.unjudgeableAt });
  for (const { id, unjudgeableAt } of noted) if (unjudgeableAt === now) logUnjudgeable(id);
}

/** Logs an unjudgeable link once. From then on GET /admin/threats shows it. */
const logUnjudgeable = (link: string): void =>
  console.error(JSON.stringify({ unjudgeable: 'The threat service refuses to judge a destination', link }));
