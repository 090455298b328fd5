/**
 * Gathering clicks: a visit leaves its own with its isolate, which tells the statistics once a second, after the answers.
 * A busy account costs one object call per isolate and second.
 */
import type { LiveEntry } from '#domain/edge-entry';
import type { Visit } from './answer';
import type { Click } from './click';
import type { Env } from './env';
import { leave } from './gatherings';
import { headerText, keptText } from './kept-text';
import { send } from './send-clicks';

/** A request ends within 30 s of its answer, whatever it still waits for: then another one sends. */
const SENDER_LASTS_MS = 30_000;

/** Leaves a click, or a robot's look, with this isolate. Reads headers and no more; all else happens after the answer. */
export function gather({ request, url, now }: Visit, code: string, entry: LiveEntry, env: Env, ctx: ExecutionContext) {
  const header = (name: string) => headerText(request, name);
  const { cf } = request;
  const click: Click = {
    at: now,
    linkId: entry.id,
    code,
    host: url.hostname,
    query: keptText(url.search),
    address: header('CF-Connecting-IP'),
    userAgent: header('User-Agent'),
    referrer: header('Referer'),
    languages: header('Accept-Language'),
    isPrivate: header('DNT') === '1' || header('Sec-GPC') === '1',
    country: cf?.country,
    city: cf?.city,
  };
  const gathering = leave(click, entry.statistics, env);
  const hasSender = now < gathering.senderUntil && now >= gathering.senderUntil - SENDER_LASTS_MS;
  if (hasSender) return;
  gathering.senderUntil = now + SENDER_LASTS_MS;
  ctx.waitUntil(send(entry.statistics, gathering, env));
}
