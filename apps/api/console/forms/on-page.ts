/** The forms of a page that is opened by GET. */
import type { ConsoleContext } from '../context';
import { clearDraft, readDraft } from './draft';
import type { Forms } from './form';
import { pageToken } from './token';

/** Draws the token of the page's forms, and takes the draft that waits for this page, if the account is the same. */
export async function formsOf(c: ConsoleContext): Promise<Forms> {
  const token = pageToken(c);
  const way = await readDraft(c);
  if (way?.typed == null || way.to.replace(/\?.*$/, '') !== new URL(c.req.url).pathname)
    return { token, state: undefined };
  clearDraft(c);
  if (way.typed.accountId !== c.get('account')?.id) return { token, state: undefined };
  return { token, state: way.typed.state };
}
