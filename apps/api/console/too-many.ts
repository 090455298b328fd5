/** The answer to a network that tries too much. */
import { secondsUntil } from '#domain/window';
import type { ConsoleContext } from './context';
import { show } from './page';
import { tooManyPage } from './pages/refused';

/** @param until when it may try again, epoch milliseconds */
export function showTooMany(c: ConsoleContext, until: number) {
  c.header('Retry-After', String(secondsUntil(until, c.get('now'))));
  return show(c, tooManyPage, 429);
}
