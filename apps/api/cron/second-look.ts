/** Looking at links again: those that could not be judged within a minute, every other after a day, then weekly while clicked. */
import { blockUnsafe } from '#api/links/link-changes';
import { NOTHING_TO_JUDGE } from '#api/links/nothing-to-judge';
import type { Env } from '#api/platform/env';
import { lastClicks } from '#api/statistics/statistics';
import { checkDestinations } from '#api/threats/check';
import type { Status } from '#api/threats/verdict';
import { Refusal } from '#domain/refusal';
import { databaseFor } from '#store/database';
import { logFault } from '#store/log-fault';

const PENDING_PER_RUN = 60;
const ROWS_PER_RUN = 1_000;
const LOOKS_PER_RUN = 120;
/** So many share one budget of time. */
const LOOKS_AT_ONCE = 30;
/** So many statistics objects are asked for last clicks. */
const ACCOUNTS_PER_RUN = 30;
/** So often the service may refuse to judge a destination, a minute apart; then that is the operator's to do. */
const REFUSED_LOOKS = 5;
const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;

/** A link as it was read. A judgement holds for it as long as its code has that id and that destination. */
type Looked = { readonly code: string; readonly id: string; readonly url: string };

// What the service has refused before comes last: whoever makes hundreds of such links keeps no other waiting.
const PENDING = `SELECT code, id, url FROM links WHERE code IN (SELECT code FROM links WHERE threat = 'pending'
  ORDER BY refused_looks > 0, coalesce(looked_at, created_at) LIMIT ${PENDING_PER_RUN})`;

/** Judges links that were made while the service did not answer. Not held back by the breaker. */
export async function lookAtPending(env: Env, now: number): Promise<void> {
  const { results } = await databaseFor(env, '').prepare(PENDING).all<Looked>();
  // The look after a day is still to come. What stays unknown goes to the end of the queue.
  await look(env, results, now, {
    safe: `looked_at = NULL, ${NOTHING_TO_JUDGE}`,
    unknown: 'looked_at = ?1',
    unjudgeable: `looked_at = ?1, refused_looks = refused_looks + 1,
      threat = iif(refused_looks + 1 < ${REFUSED_LOOKS}, threat, NULL),
      unjudgeable_at = iif(refused_looks + 1 < ${REFUSED_LOOKS}, NULL, ?1)`,
  });
}

/** `turn`: why its turn has come, unless it has not. A weekly one is due only if it was clicked since. */
type Candidate = Omit<Looked, 'url'> & {
  readonly account_id: string;
  readonly looked_at: number | null;
  readonly turn: 'first' | 'weekly' | null;
};

// The whole table passes by once in a while, a thousand rows a minute: cheaper than an index every creation would pay for.
const CANDIDATES = `SELECT code, id, account_id, looked_at,
  CASE WHEN gone IS NOT NULL OR blocked IS NOT NULL OR threat IS NOT NULL OR accepted THEN NULL
    WHEN looked_at IS NULL AND created_at <= ?2 THEN 'first' WHEN looked_at <= ?3 THEN 'weekly' END AS turn
  FROM links WHERE code > ?1 ORDER BY code LIMIT ${ROWS_PER_RUN}`;

/**
 * Judges links again a day after they were made, and weekly as long as they are clicked: destinations turn bad once they
 * have been let in.
 */
export async function lookAgain(env: Env, now: number): Promise<void> {
  const db = databaseFor(env, '');
  const watch = await env.DB.prepare('SELECT looked_up_to FROM threat_watch').first<{ looked_up_to: string }>();
  const { results } = await db
    .prepare(CANDIDATES)
    .bind(watch?.looked_up_to ?? '', now - DAY_MS, now - WEEK_MS)
    .all<Candidate>();
  const rows = withinAccounts(results);
  const due = await dueOf(env, rows);
  const looked = due.slice(0, LOOKS_PER_RUN);
  await look(env, await withDestinations(env, looked), now, {
    safe: `looked_at = ?1, ${NOTHING_TO_JUDGE}`,
    // Pending, for the first time: the looks of the queue are to come.
    unjudgeable: "looked_at = ?1, threat = iif(unjudgeable_at IS NULL, 'pending', NULL)",
  });

  const isLast = rows.length === results.length && results.length < ROWS_PER_RUN;
  const reached = due.length > looked.length ? looked.at(-1)?.code : isLast ? '' : rows.at(-1)?.code;
  await env.DB.prepare('UPDATE threat_watch SET looked_up_to = ?1')
    .bind(reached ?? '')
    .run();
}

