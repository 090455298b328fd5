/** The worker of the control socket. A request must carry the token that the machine generated (SWIFTLET_WORD). */
import { timingSafeEqual } from 'node:crypto';
import type { MachineFigures } from '#domain/request-context';

type Entry = {
  fetch(request: Request): Promise<Response>;
  cron(scheduledTime: number): Promise<void>;
  open(): Promise<void>;
  setFull(isFull: boolean): Promise<void>;
  drain(): Promise<void>;
  setFigures(figures: MachineFigures): Promise<void>;
};

/** A process that serves visits alone has but SHORT. It gets only the commands that go to all (machine/control.ts). */
type ControlEnv = {
  readonly SWIFTLET_WORD: string;
  readonly DB: D1Database;
  readonly ROUTES: KVNamespace;
  readonly API: Entry;
  readonly SHORT: Entry;
};

type Command = (request: Request, env: ControlEnv, rest: string) => Promise<Response>;

const done = () => new Response(null, { status: 204 });

const POLL_MS = 100;

/** The workers of this process. */
const list = ({ API, SHORT }: ControlEnv): Entry[] => [API, SHORT].filter((one) => one !== undefined);

/** Requests a path of each worker. */
const askEach = (env: ControlEnv, apiPath: string, shortPath: string): Promise<Response[]> =>
  Promise.all(
    list(env).map((one) => one.fetch(new Request(`https://machine${one === env.SHORT ? shortPath : apiPath}`))),
  );

/** The commands by the first segment of the path. */
const COMMANDS: Record<string, Command> = {
  /** 204 if the workers are healthy, 503 with their statuses if not. */
  health: async (_request, env) => {
    const answers = await askEach(env, '/health', '/.health');
    if (answers.every(({ ok }) => ok)) return done();
    return new Response(answers.map(({ status }) => status).join(' '), { status: 503 });
  },
  /** Opens the doors once the workers are ready. */
  open: async (_request, env) => {
    while (!(await askEach(env, '/health/ready', '/.ready')).every(({ ok }) => ok)) await scheduler.wait(POLL_MS);
    await Promise.all(list(env).map((one) => one.open()));
    return done();
  },
  /** Pushes to the doors whether the disk is full: `disk/full`, `disk/free`. */
  disk: async (_request, env, state) => {
    await Promise.all(list(env).map((one) => one.setFull(state === 'full')));
    return done();
  },
  /** Applies the missing D1 migrations; responds with their names. */
  migrate: async (request, { DB }) => Response.json(await migrate(DB, await request.json())),
  cron: async (_request, { API }) => {
    await API.cron(Date.now());
    return done();
  },
  figures: async (request, { API }) => {
    await API.setFigures(await request.json());
    return done();
  },
  drain: async (_request, env) => {
    await Promise.all(list(env).map((one) => one.drain()));
    return done();
  },
  /** Writes a value into KV. */
  kv: async (request, { ROUTES }, key) => {
    await ROUTES.put(decodeURIComponent(key), await request.arrayBuffer());
    return done();
  },
  /** Responds with the number of live limited links. PUT ends them, and publishes that to KV. */
  limited: async ({ method }, { DB, API }) => {
    const now = Date.now();
    if (method !== 'PUT') return Response.json(await countLimited(DB, now));
    const ended = await spendLimited(DB, now);
    // One run of the cron publishes 200 links. The loop does not wait until no row is dirty, because some rows stay
    // dirty for a minute after they are published.
    for (let left = await countDirty(DB); left > 0; left -= 200) await API.cron(now);
    return Response.json(ended);
  },
  /** Passes a request to the API worker as if it had come over https. */
  api: async (request, { API }, rest) => API.fetch(new Request(`https://machine/${rest}`, request)),
};

const encoder = new TextEncoder();

function knows(request: Request, word: string): boolean {
  const [given, wanted] = [request.headers.get('X-Swiftlet-Word') ?? '', word].map((text) => encoder.encode(text));
  return given?.byteLength === wanted?.byteLength && timingSafeEqual(given as Uint8Array, wanted as Uint8Array);
}

export default {
  async fetch(request, env): Promise<Response> {
    if (!knows(request, env.SWIFTLET_WORD)) return new Response(null, { status: 404 });
    const [, name = '', rest = ''] = /^\/([a-z]+)\/?(.*)$/.exec(new URL(request.url).pathname) ?? [];
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (command === undefined) return new Response(null, { status: 404 });
    try {
      return await command(request, env, rest);
    } catch (error) {
      return new Response(String((error as Error).message), { status: 500 });
    }
  },
} satisfies ExportedHandler<ControlEnv>;

export type Migration = { readonly name: string; readonly sql: string };

/**
 * The table of applied migrations that wrangler makes (workers-sdk, packages/wrangler/src/d1/migrations/helpers.ts).
 */
const TABLE = `CREATE TABLE IF NOT EXISTS d1_migrations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
)`;

/**
 * Applies the missing migrations in order, each file whole or not at all.
 * @returns the names of the applied files
 * @throws Error naming the file that failed, and the reason
 */
async function migrate(db: D1Database, migrations: readonly Migration[]): Promise<string[]> {
  await db.prepare(TABLE).run();
  const { results } = await db.prepare('SELECT name FROM d1_migrations').all<{ name: string }>();
  const applied = new Set(results.map(({ name }) => name));
  const missing = migrations.filter(({ name }) => !applied.has(name));
  for (const { name, sql } of missing) {
    const noted = db.prepare('INSERT INTO d1_migrations (name) VALUES (?)').bind(name);
    await db.batch([db.prepare(sql), noted]).catch((error: Error) => {
      throw new Error(`${name}: ${error.message}`);
    });
  }
  return missing.map(({ name }) => name);
}

/** A restore can end limited links, because the backup lacks the clicks that were granted after it. */
const LIVE_LIMITED = 'max_clicks IS NOT NULL AND gone IS NULL AND (expires_at IS NULL OR expires_at > ?1)';

/** The number of live limited links. @param now epoch milliseconds */
const countLimited = async (db: D1Database, now: number): Promise<number> =>
  (await db.prepare(`SELECT COUNT(*) AS count FROM links WHERE ${LIVE_LIMITED}`).bind(now).first<number>('count')) ?? 0;

/**
 * Ends the live limited links in D1, and marks them dirty, so that the cron publishes them. The cron stores the start
 * of each put itself (packages/store/publish.ts), so this statement does not set `put_at`.
 * @returns the number of ended links
 */
async function spendLimited(db: D1Database, now: number): Promise<number> {
  const { meta } = await db
    .prepare(`UPDATE links SET gone = 'CLICKS', version = version + 1, dirty = 1 WHERE ${LIVE_LIMITED}`)
    .bind(now)
    .run();
  return meta.changes;
}

/** The number of links that are still to be published. */
const countDirty = async (db: D1Database): Promise<number> =>
  (await db.prepare('SELECT COUNT(*) AS count FROM links WHERE dirty = 1').first<number>('count')) ?? 0;
