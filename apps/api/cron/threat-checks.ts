/**
 * Checks the destinations of links: of pending ones once a minute (specification 6.4), and of all others after a day
 * and then weekly as long as they are clicked (specification 6.5).
 */
import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import type { SQLiteUpdateSetSource } from 'drizzle-orm/sqlite-core';
import { oneMore, openDatabase } from '#api/database/database';
import { links, threatWatch } from '#api/database/schema';
import { blockUnsafe, NOTHING_TO_CHECK } from '#api/links/link-changes';
import type { Env } from '#api/platform/env';
import { readLastClicks } from '#api/statistics/statistics';
import { checkDestinations } from '#api/threats/check';
import type { Verdict } from '#api/threats/threat-service';
import type { Link } from '#domain/link';
import { Refusal } from '#domain/refusal';
import { logFault } from '#store/faults';

const PENDING_PER_RUN = 60;
/**
 * How often the service may give no verdict on a destination, a minute apart, before the link becomes unjudgeable
 * (specification 6.4).
 */
const MAX_REFUSED_CHECKS = 5;

const CHECKED = { code: links.code, id: links.id, url: links.url };

/** Checks pending links, such as those created while the service did not respond, even if the breaker is open. */
export async function checkPending(env: Env, now: number): Promise<void> {
  const pending = await readPending(env);
  const staysPending = sql`${links.refusedChecks} + 1 < ${MAX_REFUSED_CHECKS}`;
  // For a safe link `checkedAt` becomes null, so its check a day after the creation is still due. A link with an
  // unknown verdict moves to the end of the queue.
  await checkAndRecord(env, pending, now, {
    safe: { checkedAt: null, ...NOTHING_TO_CHECK },
    unknown: { checkedAt: now },
    unjudgeable: {
      checkedAt: now,
      refusedChecks: oneMore(links.refusedChecks),
      threat: sql`iif(${staysPending}, ${links.threat}, NULL)`,
      unjudgeableAt: sql`iif(${staysPending}, NULL, ${now})`,
    },
  });
}

/** Reads pending links. Links on which the service has given no verdict come last, so that they delay no other link. */
function readPending(env: Env): Promise<CheckedLink[]> {
  const db = openDatabase(env.DB);
  const some = db
    .select({ code: links.code })
    .from(links)
    .where(eq(links.threat, 'pending').inlineParams())
    .orderBy(sql`${links.refusedChecks} > 0`, sql`coalesce(${links.checkedAt}, ${links.createdAt})`)
    .limit(PENDING_PER_RUN);
  return db.select(CHECKED).from(links).where(inArray(links.code, some));
}

const ROWS_PER_RUN = 1_000;
const RECHECKS_PER_RUN = 120;
/** How many statistics objects a run calls for last clicks. */
const ACCOUNTS_PER_RUN = 30;
const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;

/**
 * A row of the walk. `kind` is the check that may be due, or null. A weekly one needs a click since the last check.
 */
type Candidate = Pick<typeof links.$inferSelect, 'code' | 'id' | 'accountId' | 'checkedAt'> & {
  readonly kind: 'first' | 'weekly' | null;
};

/**
 * Reads the next thousand rows of a walk through the table. A walk is cheaper than an index, which every creation of a
 * link would have to update.
 */
function readCandidates(env: Env, after: string, now: number): Promise<Candidate[]> {
  const { code, id, accountId, checkedAt, createdAt, gone, blocked, threat, accepted } = links;
  const kind = sql<Candidate['kind']>`CASE
    WHEN ${gone} IS NOT NULL OR ${blocked} IS NOT NULL OR ${threat} IS NOT NULL OR ${accepted} THEN NULL
    WHEN ${checkedAt} IS NULL AND ${createdAt} <= ${now - DAY_MS} THEN 'first' WHEN ${checkedAt} <= ${now - WEEK_MS} THEN 'weekly' END`;
  return openDatabase(env.DB)
    .select({ code, id, accountId, checkedAt, kind })
    .from(links)
    .where(gt(code, after))
    .orderBy(code)
    .limit(ROWS_PER_RUN);
}

/**
 * Checks links again a day after their creation, and then weekly as long as they are clicked. A destination may become
 * unsafe after the creation of its link.
 */
export async function recheckLinks(env: Env, now: number): Promise<void> {
  const db = openDatabase(env.DB);
  const watch = await db.select({ checkedUpTo: threatWatch.checkedUpTo }).from(threatWatch).get();
  const candidates = await readCandidates(env, watch?.checkedUpTo ?? '', now);
  const rows = withinAccountLimit(candidates);
  const due = await filterDue(env, rows);
  const checked = due.slice(0, RECHECKS_PER_RUN);
  await checkAndRecord(env, await withDestinations(env, checked), now, {
    safe: { checkedAt: now, ...NOTHING_TO_CHECK },
    // An unjudgeable link becomes pending the first time, so that `checkPending` checks it again.
    unjudgeable: { checkedAt: now, threat: sql`iif(${links.unjudgeableAt} IS NULL, 'pending', NULL)` },
  });

  const isLast = rows.length === candidates.length && candidates.length < ROWS_PER_RUN;
  const reached = due.length > checked.length ? checked.at(-1)?.code : isLast ? '' : rows.at(-1)?.code;
  await db.update(threatWatch).set({ checkedUpTo: reached ?? '' });
}

