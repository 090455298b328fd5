/**
 * The client of the control socket: commands to the workers of a machine, which bypass the workers' doors. The control
 * file names the socket, and the origins of a running machine for other programs of its owner.
 */

import { existsSync, readFileSync } from 'node:fs';
import type { MachineFigures } from '#domain/request-context';
import type { MachineConfig } from './environment';
import { controlFile, isHeld } from './state';
import type { Migration } from './workers/control';

/** The time that the process with the stores has for its drain, if the others have taken all of it. */
const MIN_MS = 1_000;

export type Control = ReturnType<typeof connectControl>;

/**
 * @param port of the control socket
 * @param token the token that the socket requires
 * @param visitPorts the control sockets of the processes that serve visits
 */
export function connectControl(port: number, token: string, visitPorts: readonly number[] = []) {
  async function ask(path: string, init: RequestInit = {}, limitMs = 30_000, to = port): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set('X-Swiftlet-Word', token);
    return fetch(`http://127.0.0.1:${to}/${path}`, { ...init, headers, signal: AbortSignal.timeout(limitMs) });
  }
  async function command(
    path: string,
    init: RequestInit = { method: 'POST' },
    limitMs?: number,
    to?: number,
  ): Promise<string> {
    const response = await ask(path, init, limitMs, to);
    const text = await response.text();
    if (!response.ok) throw new Error(text || `${path.split('/')[0]} answered ${response.status}`);
    return text;
  }
  /** Gives a command to all processes. */
  const commandAll = (path: string, init?: RequestInit, limitMs?: number): Promise<unknown> =>
    Promise.all([port, ...visitPorts].map((to) => command(path, init, limitMs, to)));
  return {
    /** Checks the health of the workers. @throws Error unless all return 2xx */
    health: (limitMs?: number) => commandAll('health', {}, limitMs),
    /** Opens the doors of the workers once all are ready. @throws Error if they are not within half a minute */
    open: () => commandAll('open'),
    /** Pushes to the workers whether the disk is full, for their readiness. */
    setFull: (isFull: boolean) => commandAll(`disk/${isFull ? 'full' : 'free'}`),
    /** Applies the missing D1 migrations. @returns their names @throws Error as `migrate` of workers/control.ts */
    migrate: async (migrations: readonly Migration[]): Promise<string[]> =>
      JSON.parse(await command('migrate', { method: 'POST', body: JSON.stringify(migrations) }, 600_000)),
    /** Pushes the figures of this computer to the API worker. */
    figures: (figures: MachineFigures) => command('figures', { method: 'POST', body: JSON.stringify(figures) }, 5_000),
    /** Runs the cron of the API worker. */
    cron: () => command('cron', { method: 'POST' }, 55_000),
    /**
     * Refuses new requests, waits for the running ones, and flushes the click buffers; of the processes that serve
     * visits first, because they flush into the stores.
     * @throws Error if one of them is not done within `limitMs`; the others are
     */
    drain: async (limitMs: number): Promise<void> => {
      const until = performance.now() + limitMs;
      const drain = (to: number) =>
        command('drain', { method: 'POST' }, Math.max(Math.ceil(until - performance.now()), MIN_MS), to);
      const visits = await Promise.allSettled(visitPorts.map(drain));
      await drain(port);
      for (const one of visits) if (one.status === 'rejected') throw one.reason;
    },
    /** Counts the live limited links. @param ends whether to end them too @returns their number */
    limited: async (ends: boolean): Promise<number> =>
      JSON.parse(await command('limited', { method: ends ? 'PUT' : 'GET' }, 600_000)),
    /** Writes a value into KV. */
    putValue: (key: string, value: Uint8Array<ArrayBuffer>) =>
      command(`kv/${encodeURIComponent(key)}`, { method: 'PUT', body: value }, 120_000),
    /** Sends a request to the API. @param token an API key or the admin token */
    api: (method: string, path: string, token: string, body?: unknown): Promise<Response> =>
      ask(`api${path}`, {
        method,
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    /** Sends a request with headers and a body of any type to the API. @param token the admin token */
    send: (
      method: string,
      path: string,
      token: string,
      headers: Readonly<Record<string, string>> = {},
      body?: string | Uint8Array,
    ): Promise<Response> =>
      ask(
        `api${path}`,
        { method, headers: { Authorization: `Bearer ${token}`, ...headers }, ...(body && { body: body as BodyInit }) },
        120_000,
      ),
  };
}

/** The origins of a running machine, as its control file has them. */
export type Origins = {
  readonly api: string;
  readonly short: string;
  /** The addresses (host:port) at which the sockets of both listen. */
  readonly sockets: { readonly api: string; readonly short: string };
};

/**
 * The origins that other programs on this computer use. They are those of the environment, except that an API with a
 * port of its own and without https is at localhost. Undefined without public sockets.
 */
export function listOrigins({ sockets, values }: Pick<MachineConfig, 'sockets' | 'values'>): Origins | undefined {
  if (sockets.short === undefined) return undefined;
  const { CONSOLE_ORIGIN = '', SHORT_BASE_URL = '' } = values;
  const port = sockets.api?.split(':').at(-1);
  const api = port === undefined || CONSOLE_ORIGIN.startsWith('https:') ? CONSOLE_ORIGIN : `http://localhost:${port}`;
  const listening = { api: sockets.api ?? sockets.short, short: sockets.short };
  return { api: new URL(api).origin, short: new URL(SHORT_BASE_URL).origin, sockets: listening };
}

/** The origins of the machine that runs on a state folder; undefined if none does, or it does not name them. */
export function findRunningOrigins(folder: string): Origins | undefined {
  if (!isHeld(folder) || !existsSync(controlFile(folder))) return undefined;
  return (JSON.parse(readFileSync(controlFile(folder), 'utf8')) as { origins?: Origins }).origins;
}
