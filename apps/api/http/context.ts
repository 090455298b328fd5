/** The variables of a request, which its stages set and its endpoint reads; and the response to a refusal. */
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
    /** When the whole request, body included, had arrived, epoch milliseconds: the time of all its changes. */
    now: number;
    config: Config;
    requestId: string;
    /** Set once the key is admitted; only for endpoints of access `key`. */
    key: AdmittedKey;
    /** Set with `key`: the state of its window and its month, this call included. */
    reading: RateLimitStatus;
    /** Set with `key`. Null if the request has no usable Idempotency-Key. */
    lease: Lease | null;
    /** Set if this request holds the lease of its Idempotency-Key. */
    run: IdempotentRun | undefined;
    /** The response to store under the Idempotency-Key; set once the run has succeeded. */
    responseToKeep: KeptResponse | undefined;
    /** The operator's settings, set before the key is authenticated. */
    settings: Settings;
    /** Set once the body is known to be a JSON object. */
    body: Record<string, unknown>;
  };
};

export type AppContext = Context<AppEnv>;

export const { createMiddleware } = createFactory<AppEnv>();

/**
 * Returns the error response of a refusal: its envelope with the properties of `more`. Its type has no data, so any
 * handler may return it.
 */
export function refuse(
  c: AppContext,
  refusal: Refusal,
  more: object = {},
): Response & TypedResponse<never, StatusCode, string> {
  const asked = { path: new URL(c.req.url).pathname, method: c.req.method, now: c.get('now') };
  const row = ERRORS[refusal.code];
  // RFC 9110, section 11.6.1: a 401 names the scheme it wants.
  const challenge = row.status === 401 && { 'WWW-Authenticate': 'Bearer' };
  const headers = { ...refusalHeaders(refusal), ...challenge };
  return c.json({ ...envelopeOf(row, refusal, asked), ...more }, row.status, headers) as Response &
    TypedResponse<never>;
}
