/**
 * The door of a worker on a machine: code that handles each request before the worker, in the worker's own isolate. It
 * sets the client address, the scheme and the host of a request, as Cloudflare does. It trusts only the headers that a
 * trusted proxy has added. It counts open tasks, so that a drain can wait for them.
 */
import { env, WorkerEntrypoint } from 'cloudflare:workers';
import { type DOOR_ERRORS, refuseAtDoor } from '#domain/door-errors';
import type { MachineFigures, RequestNote } from '#domain/request-context';
import { type Claims, hourly, readClaims, readDoor, untrustedProxyLine } from './claims';
import { countRequest } from './collect';

/**
 * Headers that only the platform or a proxy may set (developers.cloudflare.com/fundamentals/reference/http-headers).
 * The door removes them from every request.
 */
const SPOKEN_FOR =
  /^(cf-.*|mf-.*|x-real-ip|true-client-ip|forwarded|x-forwarded-(for|host|port|server|prefix|scheme|ssl))$/;

const door = readDoor((env as { readonly SWIFTLET_DOOR?: string }).SWIFTLET_DOOR ?? '');

/** A host with an optional port: a name, or an address (RFC 3986, section 3.2.2). */
const HOST = /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i;

/**
 * The URL of a request. The sockets pass on the target as the client sent it (RFC 9112, section 3.2), because the
 * runtime itself responds with 500 to a target that is no URL.
 * @returns null for a target or a host that gives no URL
 */
