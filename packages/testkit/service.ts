/** Starts both workers over HTTP on one machine, for clients and visits. */
import { type CallOptions, Swiftlet } from '#client/swiftlet';
import type { Plan } from '#domain/plans';
import { startMachine, TOKEN } from './machine';

const SHORT = 'http://s.example.com';

export type Service = Awaited<ReturnType<typeof startService>>;

/** Starts the service on free ports over empty stores. It runs until `close`. */
export async function startService() {
  const { api, short, close } = await startMachine({ SHORT_BASE_URL: SHORT });

  /** Makes a new key of a new account. @returns its text */
  async function newKey(plan: Plan = 'PRO'): Promise<string> {
    const made = await fetch(`${api}/admin/keys`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: `${plan} key`, plan }),
    });
    if (made.status !== 201) throw new Error(`no key: ${await made.text()}`);
    return ((await made.json()) as { key: string }).key;
  }

  return {
    /** The origin of the API. */
    origin: api,
    newKey,
    /** A client with a new key. */
    newClient: async (plan?: Plan, patience: CallOptions = {}) =>
      new Swiftlet({ baseUrl: api, key: await newKey(plan), ...patience }),
    /** Sends a visitor's request. @param address a short URL, or a path of the short host */
    visit: (address: string, init: RequestInit = {}): Promise<Response> => {
      const { pathname, search } = new URL(address, SHORT);
      return fetch(`${short}${pathname}${search}`, { redirect: 'manual', ...init });
    },
    close,
  };
}
