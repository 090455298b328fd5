/**
 * Runs the jobs of the cron, once a minute. The jobs push the records of keys to objects that have older ones, carry out
 * deletions and ends of links that are due, repeat puts that KV may lack, run the canary, check destinations for threats, erase
 * deleted accounts, and delete expired rows of the console and events of accounts. A run that is late or repeated does
 * no harm.
 */
import { eq, inArray } from 'drizzle-orm';
import { purgeEvents } from '#api/accounts/accounts';
import { pushStaleKeys } from '#api/accounts/key-push';
import { announced, openDatabase } from '#api/database/database';
import { LINK_FIELDS } from '#api/database/link-columns';
import { links } from '#api/database/schema';
import { propagate } from '#api/links/propagate';
import { carryOutActs } from '#api/links/scheduled-acts';
import { republishDenylist } from '#api/platform/denylist';
import { type Env, parseConfig } from '#api/platform/env';
import { purgeConsole } from '#api/sign-in/sessions';
import { runCanary } from '#api/threats/watch';
import { CRON_RAN_AT, CRON_STEPS, type CronStep, nameCronFailureCounter } from '#domain/metrics';
import { logFault } from '#store/faults';
import { countUp, handOver, noteTime } from '#store/metrics';
import { eraseAccounts } from './erase-accounts';
import { checkPending, recheckLinks } from './threat-checks';

/**
 * How many links a run republishes, to stay within the 1,000 operations of an invocation. The others wait for the next
 * run.
 */
const PUBLISHED_PER_RUN = 200;

/** Runs every job, then hands over the metrics with the time of the run. A failing job is logged and stops no other. */
export async function runScheduledJobs(env: Env, now: number): Promise<void> {
  const jobs: Record<CronStep, (env: Env, now: number) => Promise<unknown>> = {
    denylist: republishDenylist,
    keys: pushStaleKeys,
    // These links are dirty then, and the next job publishes them.
    scheduled: carryOutActs,
    links: republishLinks,
    // The canary runs before the checks. They may use up the calls of the invocation, and then the canary would fail.
    canary: runCanary,
    pending: checkPending,
    rescan: recheckLinks,
    deletions: eraseAccounts,
    console: purgeConsole,
    events: purgeEvents,
  };
  for (const step of CRON_STEPS) await jobs[step](env, now).catch((error) => failed(env, error, step));
  noteTime(env, CRON_RAN_AT, now);
  if (parseConfig(env).metricsMs !== null) await handOver(env);
}

async function republishLinks(env: Env, now: number): Promise<void> {
  const db = openDatabase(env.DB);
  const isDirty = eq(links.dirty, true).inlineParams();
  const some = db.select({ code: links.code }).from(links).where(isDirty).orderBy(links.putAt).limit(PUBLISHED_PER_RUN);
  const dirty = await db
    .update(links)
    .set(announced(links, now))
    .where(inArray(links.code, some))
    .returning(LINK_FIELDS);
  const propagated = await Promise.allSettled(dirty.map((link) => propagate(env, link, now)));
  for (const one of propagated) if (one.status === 'rejected') failed(env, one.reason, 'links');
}

function failed(env: Env, error: unknown, step: CronStep): void {
  logFault(error, { doing: 'cron', step });
  countUp(env, nameCronFailureCounter(step));
}
