/**
 * Buffers clicks. A visit pushes its click into a buffer of the isolate. The isolate flushes each buffer once a second,
 * after the responses, so that a busy account costs one object call per isolate and second.
 */
import type { LiveEntry } from '#domain/edge-entry';
import { joinTraits } from './click';
import { push } from './click-buffer';
import type { Env } from './env';
import { flush } from './flush-clicks';
import { headerText, truncate } from './truncate';
import type { Visit } from './visit-request';

/** How long one request flushes at most. The platform ends a request 30 s after its response; then the next flushes. */
const FLUSHING_LASTS_MS = 30_000;

/** Buffers a click or a robot's visit. It parses no text, because parsing can wait until after the response. */
export function bufferClick(visit: Visit, code: string, entry: LiveEntry, env: Env, ctx: ExecutionContext): void {
  const { headers, now } = visit;
  const { cf } = visit.request;
  const header = (name: string) => headerText(headers, name);
  const traits = joinTraits([
    header('User-Agent'),
    header('Referer'),
    header('Accept-Language'),
    visit.url.host,
    cf?.country,
    cf?.city,
  ]);
  const click = {
    at: now,
    linkId: entry.id,
    code,
    query: truncate(visit.url.search),
    address: header('CF-Connecting-IP'),
    isPrivate: header('DNT') === '1' || header('Sec-GPC') === '1',
    traits,
  };
  const buffer = push(click, entry.statistics, env);
  // The second comparison fails only after the clock has stepped back. Then this request flushes too.
  const isFlushing = now < buffer.flushingUntil && now >= buffer.flushingUntil - FLUSHING_LASTS_MS;
  if (isFlushing) return;
  buffer.flushingUntil = now + FLUSHING_LASTS_MS;
  ctx.waitUntil(flush(entry.statistics, buffer, env));
}
