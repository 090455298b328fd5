/**
 * Scans the destinations of links again: after a day, and then weekly as long as they are clicked (specification 6.5).
 */
import { gt, sql } from 'drizzle-orm';
import { databaseOf } from '#api/database/database';
import { links, threatWatch } from '#api/database/schema';
import { NOTHING_TO_SCAN } from '#api/links/nothing-to-scan';
import type { Env } from '#api/platform/env';
import { lastClicks } from '#api/statistics/statistics';
import { logFault } from '#store/log-fault';
import { isSameLink, type ScannedLink, scanDestinations } from './scan-destinations';

const ROWS_PER_RUN = 1_000;
const RESCANS_PER_RUN = 120;
/** How many statistics objects a run calls for last clicks. */
const ACCOUNTS_PER_RUN = 30;
const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;

/**
 * A row of the walk. `kind` is the scan that may be due, or null. A weekly scan also needs a click since the last scan.
 */
type Candidate = Pick<typeof links.$inferSelect, 'code' | 'id' | 'accountId' | 'scannedAt'> & {
  readonly kind: 'first' | 'weekly' | null;
};

/**
 * Reads the next thousand rows of a walk through the table. A walk is cheaper than an index, which every creation of a
 * link would have to update.
 */
function readCandidates(env: Env, after: string, now: number): Promise<Candidate[]> {
  const { code, id, accountId, scannedAt, createdAt, gone, blocked, threat, accepted } = links;
  const kind = sql<Candidate['kind']>`CASE
    WHEN ${gone} IS NOT NULL OR ${blocked} IS NOT NULL OR ${threat} IS NOT NULL OR ${accepted} THEN NULL
    WHEN ${scannedAt} IS NULL AND ${createdAt} <= ${now - DAY_MS} THEN 'first' WHEN ${scannedAt} <= ${now - WEEK_MS} THEN 'weekly' END`;
  return databaseOf(env.DB)
    .select({ code, id, accountId, scannedAt, kind })
    .from(links)
    .where(gt(code, after))
    .orderBy(code)
    .limit(ROWS_PER_RUN);
}

/**
 * Scans links again a day after their creation, and then weekly as long as they are clicked. A destination may become
 * unsafe after the creation of its link.
 */
export async function rescanLinks(env: Env, now: number): Promise<void> {
  const db = databaseOf(env.DB);
  const watch = await db.select({ scannedUpTo: threatWatch.scannedUpTo }).from(threatWatch).get();
  const candidates = await readCandidates(env, watch?.scannedUpTo ?? '', now);
  const rows = withinAccountLimit(candidates);
  const due = await filterDue(env, rows);
  const scanned = due.slice(0, RESCANS_PER_RUN);
  await scanDestinations(env, await withDestinations(env, scanned), now, {
    safe: { scannedAt: now, ...NOTHING_TO_SCAN },
    // An unjudgeable link becomes pending the first time, so that `scanPending` scans it again.
    unjudgeable: { scannedAt: now, threat: sql`iif(${links.unjudgeableAt} IS NULL, 'pending', NULL)` },
  });

  const isLast = rows.length === candidates.length && candidates.length < ROWS_PER_RUN;
  const reached = due.length > scanned.length ? scanned.at(-1)?.code : isLast ? '' : rows.at(-1)?.code;
  await db.update(threatWatch).set({ scannedUpTo: reached ?? '' });
}

/** Reads the destinations of the links to scan. Reading those of all candidates would keep D1 busy. */
async function withDestinations(env: Env, scanned: readonly Candidate[]): Promise<ScannedLink[]> {
  if (scanned.length === 0) return [];
  return databaseOf(env.DB).all<ScannedLink>(
    sql`SELECT ${links.code}, ${links.id}, ${links.url} FROM json_each(${JSON.stringify(scanned)}) AS one
      CROSS JOIN ${links} ON ${isSameLink}`,
  );
}

/** Returns the rows before the first weekly scan that needs more than ACCOUNTS_PER_RUN statistics objects. */
function withinAccountLimit(rows: readonly Candidate[]): readonly Candidate[] {
  const accounts = new Set<string>();
  const end = rows.findIndex((row) => row.kind === 'weekly' && accounts.add(row.accountId).size > ACCOUNTS_PER_RUN);
  return end === -1 ? rows : rows.slice(0, end);
}

/** Returns the rows whose scan is due. */
async function filterDue(env: Env, rows: readonly Candidate[]): Promise<Candidate[]> {
  const weekly = Map.groupBy(
    rows.filter(({ kind }) => kind === 'weekly'),
    (row) => row.accountId,
  );
  const clicks = await Promise.all([...weekly].map(([accountId, links]) => lastClicksOf(env, accountId, links)));
  const lastClickAt = new Map(clicks.flatMap((ofAccount) => Object.entries(ofAccount)));
  const isDue = ({ kind, id, scannedAt }: Candidate) =>
    kind === 'first' || (kind === 'weekly' && (lastClickAt.get(id) ?? 0) > (scannedAt ?? 0));
  return rows.filter(isDue);
}

/** Reads last clicks from a statistics object. If the object does not respond, the next walk tries again. */
const lastClicksOf = (env: Env, accountId: string, links: readonly Candidate[]): Promise<Record<string, number>> =>
  lastClicks(
    env,
    accountId,
    links.map(({ id }) => id),
  ).catch((error) => {
    logFault(error, { doing: 'read last clicks', account: accountId });
    return {};
  });
