/** Reads every stored value of D1, KV and the objects. It does not read values of earlier test files again. */
import { listDurableObjectIds, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { METRICS_OBJECT } from '#domain/metrics';

/** A stored value and its place: `D1 links.url`, `KV plain entry`, `CLICKS limits`. */
export type Stored = { readonly place: string; readonly value: unknown };

const OBJECTS = ['KEYS', 'ADDRESSES', 'CLICKS', 'STATISTICS'] as const;
/**
 * The greatest number of KeyMeter objects that are read after a file. The suite makes 4,800, nearly all with only a
 * record and a count; starting them took 27 s on a busy computer. `npm run test:long`, and other classes, have no
 * limit.
 */
const MAX_KEYS = env.TEST_LONG ? Number.POSITIVE_INFINITY : 10;
/** The number of objects that are read at once. */
const AT_ONCE = 50;

const known = new Map<string, Set<string>>();

/** Returns the names that it has not returned before. */
function unseen(store: string, names: readonly string[]): string[] {
  const before = known.get(store) ?? new Set();
  known.set(store, before);
  const news = names.filter((name) => !before.has(name));
  for (const name of news) before.add(name);
  return news;
}

const TABLES = `SELECT tables.name AS name, columns.name AS key FROM sqlite_master AS tables, pragma_table_info(tables.name) AS columns
  WHERE tables.type = 'table' AND tables.name NOT GLOB '_cf_*' AND tables.name NOT GLOB 'sqlite_*' AND columns.pk = 1`;
type Table = { readonly name: string; readonly key: string };
type Row = Record<string, unknown>;

/** Every row of D1 whose primary key is new. */
async function newRows(): Promise<(Table & { rows: Row[] })[]> {
  const { results: tables } = await env.DB.prepare(TABLES).all<Table>();
  const results = await env.DB.batch<Row>(
    tables.map(({ name, key }) =>
      env.DB.prepare(`SELECT * FROM "${name}" WHERE "${key}" NOT IN (SELECT value FROM json_each(?1))`).bind(
        JSON.stringify([...(known.get(`D1 ${name}`) ?? [])]),
      ),
    ),
  );
  return tables.map(({ name, key }, i) => {
    const rows = results[i]?.results ?? [];
    unseen(
      `D1 ${name}`,
      rows.map((row) => String(row[key])),
    );
    return { name, key, rows };
  });
}

async function namesInKv(): Promise<{ name: string; metadata?: unknown }[]> {
  const names: { name: string; metadata?: unknown }[] = [];
  let cursor: string | null = null;
  do {
    const page: KVNamespaceListResult<unknown> = await env.ROUTES.list({ cursor });
    names.push(...page.keys);
    cursor = page.list_complete ? null : page.cursor;
  } while (cursor !== null);
  return names;
}

/** Yields the new values of KV. @param guarded the KV keys of protected links */
async function* inKv(guarded: ReadonlySet<string>): AsyncGenerator<Stored> {
  const listed = await namesInKv();
  yield { place: 'KV keys', value: listed.filter(({ name }) => !known.get('KV')?.has(name)) };
  const entries = unseen(
    'KV',
    listed.map(({ name }) => name).filter((name) => name.startsWith('l:')),
  );
  for (let i = 0; i < entries.length; i += 100) {
    for (const [key, value] of await env.ROUTES.get(entries.slice(i, i + 100), 'text')) {
      yield { place: guarded.has(key) ? 'KV entry of a protected link' : 'KV plain entry', value };
    }
  }
  for (const { name } of listed) {
    if (!name.startsWith('l:')) yield { place: `KV ${name}`, value: await env.ROUTES.get(name, 'text') };
  }
}

/** The stored values of an object: one per column of every row, and one per key. */
function storedIn(binding: string, { sql, kv }: DurableObjectStorage): Stored[] {
  const tables = sql.exec<{ name: string }>(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_cf_*'",
  );
  const rows = tables.toArray().flatMap(({ name }) =>
    sql
      .exec(`SELECT * FROM "${name}"`)
      .toArray()
      .flatMap((row) => listCells(`${binding} ${name}`, row)),
  );
  return [
    ...rows,
    ...Array.from(kv.list(), ([name, value]) => ({ place: `${binding} ${name}`, value: [name, value] })),
  ];
}

const listCells = (place: string, row: Row): Stored[] =>
  Object.entries(row).map(([column, value]) => ({ place: `${place}.${column}`, value }));

/** Yields every value of D1, KV and the objects that is new since the last call. */
export async function* newlyStored(): AsyncGenerator<Stored> {
  const guarded = new Set<string>();
  for (const { name, rows } of await newRows()) {
    for (const row of rows) {
      yield* listCells(`D1 ${name}`, row);
      if (name === 'links' && row.password !== null && row.dirty === 0) guarded.add(`l:${row.code}`);
    }
  }
  yield* inKv(guarded);
  for (const binding of OBJECTS) {
    const all = (await listDurableObjectIds(env[binding] as DurableObjectNamespace)).map(String);
    const made = unseen(binding, all);
    // The object with the sums of the metrics gets new values in every file.
    const sums = String(env.STATISTICS.idFromName(METRICS_OBJECT));
    const again = all.filter((id) => id === sums && !made.includes(id));
    const ids = [...(binding === 'KEYS' ? sampled(made) : made), ...again];
    for (let i = 0; i < ids.length; i += AT_ONCE) {
      const objects = ids.slice(i, i + AT_ONCE).map((id) => dumped(binding, id));
      yield* (await Promise.all(objects)).flat();
    }
  }
}

/** A sample of at most MAX_KEYS ids, at equal distances. */
const sampled = (ids: readonly string[]): string[] => {
  const step = Math.max(1, ids.length / MAX_KEYS);
  return ids.filter((_, place) => Math.floor(place / step) > Math.floor((place - 1) / step));
};

function dumped(binding: (typeof OBJECTS)[number], id: string): Promise<Stored[]> {
  const namespace = env[binding] as DurableObjectNamespace;
  return runInDurableObject(namespace.get(namespace.idFromString(id)), (_, { storage }) => storedIn(binding, storage));
}
