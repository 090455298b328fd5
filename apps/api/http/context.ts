/**
 * The variables of a request, and the response to a refusal. Middleware sets the variables, and the endpoint reads
 * them.
 */
import type { Context, TypedResponse } from 'hono';
import { createFactory } from 'hono/factory';
import type { StatusCode } from 'hono/utils/http-status';
import type { Config } from '#api/platform/config';
import type { Env } from '#api/platform/env';
import type { AdmittedKey } from '#domain/admission';
import { ERRORS } from '#domain/errors';
import type { IdempotentRun, KeptResponse, Lease } from '#domain/idempotency';
import type { RateLimitStatus } from '#domain/meter';
import { envelopeOf, type Refusal, refusalHeaders } from '#domain/refusal';
import type { Settings } from '#domain/settings';

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
    /** Whether unknown names are refused. Only endpoints that follow the preference (prefer.ts) have it. */
    isStrict: boolean;
    /** Set once the body is known to be a JSON object. */
    body: Record<string, unknown>;
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
  const headers = { 'Content-Type': 'application/json', ...refusalHeaders(refusal), ...challenge };
  const body = JSON.stringify({ ...envelopeOf(row, refusal, request), ...more });
  return new Response(body, { status: row.status, headers }) as Response & TypedResponse<never>;
}