/** Reads the destinations of the links to check. Reading those of all candidates would keep D1 busy. */
async function withDestinations(env: Env, checked: readonly Candidate[]): Promise<CheckedLink[]> {
  if (checked.length === 0) return [];
  return openDatabase(env.DB).all<CheckedLink>(
    sql`SELECT ${links.code}, ${links.id}, ${links.url} FROM json_each(${JSON.stringify(checked)}) AS one
      CROSS JOIN ${links} ON ${isSameLink}`,
  );
}

/** Returns the rows before the first weekly check that needs more than ACCOUNTS_PER_RUN statistics objects. */
function withinAccountLimit(rows: readonly Candidate[]): readonly Candidate[] {
  const accounts = new Set<string>();
  const end = rows.findIndex((row) => row.kind === 'weekly' && accounts.add(row.accountId).size > ACCOUNTS_PER_RUN);
  return end === -1 ? rows : rows.slice(0, end);
}

/** Returns the rows whose check is due. */
async function filterDue(env: Env, rows: readonly Candidate[]): Promise<Candidate[]> {
  const weekly = Map.groupBy(
    rows.filter(({ kind }) => kind === 'weekly'),
    (row) => row.accountId,
  );
  const clicks = await Promise.all([...weekly].map(([accountId, links]) => tryReadLastClicks(env, accountId, links)));
  const lastClickAt = new Map(clicks.flatMap((ofAccount) => Object.entries(ofAccount)));
  const isDue = ({ kind, id, checkedAt }: Candidate) =>
    kind === 'first' || (kind === 'weekly' && (lastClickAt.get(id) ?? 0) > (checkedAt ?? 0));
  return rows.filter(isDue);
}

/** Reads last clicks from a statistics object. If the object does not respond, the next walk tries again. */
const tryReadLastClicks = (env: Env, accountId: string, links: readonly Candidate[]): Promise<Record<string, number>> =>
  readLastClicks(
    env,
    accountId,
    links.map(({ id }) => id),
  ).catch((error) => {
    logFault(error, { doing: 'read last clicks', account: accountId });
    return {};
  });

/** How many destinations share one time limit. */
const CHECKS_AT_ONCE = 30;

/** A link as it was read. Its verdict holds only while the code still has this id and this destination. */
type CheckedLink = Pick<Link, 'code' | 'id' | 'url'>;

/** The condition that a row is the link in `one`, a value of a JSON list. */
const isSameLink = sql`${links.code} = one.value ->> 'code' AND ${links.id} = one.value ->> 'id'`;

/** The columns to set for each verdict except `unsafe`. */
type ColumnsByVerdict = { readonly [verdict in Exclude<Verdict, 'unsafe'>]?: Columns };
type Columns = SQLiteUpdateSetSource<typeof links>;

/** Checks destinations, blocks the links of unsafe ones, and sets columns of the others by their verdicts. */
async function checkAndRecord(
  env: Env,
  checked: readonly CheckedLink[],
  now: number,
  columnsByVerdict: ColumnsByVerdict,
): Promise<void> {
  for (let from = 0; from < checked.length; from += CHECKS_AT_ONCE) {
    const some = checked.slice(from, from + CHECKS_AT_ONCE);
    const urls = some.map(({ url }) => url);
    const verdicts = await checkDestinations(env, urls, now, { ignoresBreaker: true });
    const withVerdict = (verdict: Verdict) => some.filter((_, index) => verdicts[index] === verdict);
    await Promise.all([
      ...withVerdict('unsafe').map((link) => block(env, link, now)),
      ...(['safe', 'unknown', 'unjudgeable'] as const).map((verdict) =>
        setColumns(env, withVerdict(verdict), now, columnsByVerdict[verdict]),
      ),
    ]);
  }
}

/** Blocks an unsafe link. A failure is logged and stops no other check. A later check tries again. */
async function block(env: Env, link: CheckedLink, now: number): Promise<void> {
  try {
    await blockUnsafe(env, link, now);
  } catch (error) {
    // A Refusal means that the link was changed or accepted meanwhile. A new destination was checked when it was set.
    if (!(error instanceof Refusal)) logFault(error, { doing: 'block unsafe link', link: link.id });
  }
}

/** Sets columns of all these links in one statement, because the platform limits the queries of an invocation. */
async function setColumns(
  env: Env,
  checked: readonly CheckedLink[],
  now: number,
  set: Columns | undefined,
): Promise<void> {
  if (set === undefined || checked.length === 0) return;
  const isUnchanged = sql`${isSameLink} AND ${links.url} = one.value ->> 'url'`;
  const changed = await openDatabase(env.DB)
    .update(links)
    .set(set)
    .from(sql`json_each(${JSON.stringify(checked)}) AS one`)
    .where(and(isUnchanged, eq(links.accepted, false)))
    .returning({ id: links.id, unjudgeableAt: links.unjudgeableAt });
  for (const { id, unjudgeableAt } of changed) if (unjudgeableAt === now) logUnjudgeable(id);
}

/** Logs a link that has become unjudgeable. From then on GET /admin/threats shows the link. */
const logUnjudgeable = (link: string): void =>
  console.error(JSON.stringify({ unjudgeable: 'The threat service refuses to judge a destination', link }));
