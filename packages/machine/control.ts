/** Asks the machine's workers past their doors. */
import type { Migration } from './workers/migrate';

export type Control = ReturnType<typeof controlOf>;

/** @param port of the control socket @param word that it asks for */
export function controlOf(port: number, word: string) {
  async function ask(path: string, init: RequestInit = {}, limitMs = 30_000): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set('X-Swiftlet-Word', word);
    return fetch(`http://127.0.0.1:${port}/${path}`, { ...init, headers, signal: AbortSignal.timeout(limitMs) });
  }
  async function command(path: string, init: RequestInit = { method: 'POST' }, limitMs?: number): Promise<string> {
    const response = await ask(path, init, limitMs);
    const text = await response.text();
    if (!response.ok) throw new Error(text || `${path.split('/')[0]} answered ${response.status}`);
    return text;
  }
  return {
    /** @throws Error unless both workers answer */
    ready: (limitMs?: number) => command('ready', {}, limitMs),
    /** @returns names of what was new @throws Error naming the migration that failed */
    migrate: async (migrations: readonly Migration[]): Promise<string[]> =>
      JSON.parse(await command('migrate', { method: 'POST', body: JSON.stringify(migrations) }, 600_000)),
    cron: () => command('cron', { method: 'POST' }, 55_000),
    drain: (limitMs: number) => command('drain', { method: 'POST' }, limitMs),
    /** How many limited links are alive. @param ends whether they are ended, too */
    limited: async (ends: boolean): Promise<number> =>
      JSON.parse(await command('limited', { method: ends ? 'PUT' : 'GET' }, 600_000)),
    putValue: (key: string, value: Uint8Array<ArrayBuffer>) =>
      command(`kv/${encodeURIComponent(key)}`, { method: 'PUT', body: value }, 120_000),
    /** Calls the API, as its operator where `token` is his. */
    api: (method: string, path: string, token: string, body?: unknown): Promise<Response> =>
      ask(`api${path}`, {
        method,
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
  };
}