function parseAddress({ url: target, headers }: Request): URL | null {
  if (/^https?:\/\//i.test(target)) return URL.parse(target);
  const host = headers.get('Host') ?? '';
  return target.startsWith('/') && HOST.test(host) ? URL.parse(`http://${host}${target}`) : null;
}

/** The request for the worker: it has the client address and the scheme of the claims, and no forged header. */
function admitted(request: Request, url: URL, { address, isHttps, isTrusted }: Claims): Request {
  const headers = new Headers(request.headers);
  for (const name of request.headers.keys()) if (SPOKEN_FOR.test(name)) headers.delete(name);
  if (!isTrusted && !door.trustsProto) headers.delete('X-Forwarded-Proto');
  headers.set('CF-Connecting-IP', address);
  url.protocol = isHttps ? 'https:' : 'http:';
  const { method } = request;
  // The body of a GET has no meaning (RFC 9110, section 9.3.1), and the Request constructor refuses one.
  const body = method === 'GET' || method === 'HEAD' ? null : request.body;
  return new Request(url.href, { method, headers, body, redirect: 'manual', cf: {} });
}

/** Whether this isolate may log the line about an untrusted proxy. */
const mayWarn = hourly();

/** Why the door refuses a request, and after how many seconds a client may try again. */
type Cause = [code: keyof typeof DOOR_ERRORS, retryAfter?: number];

/** The refusal of a request that reaches no worker, in the form of the workers' own refusals (specification 3.1). */
const makeRefusal = ({ method }: Request, url: URL | null, ...[code, retryAfter]: Cause): Response =>
  new Response(...refuseAtDoor(code, { method, path: url?.pathname ?? '', now: Date.now() }, retryAfter));

/** Seconds after which a client tries again: workerd starts in about that time. */
const START_SECONDS = 1;
/** Seconds after which a full disk is checked again. */
const FULL_SECONDS = 5;

/** The addresses of readiness (specification 16.1). */
const READINESS = new Set(['/health/ready', '/.ready']);

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether a host of a URL, in its normal form, is an address. */
const isAddress = (hostname: string): boolean => /^\[|^[\d.]+$/.test(hostname);

/** Whether a request is for this worker, for the other one behind the same port, or for an unknown host. */
function findAddressee({ hostname, pathname }: URL, { isLocal }: Claims): 'own' | 'other' | 'nobody' {
  const isFromHere = isLocal && LOOPBACK.has(hostname);
  const isProbe = Object.hasOwn(door.probes, pathname) && (isAddress(hostname) || isFromHere);
  if (isProbe) return door.probes[pathname] ?? 'nobody';
  if (door.otherHosts.has(hostname)) return 'other';
  return door.hosts.has(hostname) || isFromHere ? 'own' : 'nobody';
}

type Handler = { fetch(request: Request, env: unknown, ctx: ExecutionContext): Response | Promise<Response> };
/** The worker behind the same port. */
type Other = { readonly SWIFTLET_OTHER: { fetch(request: Request): Promise<Response> } };

/** Whether both workers have responded on a migrated database. Until then the door is closed. */
let isOpen = false;
/** Whether the disk was full at the machine's last check. */
let isFull = false;
/** The figures that the machine has last pushed. */
let figures: MachineFigures | undefined;

/** A context that counts the worker's `waitUntil` work as open tasks, so that a drain waits for it. */
const watched = (ctx: ExecutionContext, note?: RequestNote): ExecutionContext =>
  ({
    props: ctx.props,
    waitUntil: (work: Promise<unknown>) => ctx.waitUntil(work.finally(beginTask())),
    passThroughOnException: () => ctx.passThroughOnException(),
    note,
    figures,
  }) as unknown as ExecutionContext;

/** Logs a line per request, if LOG_REQUESTS is on. No part of the line comes from the address or the headers. */
function logged({ method }: Request, response: Response, since: number, note: RequestNote = {}): Response {
  if (!door.logsRequests) return response;
  const { route = 'none', requestId = crypto.randomUUID() } = note;
  const took = `${Date.now() - since}ms`;
  console.log([new Date(since).toISOString(), door.worker, method, route, response.status, took, requestId].join(' '));
  return response;
}

/** Lets the worker respond to a request that the door has admitted. */
async function serve(worker: Handler, request: Request, bindings: unknown, ctx: ExecutionContext): Promise<Response> {
  const [since, note] = [Date.now(), {}];
  return logged(request, await worker.fetch(request, bindings, watched(ctx, note)), since, note);
}

async function enter(worker: Handler, request: Request, bindings: unknown, ctx: ExecutionContext): Promise<Response> {
  const since = Date.now();
  const url = parseAddress(request);
  const refuse = (...cause: Cause) => logged(request, makeRefusal(request, url, ...cause), since);
  if (!isOpen) return refuse('OVERLOADED', START_SECONDS);
  if (url === null) return refuse('TARGET_INVALID');
  const claims = readClaims(request, door);
  if (claims === undefined) return refuse('FORWARDED_FOR_INVALID');
  if (claims.untrustedNetwork !== undefined && !door.trustsProto && mayWarn(since))
    console.warn(untrustedProxyLine(claims.untrustedNetwork));
  const addressee = findAddressee(url, claims);
  if (addressee === 'nobody') return refuse('MISDIRECTED');
  if (isClosing()) return refuse('OVERLOADED', START_SECONDS);
  if (isFull && READINESS.has(url.pathname)) return refuse('OVERLOADED', FULL_SECONDS);
  const one = admitted(request, url, claims);
  return addressee === 'own' ? serve(worker, one, bindings, ctx) : (bindings as Other).SWIFTLET_OTHER.fetch(one);
}

/** The handler of a worker behind the door. */
export const behindDoor = (worker: Handler) => ({
  async fetch(request: Request, bindings: unknown, ctx: ExecutionContext): Promise<Response> {
    countRequest();
    const done = beginTask();
    try {
      const response = await enter(worker, request, bindings, ctx);
      await drainBody(request);
      return response;
    } finally {
      done();
    }
  },
});

/** The entrypoint for the requests that the other worker's door has admitted on the port of both. */
export const admittedEntry = (worker: Handler) =>
  class Admitted extends WorkerEntrypoint {
    override async fetch(request: Request): Promise<Response> {
      const response = await serve(worker, request, this.env, this.ctx);
      await drainBody(request);
      return response;
    }
  };

/** The entrypoint through which a process that serves visits calls the objects of this one (remote-objects.ts). */
export class Objects extends WorkerEntrypoint<Record<string, DurableObjectNamespace>> {
  call(binding: string, name: string, method: string, args: readonly unknown[]): unknown {
    const stub = this.env[binding]?.getByName(name) as unknown as Record<string, (...args: unknown[]) => unknown>;
    return stub[method]?.(...args);
  }
}

/** The entrypoint through which the control worker reaches a worker without its door. */
export const machineEntry = (worker: Handler & { scheduled?: ExportedHandlerScheduledHandler }) =>
  class Machine extends WorkerEntrypoint {
    override async fetch(request: Request): Promise<Response> {
      const response = await worker.fetch(request, this.env, watched(this.ctx));
      await drainBody(request);
      return response;
    }

    /** Runs the cron. @param scheduledTime epoch milliseconds */
    async cron(scheduledTime: number): Promise<void> {
      await worker.scheduled?.({ cron: '* * * * *', scheduledTime, noRetry() {} }, this.env, watched(this.ctx));
    }

    /** Opens the door: from now on requests reach the worker. */
    open(): void {
      isOpen = true;
    }

    /** Stores whether the disk is full. */
    setFull(isFullNow: boolean): void {
      isFull = isFullNow;
    }

    /** Stores the machine's figures for the metrics. */
    async setFigures(latest: MachineFigures): Promise<void> {
      figures = latest;
    }

    /** Refuses new requests, and waits for the running ones and for the flush of every click buffer. */
    async drain(): Promise<void> {
      await drained();
    }
  };

/** The open tasks of this isolate: requests without a response, and `waitUntil` work after a response. */
let open = 0;
let isGoing = false;

/** Counts a task as open. @returns a function to call once, at its end */
export function beginTask(): () => void {
  open++;
  return () => {
    open--;
  };
}

/** Whether new requests are refused. */
export const isClosing = (): boolean => isGoing;

const POLL_MS = 20;

/**
 * Refuses new requests, and waits until no task is open. It polls, because a promise of one request cannot resume
 * another request.
 */
export async function drained(): Promise<void> {
  isGoing = true;
  while (open > 0) await scheduler.wait(POLL_MS);
}

/** After this time, the connection of a client that still sends is closed. */
const MAX_MS = 5_000;

/**
 * Reads the rest of a body, for at most five seconds. workerd itself reads 64 KiB after a response, and then closes the
 * connection: a client that still sends loses the response, or its next request (RFC 9112, section 9.6).
 */
export async function drainBody({ body }: Request): Promise<void> {
  if (body === null || body.locked) return;
  const reader = body.getReader();
  const late = setTimeout(() => reader.cancel(), MAX_MS);
  try {
    while (!(await reader.read()).done);
  } catch {
    // The client is gone, or the framing of the body is not valid.
  } finally {
    clearTimeout(late);
  }
}
