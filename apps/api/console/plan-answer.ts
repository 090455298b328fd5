/**
 * Whether the operator's answer to a request for a plan is new to this browser. A cookie keeps the time of the last
 * answer that it has shown, so that no table has a row for each browser.
 */
import type { ConsoleContext } from './context';
import { readCookie, writeCookie } from './cookie';

const COOKIE = { name: 'console-answer' };

const DAY_MS = 86_400_000;
/** How long an answer counts as new to a browser that has not shown it. The cookie lasts longer. */
const NEW_FOR_MS = 30 * DAY_MS;
const LASTS_SECONDS = (NEW_FOR_MS + DAY_MS) / 1000;

/** Whether there is an answer that this browser has not shown. @param isShown the page shows it: it is new no more */
export function hasNewAnswer(c: ConsoleContext, isShown: boolean): boolean {
  const answeredAt = c.get('answeredAt') ?? null;
  if (answeredAt === null || answeredAt < c.get('now') - NEW_FOR_MS) return false;
  if (readCookie(c, COOKIE) === String(answeredAt)) return false;
  if (isShown) writeCookie(c, String(answeredAt), COOKIE, LASTS_SECONDS);
  return !isShown;
}
