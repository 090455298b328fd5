/** Idempotency-Key on the way in and out (specification 7.4). */
import * as z from 'zod';
import type { LeaseRequest } from '#domain/admission';
import { type IdempotencySeed, RESPONSE_KEPT_HOURS } from '#domain/idempotency';
import { Refusal } from '#domain/refusal';
import { secondsUntil } from '#domain/window';
import { digestOf } from '#secrets/digest';
import { newId } from '#secrets/key-text';
import { everyPepper, type Peppers } from '#secrets/pepper';
import { type AppContext, createMiddleware } from './context';

/** Chosen by the caller, one per request that may be repeated. */
export const IdempotencyKey = z
  .string()
  .regex(/^[\x20-\x7e]{1,255}$/)
  .meta({
    description: `A text of your choice, 1 to 255 printable ASCII characters. For ${RESPONSE_KEPT_HOURS} hours a repeated request with it gets the answer of the first, and nothing is made twice.`,
    examples: ['order-1042'],
  });

const isWellFormed = (header: string): boolean => IdempotencyKey.safeParse(header).success;

const headerOf = (c: AppContext): string | undefined =>
  c.req.method === 'POST' ? c.req.header('Idempotency-Key') : undefined;

/** The seed that a request keeps with its lease, where it is the first. */
export const newIdempotencySeed = (): IdempotencySeed => ({ id: newId() });

/** What to ask the key's object for; null where no usable Idempotency-Key was sent. */
export async function leaseRequestOf(c: AppContext): Promise<LeaseRequest | null> {
  const header = headerOf(c);
  return header !== undefined && isWellFormed(header)
    ? { key: await digestOf(header), draw: newIdempotencySeed() }
    : null;
}

/**
 * Answers a repeated request as the first time: 422 for another request under the same key, 409 while the first is
 * still running, 429 for a new key while there is no room for its answer. Of the run that succeeds it sets the answer to
 * keep. Stands after the body's checks, because the body decides what is the same request.
 */
export const idempotent = createMiddleware(async (c, next) => {
  const header = headerOf(c);
  if (header !== undefined && !isWellFormed(header)) throw new Refusal('IDEMPOTENCY_KEY_INVALID');
  const lease = c.get('lease');
  if (lease === null) return next();
  if (lease.state === 'running') throw new Refusal('IDEMPOTENCY_KEY_RUNNING', { retryAfter: 1 });
  if (lease.state === 'full') {
    throw new Refusal('IDEMPOTENCY_KEYS_EXCEEDED', { retryAfter: secondsUntil(lease.roomAt, c.get('now')) });
  }

  const { pathname, search } = new URL(c.req.url);
  const request = `${pathname}${search}\n${await c.req.text()}`;
  const { peppers } = c.get('config');
  if (lease.state === 'leased') {
    const requestHash = await requestHashOf(request, peppers.current);
    c.set('run', { seed: lease.draw, requestHash });
    await next();
    if (c.res.ok) {
      c.set('answerToKeep', { requestHash, status: c.res.status, body: await c.res.clone().text() });
    }
    return;
  }
  if (!(await isOfRequest(lease.answer.requestHash, request, peppers))) throw new Refusal('IDEMPOTENCY_KEY_REUSED');
  const headers = { 'Content-Type': 'application/json', 'Idempotent-Replayed': 'true' };
  c.res = new Response(lease.answer.body, { status: lease.answer.status, headers });
});

/** Keyed, because the body may hold a password, and the ids of links hold the beginning of this. */
export const requestHashOf = (request: string, pepper: string): Promise<string> =>
  digestOf(`${pepper}\nrequest\n${request}`);

/** Whether a kept hash is of this request, under either pepper or as 0.10.0 made it, without one. */
async function isOfRequest(kept: string, request: string, peppers: Peppers): Promise<boolean> {
  for (const pepper of everyPepper(peppers)) if (kept === (await requestHashOf(request, pepper))) return true;
  return kept === (await digestOf(request));
}
