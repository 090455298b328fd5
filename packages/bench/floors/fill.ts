/** Fills the stores of the floors: KV with the entries of links, D1 with a table. It is not measured. */
import type { EdgeEntry } from './edge-entry';

type Env = { DB: D1Database; ROUTES: KVNamespace };

const SCHEMA = [
  'CREATE TABLE links (code TEXT PRIMARY KEY, account_id TEXT, url TEXT, created_at INTEGER) WITHOUT ROWID',
  'CREATE INDEX links_by_account ON links (account_id, created_at)',
];

export default {
  async fetch(request, env): Promise<Response> {
    const entries = await request.json<EdgeEntry[]>();
    await env.DB.batch(SCHEMA.map((sql) => env.DB.prepare(sql)));
    for (const entry of entries) await env.ROUTES.put(`l:${entry.i}`, JSON.stringify(entry));
    return new Response();
  },
} satisfies ExportedHandler<Env>;
