/** Both workers as wrangler configures them, behind http://localhost: a console for a browser, which wants one origin. */
import { createTestHarness } from 'wrangler';
import { type Served, serve } from './serve';

const TOKEN = 'an-operator-token-of-forty-characters-xx';

export type ServedConsole = {
  /** Of the console and the API. */
  readonly origin: string;
  /** Calls the operator's API. */
  admin(method: string, path: string, body?: unknown): Promise<Response>;
  /** Calls the API with a key. */
  v2(key: string, method: string, path: string): Promise<Response>;
  /** A visitor asks for a path of the short host. */
  visit(path: string, headers?: Record<string, string>): Promise<Response>;
  /** How long answers to a browser's forms take on their way, milliseconds: second clicks meet a first that is done. */
  delayMs: number;
  close(): Promise<void>;
};

/** @param more variables that differ */
export async function serveConsole(more: Record<string, string> = {}): Promise<ServedConsole> {
  let answer: (request: Request) => Promise<Response> = () => Promise.reject(new Error('not ready'));
  const served: Served = await serve((request) => answer(request));
  const origin = served.origin.replace('127.0.0.1', 'localhost');
  const vars = {
    ADMIN_TOKEN: TOKEN,
    PEPPER: TOKEN,
    REQUIRE_HTTPS: 'off',
    SHORT_BASE_URL: 'http://s.example.com',
    CONSOLE_ORIGIN: origin,
    ...more,
  };
  const workers = ['./wrangler.api.toml', './wrangler.redirect.toml'].map((configPath) => ({ configPath, vars }));
  const server = createTestHarness({ workers });
  await server.listen();
  const api = server.getWorker('swiftlet-api');
  const short = server.getWorker('swiftlet-redirect');
  await api.applyD1Migrations('DB');

  const fetchApi = async (path: string, init: RequestInit): Promise<Response> =>
    (await api.fetch(`${origin}${path}`, { ...init, redirect: 'manual' } as never)) as unknown as Response;

  answer = async (request) => {
    const { pathname, search } = new URL(request.url);
    const body = request.method === 'GET' || request.method === 'HEAD' ? undefined : await request.arrayBuffer();
    const init = { method: request.method, headers: request.headers, body: body ?? null };
    const response = await fetchApi(pathname + search, init);
    if (request.method === 'POST') await new Promise((resolve) => setTimeout(resolve, self.delayMs));
    return response;
  };
  const self: ServedConsole = {
    origin,
    delayMs: 0,
    admin: (method, path, body) =>
      fetchApi(`/admin${path}`, {
        method,
        headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' },
        body: body === undefined ? null : JSON.stringify(body),
      }),
    v2: (key, method, path) => fetchApi(`/v2${path}`, { method, headers: { Authorization: `Bearer ${key}` } }),
    visit: async (path, headers = {}) =>
      (await short.fetch(path, { redirect: 'manual', headers } as never)) as unknown as Response,
    async close() {
      await Promise.all([served.close(), server.close()]);
    },
  };
  return self;
}
