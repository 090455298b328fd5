/**
 * The variables of a request, which middleware sets and endpoints read; the response to a refusal; and the middleware
 * before every route.
 */
import type { Context, TypedResponse } from 'hono';
import { createFactory } from 'hono/factory';
import { matchedRoutes } from 'hono/route';
import type { StatusCode } from 'hono/utils/http-status';
import { type Config, type Env, parseConfig } from '#api/platform/env';
import type { AdmittedKey } from '#domain/admission';
import { ERRORS } from '#domain/errors';
import type { IdempotentRun, KeptResponse, Lease } from '#domain/idempotency';
import type { RateLimitStatus } from '#domain/meter';
import { nameRequestCounter } from '#domain/metrics';
import { makeEnvelope, makeRefusalHeaders, Refusal } from '#domain/refusal';
import { isPlainHttp, noteRequest } from '#domain/request-context';
import type { Settings } from '#domain/settings';
import { newId } from '#secrets/key-text';
import { countUp, handOverLater } from '#store/metrics';

export type AppEnv = {
  Bindings: Env;
  Variables: {
    /**
     * The time at which the whole request, body included, had arrived, epoch milliseconds. All its changes get this
     * time.
     */
    now: number;
    config: Config;
    requestId: string;
    /** Set once the key is admitted. Only endpoints with the access `key` have it. */
    key: AdmittedKey;
    /** Set together with `key`: the state of the key's window and month, this call included. */
    reading: RateLimitStatus;
    /** Set together with `key`. Null if the request has no valid Idempotency-Key. */
    lease: Lease | null;
    /** Set only if this request holds the lease of its Idempotency-Key. */
    run: IdempotentRun | undefined;
    /** The response to store under the Idempotency-Key. Set once the run has succeeded. */
    responseToKeep: KeptResponse | undefined;
    /** The operator's settings. Set before the key is authenticated. */
    settings: Settings;
    /** Whether unknown names are refused. Only endpoints that follow the preference (validation.ts) have it. */
    isStrict: boolean;
  };
};

export type AppContext = Context<AppEnv>;

export const { createMiddleware } = createFactory<AppEnv>();

/**
 * Returns the error response of a refusal: the envelope and the properties of `more`. The response's type has no data,
 * so every handler may return it.
 */
export function refuse(
  c: AppContext,
  refusal: Refusal,
  more: object = {},
): Response & TypedResponse<never, StatusCode, string> {
  const request = { path: new URL(c.req.url).pathname, method: c.req.method, now: c.get('now') };
  const row = ERRORS[refusal.code];
  // A 401 must name the scheme of authentication (RFC 9110, section 11.6.1).
  const challenge = row.status === 401 && { 'WWW-Authenticate': 'Bearer' };
  const headers = { 'Content-Type': 'application/json', ...makeRefusalHeaders(refusal), ...challenge };
  const body = JSON.stringify({ ...makeEnvelope(row, refusal, request), ...more });
  return new Response(body, { status: row.status, headers }) as Response & TypedResponse<never>;
}

/** The first middleware. It sets the time, the id and the configuration of a request, and headers of every response. */
export const requestContext = createMiddleware(async (c, next) => {
  c.set('now', Date.now());
  c.set('requestId', newId());
  c.set('config', parseConfig(c.env));
  await next();
  const { headers } = c.res;
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store');
  headers.set('X-Content-Type-Options', 'nosniff');
});

const CONSOLE = '/console/*';

/** Counts responses by route and status for GET /admin/metrics, and hands the counts over after the response. */
export const countRequests = createMiddleware(async (c, next) => {
  await next();
  const route = findRoute(c);
  noteRequest(c.executionCtx, { route, requestId: c.get('requestId') });
  countUp(c.env, nameRequestCounter('api', c.req.method, route, c.res.status));
  handOverLater(c.env, c.get('config').metricsMs, c.get('now'), c.executionCtx);
});

/** The template of the requested path, such as `/v2/links/:shortCode`; `none` for a path that does not exist. */
function findRoute(c: AppContext): string {
  const paths = matchedRoutes(c).map(({ path }) => path);
  return paths.find((path) => !path.endsWith('*')) ?? paths.find((path) => path === CONSOLE) ?? 'none';
}

/**
 * Refuses requests over plain http. It does not redirect them, because the key has already been sent unencrypted
 * (specification 2.3).
 */
export const requireHttps = createMiddleware(async (c, next) => {
  const { requireHttps: isRequired, trustForwardedProto } = c.get('config');
  const forwardedProto = trustForwardedProto ? (c.req.header('X-Forwarded-Proto') ?? null) : null;
  if (isRequired && isPlainHttp(c.req.url, forwardedProto)) throw new Refusal('HTTPS_REQUIRED');
  await next();
});
