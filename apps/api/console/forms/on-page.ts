/** What the forms of a page need when it is asked for. */
import type { ConsoleContext } from '../context';
import { forgetWayBack, wayBackOf } from './draft';
import type { Forms } from './form';
import { drawToken } from './token';

/** A token for the page's forms, and what somebody typed for one of them before their session ended. */
export async function formsOf(c: ConsoleContext): Promise<Forms> {
  const token = drawToken(c);
  const way = await wayBackOf(c);
  if (way?.typed == null || way.to.replace(/\?.*$/, '') !== new URL(c.req.url).pathname)
    return { token, state: undefined };
  forgetWayBack(c);
  if (way.typed.accountId !== c.get('account')?.id) return { token, state: undefined };
  return { token, state: way.typed.state };
}