const DESTINATIONS = `SELECT links.code, links.id, links.url FROM json_each(?1) AS one
  CROSS JOIN links ON links.code = one.value ->> 'code' AND links.id = one.value ->> 'id'`;

/** The destinations of those that are looked at alone: a thousand long ones a minute would hold up D1. */
async function withDestinations(env: Env, looked: readonly Candidate[]): Promise<Looked[]> {
  if (looked.length === 0) return [];
  return (await databaseFor(env, '').prepare(DESTINATIONS).bind(JSON.stringify(looked)).all<Looked>()).results;
}

/** The rows up to the one whose account would be one too many to ask. */
function withinAccounts(rows: readonly Candidate[]): readonly Candidate[] {
  const accounts = new Set<string>();
  const end = rows.findIndex((row) => row.turn === 'weekly' && accounts.add(row.account_id).size > ACCOUNTS_PER_RUN);
  return end === -1 ? rows : rows.slice(0, end);
}

async function dueOf(env: Env, rows: readonly Candidate[]): Promise<Candidate[]> {
  const weekly = Map.groupBy(
    rows.filter(({ turn }) => turn === 'weekly'),
    (row) => row.account_id,
  );
  const clicks = await Promise.all([...weekly].map(([accountId, links]) => lastClicksOf(env, accountId, links)));
  const lastClickAt = new Map(clicks.flatMap((ofAccount) => Object.entries(ofAccount)));
  const isDue = ({ turn, id, looked_at }: Candidate) =>
    turn === 'first' || (turn === 'weekly' && (lastClickAt.get(id) ?? 0) > (looked_at ?? 0));
  return rows.filter(isDue);
}

/** An object that does not answer is asked again when the table next passes by. */
const lastClicksOf = (env: Env, accountId: string, links: readonly Candidate[]): Promise<Record<string, number>> =>
  lastClicks(
    env,
    accountId,
    links.map(({ id }) => id),
  ).catch((error) => {
    logFault(error, { doing: 'read last clicks', account: accountId });
    return {};
  });

/** What is noted of a link that was not found unsafe: the SET clause of its status. */
type Notes = { readonly [status in Exclude<Status, 'unsafe'>]?: string };

async function look(env: Env, links: readonly Looked[], now: number, notes: Notes): Promise<void> {
  for (let from = 0; from < links.length; from += LOOKS_AT_ONCE) {
    const some = links.slice(from, from + LOOKS_AT_ONCE);
    const urls = some.map(({ url }) => url);
    const statuses = await checkDestinations(env, urls, now, { isPatient: true });
    const withStatus = (status: Status) => some.filter((_, index) => statuses[index] === status);
    await Promise.all([
      ...withStatus('unsafe').map((link) => block(env, link, now)),
      ...(['safe', 'unknown', 'unjudgeable'] as const).map((status) =>
        note(env, withStatus(status), now, notes[status]),
      ),
    ]);
  }
}

/** One that cannot be blocked is logged and found again: it keeps no other from being looked at. */
async function block(env: Env, link: Looked, now: number): Promise<void> {
  try {
    await blockUnsafe(env, link, now);
  } catch (error) {
    // Another link has its code by now, or it leads elsewhere: that was judged when it was made.
    if (!(error instanceof Refusal)) logFault(error, { doing: 'block unsafe link', link: link.id });
  }
}

/** One statement for all of them, because an invocation has only so many. */
async function note(env: Env, links: readonly Looked[], now: number, set: string | undefined): Promise<void> {
  if (set === undefined || links.length === 0) return;
  const { results } = await databaseFor(env, '')
    .prepare(
      `UPDATE links SET ${set} FROM json_each(?2) AS one
       WHERE code = one.value ->> 'code' AND links.id = one.value ->> 'id' AND url = one.value ->> 'url' AND NOT accepted
       RETURNING links.id AS link, unjudgeable_at = ?1 AS is_given_up`,
    )
    .bind(now, JSON.stringify(links))
    .all<{ link: string; is_given_up: number | null }>();
  for (const { link, is_given_up } of results) if (is_given_up === 1) logUnjudgeable(link);
}

/** Once a link: GET /admin/threats shows it from now on. */
const logUnjudgeable = (link: string): void =>
  console.error(JSON.stringify({ unjudgeable: 'The threat service refuses to judge a destination', link }));
