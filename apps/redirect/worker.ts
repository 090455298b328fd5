/** The redirect worker: what the platform calls. */
import { Refusal } from '#domain/errors';
import { answer, type Visit } from './answer';
import { configOf } from './config';
import type { Env } from './env';
import { own } from './own';
import { visit } from './visit';

export { ClickCounter } from './click-counter';

const RETRY_AFTER_SECONDS = 5;

export default {
  async fetch(request, env, ctx): Promise<Response> {
    const url = new URL(request.url);
    const { requireHttps, contact } = configOf(env);
    const one: Visit = { request, url, now: Date.now(), contact };
    const ours = own(one);
    if (ours !== null) return ours;
    try {
      if (url.protocol === 'http:' && requireHttps) return toHttps(url);
      return await visit(one, env, ctx);
    } catch (error) {
      console.error(JSON.stringify({ fault: error instanceof Error ? error.stack : String(error) }));
      return answer(new Refusal('OVERLOADED', { retryAfter: RETRY_AFTER_SECONDS }), one);
    }
  },
} satisfies ExportedHandler<Env>;

/** 308 keeps the method and the body (RFC 9110, section 15.4.9). */
function toHttps(url: URL): Response {
  const secure = new URL(url);
  secure.protocol = 'https:';
  return new Response(null, { status: 308, headers: { Location: secure.href, 'Cache-Control': 'no-store' } });
}
