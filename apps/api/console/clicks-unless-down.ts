/** Clicks of the statistics that a page shows beside what D1 has. */
import { logFault } from '#store/log-fault';
import type { ConsoleContext } from './context';

/**
 * Returns what a call of the account's statistics returns. Where they do not respond, the fault is logged, and the
 * result is null: the page then shows no clicks.
 */
export const clicksUnlessDown = <Clicks>(c: ConsoleContext, read: Promise<Clicks>): Promise<Clicks | null> =>
  read.catch((error) => {
    logFault(error, { doing: 'read clicks', account: c.get('account').id });
    return null;
  });
