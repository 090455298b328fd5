/**
 * The floors: for each kind of work the smallest handler that makes the same calls of stores. The variable FLOOR of a
 * worker names its handler.
 */
import { DurableObject } from 'cloudflare:workers';

type Env = {
  FLOOR: FloorName;
  DB: D1Database;
  ROUTES: KVNamespace;
  CLICKS: AnalyticsEngineDataset;
  COUNTERS: DurableObjectNamespace<Counter>;
};

/** What KV has of a link: its id, destination and click limit. */
export type Entry = { readonly i: string; readonly u: string; readonly m?: number | undefined };

const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';
const SCHEMA = [
  'CREATE TABLE links (code TEXT PRIMARY KEY, account_id TEXT, url TEXT, created_at INTEGER) WITHOUT ROWID',
  'CREATE INDEX links_by_account ON links (account_id, created_at)',
];
const INSERT = "INSERT INTO links (code, account_id, url, created_at) VALUES (?1, 'account', ?2, ?3)";
const KEY_REFUSED = JSON.stringify({
  statusCode: 401,
  timestamp: new Date(0).toISOString(),
  path: '/v2/shorten',
  method: 'POST',
  message: 'Invalid or inactive API key.',
  error: 'Unauthorized',
  errorType: 'KEY_INVALID',
});
const KEY_HEADERS = { 'Content-Type': 'application/json', 'WWW-Authenticate': 'Bearer', 'Cache-Control': 'no-store' };

/** The object of a limited link or of an API key: it counts up to a limit, with one write each time. */
export class Counter extends DurableObject {
  #taken = this.ctx.storage.kv.get<number>('taken') ?? 0;

  take(limit: number): boolean {
    if (this.#taken >= limit) return false;
    this.ctx.storage.kv.put('taken', ++this.#taken);
    return true;
  }
}

const redirectTo = (location: string): Response =>
  new Response(null, { status: 302, headers: { Location: location, 'Cache-Control': 'no-store' } });

const read = (env: Env, key: string) => env.ROUTES.get<Entry>(key, 'json');

const cache = new Map<string, Entry>();

async function readCached(env: Env, key: string): Promise<Entry | null> {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const entry = await read(env, key);
  if (entry !== null) cache.set(key, entry);
  return entry;
}

/** A visit: the entry, one call of the counter for a limited link, one analytics point, 302. */
async function visit({ url, headers, cf }: Request, env: Env, readEntry: typeof read): Promise<Response> {
  const start = url.indexOf('/', 8) + 1;
  const query = url.indexOf('?', start);
  const key = `l:${query === -1 ? url.slice(start) : url.slice(start, query)}`;
  const entry = await readEntry(env, key);
  if (entry === null) return new Response(null, { status: 404 });
  if (entry.m !== undefined && !(await env.COUNTERS.getByName(entry.i).take(entry.m)))
    return new Response(null, { status: 410 });
  const country = (cf?.country as string | undefined) ?? '';
  const blobs = [key, headers.get('Referer') ?? '', country, headers.get('User-Agent') ?? ''];
  env.CLICKS.writeDataPoint({ indexes: [key], blobs, doubles: [1] });
  return redirectTo(entry.u);
}

/** A creation: one call of the key's object, one row in D1 with its index entry, one KV put, 201. */
async function create(request: Request, env: Env): Promise<Response> {
  const { url } = await request.json<{ url: string }>();
  const location = URL.parse(url)?.href;
  if (location === undefined) return new Response(null, { status: 400 });
  const key = request.headers.get('Authorization') ?? '';
  if (!(await env.COUNTERS.getByName(key).take(1e12))) return new Response(null, { status: 429 });
  let code = '';
  for (const byte of crypto.getRandomValues(new Uint8Array(7))) code += ALPHABET[byte % ALPHABET.length];
  await env.DB.prepare(INSERT).bind(code, url, Date.now()).run();
  await env.ROUTES.put(`l:${code}`, JSON.stringify({ i: code, u: location }));
  return Response.json({ shortUrl: `https://s.example.com/${code}`, shortCode: code, url }, { status: 201 });
}

/** Fills the stores with a table and the entries of links. It is not measured. */
async function fill(request: Request, env: Env): Promise<Response> {
  const entries = await request.json<Entry[]>();
  await env.DB.batch(SCHEMA.map((sql) => env.DB.prepare(sql)));
  for (const entry of entries) await env.ROUTES.put(`l:${entry.i}`, JSON.stringify(entry));
  return new Response();
}

type Floor = (request: Request, env: Env) => Response | Promise<Response>;
export type FloorName = 'constant' | 'refusal' | 'visit' | 'visit-cached' | 'create' | 'fill';

const FLOORS: Record<FloorName, Floor> = {
  constant: () => redirectTo('https://www.example.com/'),
  refusal: () => new Response(KEY_REFUSED, { status: 401, headers: KEY_HEADERS }),
  visit: (request, env) => visit(request, env, read),
  'visit-cached': (request, env) => visit(request, env, readCached),
  create,
  fill,
};

export default { fetch: (request, env) => FLOORS[env.FLOOR](request, env) } satisfies ExportedHandler<Env>;
