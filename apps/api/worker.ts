/** The API worker: what the platform calls. */
import { createApp } from './app';
import type { Env } from './env';

export { KeyMeter } from './key-meter';

const app = createApp();

export default {
  fetch: app.fetch,
} satisfies ExportedHandler<Env>;
