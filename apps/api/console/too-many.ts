/** The answer to one request too many in a window, of a network or of an account. */
import { secondsUntil } from '#domain/window';
import type { ConsoleContext } from './context';
import { show } from './page';
import { tooManyPage } from './pages/refused';

/** 429 with Retry-After. @param until when the next request may come, epoch milliseconds */
export function showTooMany(c: ConsoleContext, until: number): Response {
  c.header('Retry-After', String(secondsUntil(until, c.get('now'))));
  return show(c, tooManyPage, 429);
}
