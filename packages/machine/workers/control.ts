/** What the machine asks of its workers, on a socket of its own: nobody gets past it without the word that both know. */
import { timingSafeEqual } from 'node:crypto';
import { countDirty, countLimited, spendLimited } from './limited';
import { migrate } from './migrate';

type Entry = {
  fetch(request: Request): Promise<Response>;
  cron(scheduledTime: number): Promise<void>;
  drain(): Promise<void>;
};

export type ControlEnv = {
  readonly SWIFTLET_WORD: string;
  readonly DB: D1Database;
  readonly ROUTES: KVNamespace;
  readonly API: Entry;
  readonly SHORT: Entry;
};

type Command = (request: Request, env: ControlEnv, rest: string) => Promise<Response>;

const done = () => new Response(null, { status: 204 });

/** By the first segment of the path. */
const COMMANDS: Record<string, Command> = {
  /** Whether both workers answer. */
  ready: async (_request, { API, SHORT }) => {
    const [api, short] = await Promise.all([
      API.fetch(new Request('https://machine/health')),
      SHORT.fetch(new Request('https://machine/.health')),
    ]);
    return api.ok && short.ok ? done() : new Response(`${api.status} ${short.status}`, { status: 503 });
  },
  /** Brings the database up to date; answers with the names of what was new. */
  migrate: async (request, { DB }) => Response.json(await migrate(DB, await request.json())),
  cron: async (_request, { API }) => {
    await API.cron(Date.now());
    return done();
  },
  drain: async (_request, { API, SHORT }) => {
    await Promise.all([API.drain(), SHORT.drain()]);
    return done();
  },
  /** Writes a value of KV. */
  kv: async (request, { ROUTES }, key) => {
    await ROUTES.put(decodeURIComponent(key), await request.arrayBuffer());
    return done();
  },
  /** How many limited links are alive; PUT ends them, and has the edge told. */
  limited: async ({ method }, { DB, API }) => {
    const now = Date.now();
    if (method !== 'PUT') return Response.json(await countLimited(DB, now));
    const ended = await spendLimited(DB, now);
    // A run of the cron tells of 200 links; some stay marked for a minute although they are told.
    for (let left = await countDirty(DB); left > 0; left -= 200) await API.cron(now);
    return Response.json(ended);
  },
  /** Calls the API as its operator would, over https. */
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
