/** Reads the settings, and answers 503 while the operator has the API in maintenance (answers, section 6). */
import { Refusal } from '#domain/refusal';
import { createMiddleware } from '../context';
import { currentSettings } from '../settings';

const RETRY_AFTER_SECONDS = 60;

export const maintenance = createMiddleware(async (c, next) => {
  const settings = await currentSettings(c.env, c.get('now'));
  if (settings.maintenance) throw new Refusal('MAINTENANCE', { retryAfter: RETRY_AFTER_SECONDS });
  c.set('settings', settings);
  await next();
});
