/** Reads the settings, and refuses requests with 503 while the API is in maintenance (specification 15.1). */

import { currentSettings } from '#api/platform/settings';
import { Refusal } from '#domain/refusal';
import { stage } from './stage';

const RETRY_AFTER_SECONDS = 60;

export const maintenance = stage({ refuses: ['MAINTENANCE'] }, async (c, next) => {
  const settings = await currentSettings(c.env, c.get('now'));
  if (settings.maintenance) throw new Refusal('MAINTENANCE', { retryAfter: RETRY_AFTER_SECONDS });
  c.set('settings', settings);
  await next();
});
