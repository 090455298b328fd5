/** The redirect worker: what the platform calls. */
import { Refusal } from '#domain/errors';
import { answer } from './answer';
import { configOf } from './config';
import type { Env } from './env';
import { visit } from './visit';

export { ClickCounter } from './click-counter';

const RETRY_AFTER_SECONDS = 5;

export default {
  async fetch(request, env, ctx): Promise<Response> {
    const url = new URL(request.url);
    // The service's own addresses begin with a dot, which no code can.
    if (url.pathname === '/.health') return Response.json({ status: 'ok' });
    const now = Date.now();
    try {
      if (url.protocol === 'http:' && configOf(env).requireHttps) return toHttps(url);
      return await visit({ request, url, now }, env, ctx);
    } catch (error) {
      console.error(JSON.stringify({ fault: error instanceof Error ? error.stack : String(error) }));
      return answer(new Refusal('OVERLOADED', { retryAfter: RETRY_AFTER_SECONDS }), { request, url, now });
    }
  },
} satisfies ExportedHandler<Env>;

/** 308 keeps the method and the body (RFC 9110, section 15.4.9). */
function toHttps(url: URL): Response {
  const secure = new URL(url);
  secure.protocol = 'https:';
  return new Response(null, { status: 308, headers: { Location: secure.href, 'Cache-Control': 'no-store' } });
}
