/** The keys of a history, and what their accounts have: links in D1, and the counters of limited links. */
import { runDurableObjectAlarm } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import type { NewKey } from '../world';

/**
 * The keys of a history. The two makers create links with the same aliases. `own` is a key of the first maker's account
 * for its own links. The caller only makes calls.
 */
export type HistoryKeys = { readonly makers: readonly NewKey[]; readonly own: NewKey; readonly caller: NewKey };

export type Row = {
  code: string;
  id: string;
  version: number;
  dirty: number;
  account_id: string;
  url: string;
  password: string | null;
  max_clicks: number | null;
  expires_at: number | null;
  gone: string | null;
  blocked: string | null;
};

/** The makers' links in D1. */
export async function readRows({ makers }: HistoryKeys): Promise<Row[]> {
  const ofMakers = env.DB.prepare('SELECT * FROM links WHERE account_id IN (SELECT value FROM json_each(?1))');
  const ids = makers.map(({ accountId }) => accountId);
  return (await ofMakers.bind(JSON.stringify(ids)).all<Row>()).results;
}

/** Runs the alarms of the counters of limited links, as the platform does when they are due. */
export async function wakeCounters(keys: HistoryKeys): Promise<void> {
  for (const { id, max_clicks } of await readRows(keys))
    if (max_clicks !== null) await runDurableObjectAlarm(env.CLICKS.getByName(id)).catch(() => undefined);
}
