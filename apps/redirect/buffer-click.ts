/**
 * Buffering clicks: a visit pushes its own into its isolate's buffer, which is flushed once a second, after the responses.
 * A busy account costs one object call per isolate and second.
 */
import type { LiveEntry } from '#domain/edge-entry';
import type { Click } from './click';
import { push } from './click-buffer';
import type { Env } from './env';
import { flush } from './flush-clicks';
import type { Visit } from './response';
import { headerText, truncate } from './truncate';

/** A request ends within 30 s of its answer, whatever it still waits for: then another one flushes. */
const FLUSHING_LASTS_MS = 30_000;

/** Buffers a click, or a robot's visit. Reads headers and no more; all else happens after the response. */
export function bufferClick(
  { request, url, now }: Visit,
  code: string,
  entry: LiveEntry,
  env: Env,
  ctx: ExecutionContext,
) {
  const header = (name: string) => headerText(request, name);
  const { cf } = request;
  const click: Click = {
    at: now,
    linkId: entry.id,
    code,
    host: url.hostname,
    query: truncate(url.search),
    address: header('CF-Connecting-IP'),
    userAgent: header('User-Agent'),
    referrer: header('Referer'),
    languages: header('Accept-Language'),
    isPrivate: header('DNT') === '1' || header('Sec-GPC') === '1',
    country: cf?.country,
    city: cf?.city,
  };
  const buffer = push(click, entry.statistics, env);
  const isFlushing = now < buffer.flushingUntil && now >= buffer.flushingUntil - FLUSHING_LASTS_MS;
  if (isFlushing) return;
  buffer.flushingUntil = now + FLUSHING_LASTS_MS;
  ctx.waitUntil(flush(entry.statistics, buffer, env));
}
