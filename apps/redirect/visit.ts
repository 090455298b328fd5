/** A visit from its request to its response, top to bottom. */

import type { EdgeEntry, LiveEntry } from '#domain/edge-entry';
import { evaluate } from '#domain/evaluate';
import { limitsOfEntry } from '#domain/limits';
import { Refusal } from '#domain/refusal';
import { currentDenylist } from '#store/denylist-copy';
import { callObject } from '#store/object-call';
import { objectNamed } from '#store/object-named';
import { bufferClick } from './buffer-click';
import type { Taken } from './click-counter';
import type { Env } from './env';
import { assertGranted } from './granted';
import { findEntry, newestEntry } from './lookup';
import { pageResponse } from './pages/document';
import { previewPage, ROBOT_STUB } from './pages/preview';
import { parsePath } from './path';
import { methodsOf, redirect, UNPROTECTED_METHODS, withoutDestination } from './redirect';
import type { Visit } from './response';
import { isPrefetch, isRobot } from './robots';
import { tooManyForms, unlock } from './unlock';

const METHODS = ['GET', 'HEAD', 'POST', 'OPTIONS'];

/**
 * Handles a request for a code (specification 11.2).
 * @param newest the entry as D1 has it, once the entry at the edge has turned out to be outdated
 * @throws Refusal for every visit that gets neither a redirect nor a page
 */
export async function visit(
  one: Visit,
  env: Env,
  ctx: ExecutionContext,
  newest?: Promise<EdgeEntry | null>,
): Promise<Response> {
  const { request, now } = one;
  const path = parsePath(one.url.pathname);
  if (path === null) throw new Refusal('LINK_NOT_FOUND');
  if (!METHODS.includes(request.method)) throw new Refusal('METHOD_NOT_ALLOWED', { allow: METHODS });
  if (request.method === 'OPTIONS') return methodsOf(METHODS);
  if (isPrefetch(request)) throw new Refusal('PREFETCH', { retryAfter: 1 });

  const { code } = path;
  const [found, denylist] = await Promise.all([newest ?? findEntry(code, one, env, ctx), currentDenylist(env, now)]);
  if (found === null) throw new Refusal('LINK_NOT_FOUND');

  const evaluation = evaluate(found, denylist, now);
  if (evaluation.outcome === 'blocked') throw new Refusal('LINK_BLOCKED');
  if (evaluation.outcome === 'gone') throw new Refusal('LINK_GONE', { goneReason: evaluation.reason });

  const { entry } = evaluation;
  const { target, maxClicks, createdAt } = entry;
  const note = () => bufferClick(one, code, entry, env, ctx);
  const visitNewest = () => visit(one, env, ctx, newestEntry(code, one, env));
  if (target !== 'protected' && request.method === 'POST') {
    // The password page may come from a location that has a newer entry.
    if (newest === undefined) return (await tooManyForms(one, code, env)) ?? visitNewest();
    throw new Refusal('METHOD_NOT_ALLOWED', { allow: UNPROTECTED_METHODS });
  }
  if (target !== 'protected' && maxClicks === undefined) {
    const page = path.isPreview ? previewPage({ code, location: target.location, createdAt }) : null;
    if (page !== null) return pageResponse(page, one);
    if (request.method === 'GET') note();
    return redirect(target.location);
  }

  // From here on the destination costs a click or a password, so no other response may reveal it.
  if (request.method === 'HEAD') return withoutDestination();
  if (isRobot(request)) {
    note();
    return pageResponse(ROBOT_STUB, one);
  }
  if (target === 'protected') return unlock(one, code, entry.id, denylist, env, ctx, note);
  const taken = await takeClick(code, entry, env);
  if (taken === 'outdated' && newest === undefined) return visitNewest();
  assertGranted(taken, code, env);
  note();
  return redirect(target.location);
}

/**
 * Takes a click from the link's object. All tries use one click id, so that a lost reply neither uses up a click nor
 * grants one more.
 */
function takeClick(code: string, entry: LiveEntry, env: Env): Promise<Taken> {
  const clickId = crypto.randomUUID();
  const limits = limitsOfEntry(code, entry);
  return callObject(
    () => objectNamed(env, env.CLICKS, entry.id),
    async (counter) => await counter.take(clickId, limits),
    { repeatable: true },
  );
}
