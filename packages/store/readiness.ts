/** Whether the service is ready: D1 responds, and has every migration of this version (specification 16.1). */
import { logFault, withinMs } from './faults';
import { perIsolate } from './isolate';

/** The last file of migrations/. Migrations are applied in order, so a database that has it has all of them. */
export const NEWEST_MIGRATION = '0001_swiftlet.sql';

/** How long an isolate uses its last check, so that no client can make it read D1 more often. */
const TTL_MS = 5_000;
/** A read of D1 that takes longer counts as failed. It is shorter than TTL_MS, so that one check runs at a time. */
const LIMIT_MS = 3_000;

type Bindings = { readonly DB: D1Database };
type Check = { readonly at: number; readonly isReady: Promise<boolean> };

const lastCheckOf = perIsolate<Bindings, { check?: Check }>(() => ({}));

/**
 * Returns whether the service is ready, as this isolate saw it at most five seconds ago.
 * @param now epoch milliseconds
 * @param ctx keeps a check running after its client has disconnected, because other requests wait for the same check
 */
export function isReady(env: Bindings, now: number, ctx: Pick<ExecutionContext, 'waitUntil'>): Promise<boolean> {
  const last = lastCheckOf(env);
  const { check } = last;
  if (check !== undefined && now >= check.at && now < check.at + TTL_MS) return check.isReady;
  const isReadyNow = isMigrated(env);
  ctx.waitUntil(isReadyNow);
  last.check = { at: now, isReady: isReadyNow };
  return isReadyNow;
}

async function isMigrated({ DB }: Bindings): Promise<boolean> {
  try {
    const found = DB.prepare('SELECT 1 FROM d1_migrations WHERE name = ?1').bind(NEWEST_MIGRATION).first();
    return (await withinMs(LIMIT_MS, found)) !== null;
  } catch (error) {
    logFault(error, { doing: 'look for the newest migration' });
    return false;
  }
}
