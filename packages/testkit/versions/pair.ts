/** An API worker and a redirect worker of any versions in one workerd. Their state folder remains after they stop. */
import path from 'node:path';
import { readD1Migrations } from '@cloudflare/vitest-plugin';
import type { Miniflare, V4WorkerOptions } from 'miniflare';
import type { Ask } from '#machine/backup/pages';
import { deployedModules, modulesOf } from '../../bench/bundle';
import { boundAs, startWorkers } from '../../bench/one-workerd';
import { API_CONFIG, REDIRECT_CONFIG } from './checkout';

const API = 'swiftlet-api';
const REDIRECT = 'swiftlet-redirect';
const TOKEN = 'an-operator-token-of-forty-characters-xx';
const BACKUP_TOKEN = 'a-token-of-backups-with-forty-characters';
const CONSOLE = 'http://localhost:8787';
const CONSOLE_PATH = `${CONSOLE}/console`;
const VARIABLES = {
  ADMIN_TOKEN: TOKEN,
  BACKUP_TOKEN,
  PEPPER: TOKEN,
  REQUIRE_HTTPS: 'off',
  GATHER_MS: '0',
  METRICS_MS: '0',
  CONSOLE_ORIGIN: CONSOLE,
};

/** The mark of log lines that workerd writes for its own developers. */
const RUNTIME_MARK = 'NOSENTRY ';

export type PairResponse = { readonly status: number; readonly headers: Headers; readonly body: string };

type Deployed = {
  /** Checkout of the API worker. */
  readonly api: string;
  /** Checkout of the redirect worker. */
  readonly redirect: string;
};

export class Pair {
  readonly #logged: readonly string[];
  readonly #miniflare: Miniflare;
  readonly #origins: { readonly api: string; readonly short: string };

  private constructor(miniflare: Miniflare, logged: readonly string[], api: URL, short: URL) {
    this.#logged = logged;
    this.#miniflare = miniflare;
    this.#origins = { api: api.origin, short: short.origin };
  }

  /** Starts both workers over the state in `folder`. */
  static async start(deployed: Deployed, folder: string): Promise<Pair> {
    const logged: string[] = [];
    const workers = [
      await workerOf(API, path.join(deployed.api, API_CONFIG)),
      await workerOf(REDIRECT, path.join(deployed.redirect, REDIRECT_CONFIG)),
    ];
    const miniflare = startWorkers(workers, folder, { handleStructuredLogs: ({ message }) => logged.push(message) });
    const originOf = (name: string) => miniflare.unsafeGetDirectURL(name);
    try {
      return new Pair(miniflare, logged, await originOf(API), await originOf(REDIRECT));
    } catch (error) {
      await miniflare.dispose();
      throw error;
    }
  }

  /** Applies the missing migrations while both workers run. @param root the checkout with the migrations */
  async migrate(root: string): Promise<void> {
    const database = await this.#miniflare.getD1Database('DB', API);
    // The table in which wrangler records migrations. A backup names them.
    await database.prepare('CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY, name TEXT UNIQUE)').run();
    const { results } = await database.prepare('SELECT name FROM d1_migrations').all<{ name: string }>();
    const applied = new Set(results.map(({ name }) => name));
    for (const { name, queries } of await readD1Migrations(path.join(root, 'migrations'))) {
      if (applied.has(name)) continue;
      const done = database.prepare('INSERT INTO d1_migrations (name) VALUES (?)').bind(name);
      await database.batch([...queries.map((query) => database.prepare(query)), done]);
    }
  }

  /** Calls the API with a key's text. */
  v2 = (key: string, method: string, route: string, body?: unknown, headers?: Record<string, string>) =>
    ask(`${this.#origins.api}/v2${route}`, method, key, body, headers);

  /** Calls an operator's route. */
  admin = (method: string, route: string, body?: unknown) =>
    ask(`${this.#origins.api}/admin${route}`, method, TOKEN, body);

  /** Calls an operator's route with both tokens, as a backup does. @throws Error for a response that is no 2xx */
  backup: Ask = async (method, route, { headers = {}, body } = {}) => {
    const tokens = { Authorization: `Bearer ${TOKEN}`, 'X-Backup-Token': BACKUP_TOKEN };
    const init = { method, headers: { ...tokens, ...headers }, ...(body !== undefined && { body: body as BodyInit }) };
    const response = await fetch(this.#origins.api + route, init);
    if (!response.ok) throw new Error(`${route}: ${response.status} ${await response.text()}`);
    return response;
  };

  /** Sends a visitor's request for a path of the short host. */
  visit = async (code: string, init: RequestInit = {}): Promise<PairResponse> =>
    read(await fetch(`${this.#origins.short}/${code}`, { redirect: 'manual', ...init }));

  /** Requests a page of the console, like a browser. @param cookie of the session */
  page = async (route: string, cookie = ''): Promise<PairResponse> =>
    read(await (await this.#miniflare.getWorker(API)).fetch(CONSOLE_PATH + route, { headers: { Cookie: cookie } }));

  /** Sends a form of the console, like a browser. */
  async form(route: string, fields: Readonly<Record<string, string>>): Promise<PairResponse> {
    const api = await this.#miniflare.getWorker(API);
    const body = new URLSearchParams(fields).toString();
    const headers = { Origin: CONSOLE, 'Content-Type': 'application/x-www-form-urlencoded' };
    return read(await api.fetch(CONSOLE_PATH + route, { method: 'POST', headers, body, redirect: 'manual' }));
  }

  /** Runs the cron. @returns the outcome: `ok` for success */
  async cron(): Promise<string> {
    const api = await this.#miniflare.getWorker(API);
    return (await api.scheduled({ cron: '* * * * *' })).outcome;
  }

  /** The log lines of the workers. */
  get logged(): readonly string[] {
    return this.#logged.filter((line) => !line.startsWith(RUNTIME_MARK));
  }

  stop = (): Promise<void> => this.#miniflare.dispose();
}

async function ask(
  url: string,
  method: string,
  token: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<PairResponse> {
  const type = body === undefined ? {} : { 'Content-Type': 'application/json' };
  const response = await fetch(url, {
    method,
    headers: { Authorization: `Bearer ${token}`, ...type, ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return read(response);
}

type Readable = Pick<Response, 'status' | 'text'> & { readonly headers: unknown };

const read = async (response: Readable): Promise<PairResponse> => ({
  status: response.status,
  headers: response.headers as Headers,
  body: await response.text(),
});

const workerOf = async (name: string, config: string): Promise<V4WorkerOptions> => ({
  ...boundAs(config, name, VARIABLES),
  ...modulesOf(await deployedModules(config)),
});
