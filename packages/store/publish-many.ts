/** Marks of links that were published together. Apart from publish.ts, because the redirect worker publishes one by one. */
import type { Link } from '#domain/link';
import { databaseFor, type LinkStore } from './database';

const CLEAR = `UPDATE links SET dirty = 0 FROM json_each(?2) AS put
  WHERE code = put.value ->> 'code' AND version = put.value ->> 'version' AND quiet_at <= ?1 AND dirty = 1`;

/** `clearMark` for many versions. One statement, because an invocation has only so many. */
export async function clearMarks(env: LinkStore, links: readonly Link[], now: number): Promise<void> {
  const put = links.map(({ code, version }) => ({ code, version }));
  await databaseFor(env, '').prepare(CLEAR).bind(now, JSON.stringify(put)).run();
}
