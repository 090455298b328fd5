/** The API worker: what the platform calls. */
import { env as bindings } from 'cloudflare:workers';
import { runScheduledJobs } from '#api/cron/scheduled-jobs';
import { configOf } from '#api/platform/config';
import type { Env } from '#api/platform/env';
import { createApp } from './app';

export { AddressMeter } from '#api/objects/address-meter';
export { KeyMeter } from '#api/objects/key-meter';

// A worker that is not configured does not start: an upload of it is refused, and the version before goes on.
configOf(bindings);

const app = createApp();

export default {
  fetch: app.fetch,
  async scheduled(_controller, env) {
    await runScheduledJobs(env, Date.now());
  },
} satisfies ExportedHandler<Env>;
