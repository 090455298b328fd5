/** The entry point of the API worker: its fetch and cron handlers, and the classes of its Durable Objects. */
import { env as bindings } from 'cloudflare:workers';
import { type Env, parseConfig } from '#api/platform/env';
import { createApp } from './app';

export { AddressMeter } from '#api/objects/address-meter';
export { KeyMeter } from '#api/objects/key-meter';

// A missing or wrong variable throws here. The platform then refuses the upload, and the previous version stays.
parseConfig(bindings);

const app = createApp();

export default {
  fetch: app.fetch,
  async scheduled(_controller, env) {
    const { runScheduledJobs } = await import('#api/cron/scheduled-jobs');
    await runScheduledJobs(env, Date.now());
  },
} satisfies ExportedHandler<Env>;
