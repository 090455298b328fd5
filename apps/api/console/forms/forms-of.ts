/** The token and the draft for the forms of a page. */
import type { ConsoleContext } from '../context';
import { clearDraft, readDraft } from './draft';
import type { Forms } from './form';
import { pageToken } from './token';

/**
 * Generates the token of the forms, and takes the draft of this page out of its cookies. The form shows a draft of this
 * account only.
 */
export async function formsOf(c: ConsoleContext): Promise<Forms> {
  const token = pageToken(c);
  const draft = await readDraft(c);
  if (draft?.typed == null || draft.to.replace(/\?.*$/, '') !== new URL(c.req.url).pathname)
    return { token, state: undefined };
  clearDraft(c);
  if (draft.typed.accountId !== c.get('account')?.id) return { token, state: undefined };
  return { token, state: draft.typed.state };
}
