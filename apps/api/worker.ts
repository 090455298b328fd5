/** The API worker: what the platform calls. */
import { createApp } from './app';
import type { Env } from './env';
import { sweep } from './sweep';

export { AddressMeter } from './address-meter';
export { KeyMeter } from './key-meter';

const app = createApp();

export default {
  fetch: app.fetch,
  async scheduled(_controller, env) {
    await sweep(env, Date.now());
  },
} satisfies ExportedHandler<Env>;
