/** The API worker: what the platform calls. */
import { env as bindings } from 'cloudflare:workers';
import { createApp } from './app';
import { configOf } from './config';
import type { Env } from './env';
import { sweep } from './sweep';

export { AddressMeter } from './address-meter';
export { KeyMeter } from './key-meter';

// A worker that is not configured does not start: an upload of it is refused, and the version before goes on.
configOf(bindings);

const app = createApp();

export default {
  fetch: app.fetch,
  async scheduled(_controller, env) {
    await sweep(env, Date.now());
  },
} satisfies ExportedHandler<Env>;
