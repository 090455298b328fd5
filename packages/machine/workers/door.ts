/**
 * What stands before a worker on one machine, in its own isolate: it says who asks, over what and for which host, as
 * Cloudflare would, and believes of a request only what a trusted proxy has added.
 */
import { env, WorkerEntrypoint } from 'cloudflare:workers';
import { type Claims, readClaims, readDoor } from './claims';
import { beginTask, drained, isClosing } from './tasks';

/** Names that only the platform or a proxy may speak by, beside every CF-* and MF-* (developers.cloudflare.com/fundamentals/reference/http-headers). */
const SPOKEN_FOR =
  /^(cf-.*|mf-.*|x-real-ip|true-client-ip|forwarded|x-forwarded-(for|host|port|server|prefix|scheme|ssl))$/;

const door = readDoor((env as { readonly SWIFTLET_DOOR?: string }).SWIFTLET_DOOR ?? '');

/** RFC 3986, section 3.2.2, as far as hosts have names and addresses. */
const HOST = /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i;

/**
 * The address that a request asks for. The sockets hand over the target as it was sent (RFC 9112, section 3.2): the
 * runtime itself would answer a target that makes no address with 500.
 */
function addressOf({ url: target, headers }: Request): URL | null {
  if (/^https?:\/\//i.test(target)) return URL.parse(target);
  const host = headers.get('Host') ?? '';
  return target.startsWith('/') && HOST.test(host) ? URL.parse(`http://${host}${target}`) : null;
}

/** The request as the worker sees it: its address, scheme and headers are what we know, not what it says. */
function admitted(request: Request, url: URL, { address, isHttps, isTrusted }: Claims): Request {
  const headers = new Headers(request.headers);
  for (const name of request.headers.keys()) if (SPOKEN_FOR.test(name)) headers.delete(name);
  if (!isTrusted && !door.believesProto) headers.delete('X-Forwarded-Proto');
  headers.set('CF-Connecting-IP', address);
  url.protocol = isHttps ? 'https:' : 'http:';
  const { method } = request;
  // What a GET carries means nothing (RFC 9110, section 9.3.1), and a Request cannot have it.
  const body = method === 'GET' || method === 'HEAD' ? null : request.body;
  return new Request(url.href, { method, headers, body, redirect: 'manual', cf: {} });
}

const plain = (status: number, text: string, headers: Record<string, string> = {}) =>
  new Response(`${text}\n`, {
    status,
    headers: { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex', ...headers },
  });

/** RFC 9110, section 15.5.20: the request came to a server that does not answer for its host. */
const MISDIRECTED = 'This server does not answer for that host.';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether a request is for this worker, for the other one behind the same port, or for nobody here. */
function addresseeOf({ hostname }: URL, { isLocal }: Claims): 'own' | 'other' | 'nobody' {
  if (door.otherHosts.has(hostname)) return 'other';
  return door.hosts.has(hostname) || (isLocal && LOOPBACK.has(hostname)) ? 'own' : 'nobody';
}

type Handler = { fetch(request: Request, env: unknown, ctx: ExecutionContext): Response | Promise<Response> };
/** The worker behind the same port. */
type Other = { readonly SWIFTLET_OTHER: { fetch(request: Request): Promise<Response> } };

/** A context that knows what a worker still does after its answer. */
const watched = (ctx: ExecutionContext): ExecutionContext =>
  ({
    props: ctx.props,
    waitUntil: (work: Promise<unknown>) => ctx.waitUntil(work.finally(beginTask())),
    passThroughOnException: () => ctx.passThroughOnException(),
  }) as ExecutionContext;

/** One line a request, without its address, its query and what may be secret in its path. */
function log({ method }: Request, url: URL, status: number, since: number): void {
  const path = door.logsRequests === 'routes' ? ` ${url.pathname.split('/', 3).join('/')}` : '';
  console.log(`${method}${path} ${status} ${Date.now() - since}ms`);
}

async function enter(
  worker: Handler,
  request: Request,
  url: URL,
  bindings: unknown,
  ctx: ExecutionContext,
): Promise<Response> {
  const claims = readClaims(request, door);
  if (claims === undefined) return plain(400, 'X-Forwarded-For names no address.');
  const addressee = addresseeOf(url, claims);
  if (addressee === 'nobody') return plain(421, MISDIRECTED);
  if (isClosing()) return plain(503, 'The server is going down.', { 'Retry-After': '1', Connection: 'close' });
  const one = admitted(request, url, claims);
  if (addressee === 'own') return worker.fetch(one, bindings, watched(ctx));
  return (bindings as Other).SWIFTLET_OTHER.fetch(one);
}

/** A worker behind the door. */
export const behindDoor = (worker: Handler) => ({
  async fetch(request: Request, bindings: unknown, ctx: ExecutionContext): Promise<Response> {
    const url = addressOf(request);
    if (url === null) return plain(400, 'The request names no address.');
    const since = Date.now();
    const done = beginTask();
    try {
      const response = await enter(worker, request, url, bindings, ctx);
      if (door.logsRequests !== 'none') log(request, url, response.status, since);
      return response;
    } finally {
      done();
    }
  },
});

/** What the machine itself asks of a worker, past its door: its own requests, its cron and its end. */
export const machineEntry = (worker: Handler & { scheduled?: ExportedHandlerScheduledHandler }) =>
  class Machine extends WorkerEntrypoint {
    override async fetch(request: Request): Promise<Response> {
      return worker.fetch(request, this.env, watched(this.ctx));
    }

    /** Runs the cron. @param scheduledTime epoch milliseconds */
    async cron(scheduledTime: number): Promise<void> {
      await worker.scheduled?.({ cron: '* * * * *', scheduledTime, noRetry() {} }, this.env, watched(this.ctx));
    }

    /** Refuses new requests, and waits until every request has its answer and every click buffer is flushed. */
    async drain(): Promise<void> {
      await drained();
    }
  };
