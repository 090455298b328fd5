/** The minute's cron: puts again what KV may lack, tells what was left untold, and looks again at links. Running twice, or late, comes to the same. */
import { tellUntold } from '#api/accounts/key-push';
import { tellEverybody } from '#api/links/link-changes';
import type { Env } from '#api/platform/env';
import { purgeConsole } from '#api/sign-in/purge';
import { runCanary } from '#api/threats/canary';
import { databaseFor } from '#store/database';
import { republishDenylist } from '#store/denylist';
import { LINK_COLUMNS, type LinkRow, linkOf } from '#store/link-row';
import { logFault } from '#store/log-fault';
import { ANNOUNCE } from '#store/publish';
import { buryLinks } from './bury-links';
import { lookAgain, lookAtPending } from './second-look';

/** Links a run republishes at most: within the 1,000 operations of an invocation. The rest waits for the next minute. */
const LINKS_PER_RUN = 200;

const DIRTY = `UPDATE links SET ${ANNOUNCE}
  WHERE code IN (SELECT code FROM links WHERE dirty = 1 ORDER BY put_at LIMIT ${LINKS_PER_RUN}) RETURNING ${LINK_COLUMNS}`;

/** Every step on its own: one that fails is logged and keeps no other from running. */
export async function sweep(env: Env, now: number): Promise<void> {
  const steps = {
    denylist: republishDenylist,
    keys: tellUntold,
    links: republishLinks,
    // Before the looks: an invocation that has used up its calls must not take the service for dead.
    canary: runCanary,
    pending: lookAtPending,
    looks: lookAgain,
    deletions: buryLinks,
    console: purgeConsole,
  };
  for (const [name, step] of Object.entries(steps)) await step(env, now).catch((error) => logSweep(error, name));
}

async function republishLinks(env: Env, now: number): Promise<void> {
  const { results } = await databaseFor(env, '').prepare(DIRTY).bind(now).all<LinkRow>();
  const told = await Promise.allSettled(results.map((row) => tellEverybody(env, linkOf(row), now)));
  for (const one of told) if (one.status === 'rejected') logSweep(one.reason, 'links');
}

const logSweep = (error: unknown, step: string) => logFault(error, { doing: 'sweep', step });
