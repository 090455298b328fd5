/** Handles a visit, from its request to its response. */
import { type EdgeEntry, evaluate } from '#domain/edge-entry';
import { Refusal } from '#domain/refusal';
import { parsePath } from '#domain/short-address';
import { getDenylist } from '#store/denylist';
import { bufferClick } from '../clicks/click-buffer';
import type { Env } from '../env';
import { makePageResponse } from '../pages/document';
import { makePreviewPage, ROBOT_STUB, respondWithGuardedPreview } from '../pages/preview';
import { assertGranted, takeClick } from './counter-calls';
import { findEntry, readNewestEntry } from './lookup';
import { isPrefetch, isRobot, type Visit } from './request';
import { makeHeadResponse, makeOptionsResponse, redirect, UNPROTECTED_METHODS } from './response';
import { refuseTooManyForms, unlock } from './unlock';

const METHODS = ['GET', 'HEAD', 'POST', 'OPTIONS'];

/**
 * Handles a request for a code (specification 11.2).
 * @param newest the entry from D1, for the second run of a visit whose edge entry may be outdated
 * @throws Refusal for every visit whose response is an error, except one about a password
 */
export async function handleVisit(
  visit: Visit,
  env: Env,
  ctx: ExecutionContext,
  newest?: Promise<EdgeEntry | null>,
): Promise<Response> {
  const { method, now } = visit;
  const path = parsePath(visit.pathname);
  if (path === null) throw new Refusal('LINK_NOT_FOUND');
  if (!METHODS.includes(method)) throw new Refusal('METHOD_NOT_ALLOWED', { allow: METHODS });
  if (method === 'OPTIONS') return makeOptionsResponse(METHODS);
  if (isPrefetch(visit.headers)) throw new Refusal('PREFETCH', { retryAfter: 1 });

  const { code } = path;
  const [found, denylist] = await Promise.all([newest ?? findEntry(code, visit, env, ctx), getDenylist(env, now)]);
  if (found === null) throw new Refusal('LINK_NOT_FOUND');

  const evaluation = evaluate(found, denylist, now);
  if (evaluation.outcome === 'blocked') throw new Refusal('LINK_BLOCKED');
  if (evaluation.outcome === 'gone') throw new Refusal('LINK_GONE', { goneReason: evaluation.reason });

  const { entry } = evaluation;
  const { target, maxClicks, createdAt } = entry;
  const recordClick = () => bufferClick(visit, code, entry, env, ctx);
  const visitNewest = () => handleVisit(visit, env, ctx, readNewestEntry(code, visit, env));
  if (target !== 'protected' && method === 'POST') {
    // The visitor may have a password page from a location that has a newer entry.
    if (newest === undefined) return (await refuseTooManyForms(visit, env)) ?? visitNewest();
    throw new Refusal('METHOD_NOT_ALLOWED', { allow: UNPROTECTED_METHODS });
  }
  if (target !== 'protected' && maxClicks === undefined) {
    const page = path.isPreview ? makePreviewPage({ code, location: target.location, createdAt }) : null;
    if (page !== null) return makePageResponse(page, visit);
    if (method === 'GET') recordClick();
    return redirect(target.location);
  }

  // From here on the destination costs a click or a password. A response that costs neither must not reveal it.
  if (method === 'HEAD') return makeHeadResponse();
  if (method === 'GET' && path.isPreview) {
    return respondWithGuardedPreview(
      { code, isProtected: target === 'protected', isLimited: maxClicks !== undefined },
      visit,
    );
  }
  if (isRobot(visit.headers)) {
    recordClick();
    return makePageResponse(ROBOT_STUB, visit);
  }
  if (target === 'protected') return unlock(visit, code, entry.id, denylist, env, ctx, recordClick);
  const taken = await takeClick(code, entry, env);
  if (taken === 'outdated' && newest === undefined) return visitNewest();
  assertGranted(taken, code, env);
  recordClick();
  return redirect(target.location);
}
