/** What travels with a request through the stages and its endpoint. */
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
    /** The moment the request had come in, body and all, epoch milliseconds: one clock for whatever it changes. */
    now: number;
    config: Config;
    requestId: string;
    /** Set once the key is admitted (access `key`). */
    key: AdmittedKey;
    /** Set together with the key: its window and its month, this call included. */
    reading: RateLimitStatus;
    /** Set together with the key. Null where no Idempotency-Key was sent. */
    lease: Lease | null;
    /** Set where this request is the one that runs under its Idempotency-Key. */
    run: IdempotentRun | undefined;
    /** Set once that run has succeeded. */
    answerToKeep: KeptResponse | undefined;
    /** The operator's settings, set before the key is asked. */
    settings: Settings;
    /** Set once the body is known to be a JSON object. */
    body: Record<string, unknown>;
  };
};

export type AppContext = Context<AppEnv>;

export const { createMiddleware } = createFactory<AppEnv>();

/**
 * Answers a refusal with the envelope, and what more there is to tell. Never the data of an answer, so a handler may return
 * it whatever it declares.
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
