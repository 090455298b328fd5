/**
 * The one script of the Deploy to Cloudflare button (docs/design/self-hosting.md). docs/operating/deploying.md
 * recommends two workers instead.
 */
import { env as bindings } from 'cloudflare:workers';
import { createApp } from '#api/app';
import { parseConfig } from '#api/platform/env';
import { refuseAtDoor } from '#domain/door-errors';
import redirect from '#redirect/worker';
import { ADDRESS_UNKNOWN, chooseRoute, type Env, makeEnvironment } from './route';

export { AddressMeter } from '#api/objects/address-meter';
export { KeyMeter } from '#api/objects/key-meter';
export { ClickCounter, Statistics } from '#redirect/worker';

// A worker with a wrong variable does not start. So Cloudflare refuses the upload, and the former version keeps
// running.
parseConfig(makeEnvironment(bindings, ADDRESS_UNKNOWN));

const api = createApp();

/** Responds to a request for another host: 421 Misdirected Request (RFC 9110, section 15.5.20). */
const refuseHost = ({ method }: Request, { pathname }: URL) =>
  new Response(...refuseAtDoor('MISDIRECTED', { method, path: pathname, now: Date.now() }));

export default {
  async fetch(request, env, ctx): Promise<Response> {
    const url = new URL(request.url);
    const here = makeEnvironment(env, url.origin);
    const route = chooseRoute(url, here, api);
    if (route === 'nobody') return refuseHost(request, url);
    return route === 'api' ? api.fetch(request, here, ctx) : redirect.fetch(request, here, ctx);
  },
  async scheduled(_controller, env) {
    const { runScheduledJobs } = await import('#api/cron/scheduled-jobs');
    await runScheduledJobs(makeEnvironment(env, ADDRESS_UNKNOWN), Date.now());
  },
} satisfies ExportedHandler<Env>;
