/**
 * A KV namespace: a bounded cache in memory in front of the store. All reads and writes of the machine pass through
 * this isolate, so the cache never differs from the store. The store alone validates keys, values and options.
 */

import { countRequest } from './collect';

type Store = { fetch(request: Request): Promise<Response> };
type Kept = { readonly body: ArrayBuffer | null; readonly headers: Record<string, string>; readonly until: number };

const MAX_BYTES = 16 * 1024 * 1024;
/** Larger values are not cached: they are lists, which are seldom read. */
const MAX_VALUE_BYTES = 64 * 1024;
/** The approximate memory of a map entry without its value. */
const ENTRY_BYTES = 512;
/**
 * The greatest age of a cache entry. If a bug leaves a stale value in the cache, it is served for no longer than this.
 */
const MAX_AGE_MS = 300_000;
const MIN_CACHE_TTL_SECONDS = 30;
/** The response headers that carry expiration and metadata of a value (workerd, kv.c++). */
const HEADERS = ['CF-Expiration', 'CF-KV-Metadata'];

const memory = new Map<string, Kept>();
let bytes = 0;
/** The reads under way, by path. A write removes them, so that their results are not cached. */
const reads = new Map<string, object>();

const measureSize = ({ body }: Kept): number => ENTRY_BYTES + (body?.byteLength ?? 0);

function drop(path: string): void {
  const kept = memory.get(path);
  if (kept !== undefined) bytes -= measureSize(kept);
  memory.delete(path);
}

function keep(path: string, kept: Kept): void {
  drop(path);
  memory.set(path, kept);
  bytes += measureSize(kept);
  for (const oldest of memory.keys()) {
    if (bytes <= MAX_BYTES) return;
    drop(oldest);
  }
}

function forget(path: string): void {
  reads.delete(path);
  drop(path);
}

const makeResponse = ({ body, headers }: Kept): Response =>
  body === null ? new Response('Not Found', { status: 404 }) : new Response(body, { headers });

/** The end of a cache entry, in epoch milliseconds: its age limit, or the expiration of the value if that is sooner. */
function parseExpiry(headers: Record<string, string>): number {
  const expiresAt = Number(headers['CF-Expiration'] ?? Number.POSITIVE_INFINITY) * 1000;
  return Math.min(Date.now() + MAX_AGE_MS, expiresAt);
}

async function read(path: string, request: Request, store: Store): Promise<Response> {
  const kept = memory.get(path);
  if (kept !== undefined && Date.now() < kept.until) return makeResponse(kept);
  const token = {};
  reads.set(path, token);
  try {
    const response = await store.fetch(request);
    const isMiss = response.status === 404;
    if (!response.ok && !isMiss) return response;
    const body = isMiss ? null : await response.arrayBuffer();
    const headers = Object.fromEntries(
      HEADERS.map((name) => [name, response.headers.get(name)]).filter(([, one]) => one),
    );
    const fresh = { body, headers, until: parseExpiry(headers) };
    if (reads.get(path) === token && (body?.byteLength ?? 0) <= MAX_VALUE_BYTES) keep(path, fresh);
    return makeResponse(fresh);
  } finally {
    if (reads.get(path) === token) reads.delete(path);
  }
}

/** Drops the cache entry before and after the write: a read in between may have cached either value. */
async function write(path: string, request: Request, store: Store): Promise<Response> {
  forget(path);
  try {
    return await store.fetch(request);
  } finally {
    forget(path);
  }
}

const cachesTooShortly = (search: string): boolean => {
  const [, seconds] = /[?&]cache_ttl=([^&]*)/.exec(search) ?? [];
  return seconds !== undefined && !(Number(seconds) >= MIN_CACHE_TTL_SECONDS);
};

type Env = {
  /** Miniflare's Durable Objects, one per namespace. */
  readonly OBJECTS: DurableObjectNamespace;
  /** Id of the namespace. */
  readonly NAMESPACE: string;
};

/** The Durable Object of the namespace, called as Miniflare's entry does (miniflare, shared/object-entry.worker.ts). */
function openStore({ OBJECTS, NAMESPACE }: Env): Store {
  const cf = { miniflare: { name: NAMESPACE } } as unknown as CfProperties;
  const stub = OBJECTS.getByName(NAMESPACE);
  return { fetch: (request) => stub.fetch(request, { cf }) };
}

export default {
  async fetch(request, env, ctx): Promise<Response> {
    countRequest();
    const { pathname, search } = new URL(request.url);
    const store = openStore(env);
    const isOfOne = pathname !== '/' && pathname !== '/bulk/get';
    if (request.method === 'GET' && isOfOne && !cachesTooShortly(search)) return read(pathname, request, store);
    if (request.method === 'GET' || request.method === 'POST') return store.fetch(request);
    const written = write(pathname, request, store);
    // The client may disconnect before the response: `waitUntil` drops the cache entry all the same.
    ctx.waitUntil(written);
    return written;
  },
} satisfies ExportedHandler<Env>;
