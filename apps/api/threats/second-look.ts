/** Looking at links again: those that could not be judged within a minute, every other after a day. */
import { Refusal } from '#domain/refusal';
import { databaseFor } from '#store/database';
import type { Env } from '../env';
import { blockUnsafe } from '../link-changes';
import { logFault } from '../log';
import { checkDestinations } from './check';
import type { Status } from './verdict';

const PENDING_PER_RUN = 60;
const ROWS_PER_RUN = 1_000;
const LOOKS_PER_RUN = 120;
/** So many share one budget of time. */
const LOOKS_AT_ONCE = 30;
const DAY_MS = 86_400_000;

/** A link as it was read. A judgement holds for it as long as its code has that id and that destination. */
type Looked = { readonly code: string; readonly id: string; readonly url: string };

const PENDING = `SELECT code, id, url FROM links WHERE threat = 'pending'
  ORDER BY coalesce(looked_at, created_at) LIMIT ${PENDING_PER_RUN}`;

/** Judges links that were made while the service did not answer. Not held back by the breaker. */
export async function lookAtPending(env: Env, now: number): Promise<void> {
  const { results } = await databaseFor(env, '').prepare(PENDING).all<Looked>();
  // The look after a day is still to come. What stays unknown goes to the end of the queue.
  await look(env, results, now, { safe: 'threat = NULL, looked_at = NULL', unknown: 'looked_at = ?1' });
}

type Candidate = Looked & { readonly isDue: number };

// The whole table passes by once in a while, a thousand rows a minute: cheaper than an index every creation would pay for.
const CANDIDATES = `SELECT code, id, url,
  looked_at IS NULL AND created_at <= ?2 AND gone IS NULL AND blocked IS NULL AND threat IS NULL AS isDue
  FROM links WHERE code > ?1 ORDER BY code LIMIT ${ROWS_PER_RUN}`;

/** Judges links again a day after they were made: destinations turn bad once they have been let in. */
export async function lookAgain(env: Env, now: number): Promise<void> {
  const db = databaseFor(env, '');
  const watch = await env.DB.prepare('SELECT looked_up_to FROM threat_watch').first<{ looked_up_to: string }>();
  const { results } = await db
    .prepare(CANDIDATES)
    .bind(watch?.looked_up_to ?? '', now - DAY_MS)
    .all<Candidate>();
  const due = results.filter((row) => row.isDue === 1);
  const looked = due.slice(0, LOOKS_PER_RUN);
  await look(env, looked, now, { safe: 'looked_at = ?1' });

  const isCutShort = due.length > looked.length;
  const reached = isCutShort ? looked.at(-1)?.code : results.length === ROWS_PER_RUN ? results.at(-1)?.code : '';
  await env.DB.prepare('UPDATE threat_watch SET looked_up_to = ?1')
    .bind(reached ?? '')
    .run();
}

/** What is noted of a link that was not found unsafe: the SET clause of its status. */
type Notes = { readonly [status in 'safe' | 'unknown']?: string };

async function look(env: Env, links: readonly Looked[], now: number, notes: Notes): Promise<void> {
  for (let from = 0; from < links.length; from += LOOKS_AT_ONCE) {
    const some = links.slice(from, from + LOOKS_AT_ONCE);
    const urls = some.map(({ url }) => url);
    const statuses = await checkDestinations(env, urls, now, { isPatient: true });
    const withStatus = (status: Status) => some.filter((_, index) => statuses[index] === status);
    await Promise.all([
      ...withStatus('unsafe').map((link) => block(env, link, now)),
      ...(['safe', 'unknown'] as const).map((status) => note(env, withStatus(status), now, notes[status])),
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
  await databaseFor(env, '')
    .prepare(
      `UPDATE links SET ${set} FROM json_each(?2) AS one
       WHERE code = one.value ->> 'code' AND links.id = one.value ->> 'id' AND url = one.value ->> 'url'`,
    )
    .bind(now, JSON.stringify(links))
    .run();
}
