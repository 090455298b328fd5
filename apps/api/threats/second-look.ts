/** Looking at links again: those the service could not judge within a minute, every other after a day. */
import { databaseFor } from '#store/database';
import type { Env } from '../env';
import { blockLink } from '../link-changes';
import { checkDestinations } from './check';
import type { Status } from './verdict';

const PENDING_PER_RUN = 60;
const ROWS_PER_RUN = 1_000;
const LOOKS_PER_RUN = 120;
/** So many share one budget of time. */
const LOOKS_AT_ONCE = 30;
const DAY_MS = 86_400_000;

const BLOCK_REASON = 'threat';

type Looked = { readonly code: string; readonly url: string };

/** Judges links that were made while the service did not answer. Not held back by the breaker. */
export async function lookAtPending(env: Env, now: number): Promise<void> {
  const { results } = await databaseFor(env, '')
    .prepare(`SELECT code, url FROM links WHERE threat = 'pending' ORDER BY created_at LIMIT ${PENDING_PER_RUN}`)
    .all<Looked>();
  await look(env, results, now);
}

type Candidate = Looked & { readonly isDue: number };

// The whole table passes by once in a while, a thousand rows a minute: cheaper than an index every creation would pay for.
const CANDIDATES = `SELECT code, url,
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
  await look(env, looked, now);

  const isCutShort = due.length > looked.length;
  const reached = isCutShort ? looked.at(-1)?.code : results.length === ROWS_PER_RUN ? results.at(-1)?.code : '';
  await env.DB.prepare('UPDATE threat_watch SET looked_up_to = ?1')
    .bind(reached ?? '')
    .run();
}

async function look(env: Env, links: readonly Looked[], now: number): Promise<void> {
  for (let from = 0; from < links.length; from += LOOKS_AT_ONCE) {
    const some = links.slice(from, from + LOOKS_AT_ONCE);
    const statuses = await checkDestinations(
      env,
      some.map(({ url }) => url),
      now,
      { isPatient: true },
    );
    await act(env, some, statuses, now);
  }
}

/** Blocks what is unsafe and notes what is safe; what is unknown waits for the next run. */
async function act(env: Env, links: readonly Looked[], statuses: readonly Status[], now: number): Promise<void> {
  const withStatus = (status: Status) => links.filter((_, index) => statuses[index] === status);
  const safe = withStatus('safe').map(({ code, url }) =>
    databaseFor(env, code)
      .prepare('UPDATE links SET threat = NULL, looked_at = ?1 WHERE code = ?2 AND url = ?3')
      .bind(now, code, url),
  );
  if (safe.length > 0) await databaseFor(env, '').batch(safe);
  await Promise.all(withStatus('unsafe').map(({ code }) => blockLink(env, code, BLOCK_REASON, now)));
}
