/** The response to a request beyond the limit of its network or its account (specification 14.4). */
import { secondsUntil } from '#domain/window';
import type { ConsoleContext } from './context';
import { show } from './page';
import { tooManyPage } from './pages/refused';

/** Shows the page with 429 and Retry-After. @param until the end of the window, epoch milliseconds */
export function showTooMany(c: ConsoleContext, until: number): Response {
  c.header('Retry-After', String(secondsUntil(until, c.get('now'))));
  return show(c, tooManyPage, 429);
}
