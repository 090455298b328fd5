/** Both workers over HTTP, as wrangler configures them. */
import { createTestHarness } from 'wrangler';
import { type CallOptions, Swiftlet } from '#client/swiftlet';
import type { Plan } from '#domain/plans';

const TOKEN = 'an-operator-token-of-forty-characters-xx';
const SHORT = 'http://s.example.com';
const vars = { ADMIN_TOKEN: TOKEN, PEPPER: TOKEN, REQUIRE_HTTPS: 'off', SHORT_BASE_URL: SHORT, GATHER_MS: '0' };

export type Service = Awaited<ReturnType<typeof startService>>;

/** Starts the service on a port of this machine, with nothing stored. It runs until closed. */
export async function startService() {
  const server = createTestHarness({
    workers: [
      { configPath: './wrangler.api.toml', vars },
      { configPath: './wrangler.redirect.toml', vars },
    ],
  });
  const { url } = await server.listen();
  await server.getWorker('swiftlet-api').applyD1Migrations('DB');
  const short = server.getWorker('swiftlet-redirect');

  /** The text of a new key of a new account. */
  async function newKey(plan: Plan = 'PRO'): Promise<string> {
    const made = await fetch(new URL('/admin/keys', url), {
      method: 'POST',
      headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: `${plan} key`, plan }),
    });
    if (made.status !== 201) throw new Error(`no key: ${await made.text()}`);
    return ((await made.json()) as { key: string }).key;
  }

  return {
    /** Of the API. */
    origin: url.origin,
    newKey,
    /** A client with a new key. */
    newClient: async (plan?: Plan, patience: CallOptions = {}) =>
      new Swiftlet({ baseUrl: url.origin, key: await newKey(plan), ...patience }),
    /** A visitor follows a short address, or asks for a path of the short host. */
    visit: (address: string, init: RequestInit = {}) =>
      short.fetch(new URL(address, SHORT).href, {
        redirect: 'manual',
        ...init,
      } as never) as unknown as Promise<Response>,
    close: () => server.close(),
  };
}
