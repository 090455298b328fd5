/** Writes links into the stores of a target directly, with the product's own codecs. */
import { getTableColumns } from 'drizzle-orm';
import type { V4WorkerOptions } from 'miniflare';
import { links } from '#api/database/schema';
import { encodeEntry, entryKey, entryOf } from '#domain/edge-entry';
import type { Link } from '#domain/link';
import { memoryKvBinding } from './bundle';
import type { Target } from './target';

const SEED = 'seed';
/** The number of links per statement and per request: about a megabyte. */
const LINKS_AT_ONCE = 5_000;

/** A worker that forwards every request to the in-memory store of a KV namespace. */
export const seedWorker = async (namespaceId: string): Promise<V4WorkerOptions> => ({
  name: SEED,
  modules: true,
  script: 'export default { fetch: (request, env) => env.STORE.fetch(request) };',
  compatibilityDate: '2026-08-01',
  unsafeBindings: [await memoryKvBinding('STORE', namespaceId, true)],
});

/** Puts the edge entries of plain links into KV. */
export async function seedEntries(target: Target, all: readonly Link[]): Promise<void> {
  for (const some of portionsOf(all)) {
    const entries = some.map((link) => [entryKey(link.code), encodeEntry(entryOf(link, link.url))]);
    const response = await fetch(`${target.origin(SEED)}/many`, { method: 'POST', body: JSON.stringify(entries) });
    if (!response.ok) throw new Error(`The request that seeds KV got ${response.status}`);
  }
}

/** Inserts links into the D1 that a worker binds as DB. */
export async function seedRows(target: Target, worker: string, all: readonly Link[]): Promise<void> {
  const columns = getTableColumns(links);
  const names = Object.keys(rowOf(all[0] as Link)) as (keyof typeof columns)[];
  const values = names.map((_, column) => `value ->> ${column}`);
  const sql = `INSERT INTO links (${names.map((name) => columns[name].name)}) SELECT ${values} FROM json_each(?1)`;
  for (const some of portionsOf(all)) {
    const rows = some.map((link) => Object.values(rowOf(link)));
    await target.sql(worker, [{ sql, values: [JSON.stringify(rows)] }]);
  }
}

const rowOf = (link: Link) =>
  ({
    code: link.code,
    alias: link.alias,
    id: link.id,
    accountId: link.accountId,
    url: link.url,
    createdAt: link.createdAt,
    putAt: link.createdAt,
    quietAt: link.createdAt,
  }) satisfies typeof links.$inferInsert;

function* portionsOf(all: readonly Link[]): Generator<readonly Link[]> {
  for (let from = 0; from < all.length; from += LINKS_AT_ONCE) yield all.slice(from, from + LINKS_AT_ONCE);
}
