/** The redirect worker: what the platform calls. */
import { Refusal } from '#domain/refusal';
import { answer, type Visit } from './answer';
import { configOf } from './config';
import type { Env } from './env';
import { own } from './own';
import { redirect, toHttps } from './redirect';
import { visit } from './visit';

export { ClickCounter } from './click-counter';

const RETRY_AFTER_SECONDS = 5;

export default {
  async fetch(request, env, ctx): Promise<Response> {
    const url = new URL(request.url);
    const { requireHttps, fallbackUrl, contact } = configOf(env);
    const one: Visit = { request, url, now: Date.now(), contact };
    try {
      const ours = own(one);
      if (ours !== null) return ours;
      if (url.protocol === 'http:' && requireHttps) return toHttps(url);
      if (url.pathname === '/' && isRead(request) && fallbackUrl !== undefined) return redirect(fallbackUrl);
      return await visit(one, env, ctx);
    } catch (error) {
      if (error instanceof Refusal) return answer(error, one);
      console.error(JSON.stringify({ fault: error instanceof Error ? error.stack : String(error) }));
      return answer(new Refusal('OVERLOADED', { retryAfter: RETRY_AFTER_SECONDS }), one);
    }
  },
} satisfies ExportedHandler<Env>;

const isRead = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD';
