/** The account itself: its name, and its deletion. */
import { changeAccount } from '../../accounts';
import { deleteAccount } from '../../delete-account';
import { agentOf } from '../agent';
import { type ConsoleContext, createHandlers } from '../context';
import { clearCookie } from '../cookie';
import { type FormErrors, NO_ERRORS, readFields } from '../form';
import { nameError } from '../names';
import { noticeOf } from '../notices';
import { show } from '../page';
import { accountPage, DELETION_WORD, deletedPage } from '../pages/account';
import { listPasskeys } from '../passkeys';
import { listSessions } from '../sessions';

export async function showAccount(c: ConsoleContext, errors: FormErrors, status: 200 | 400 = 200): Promise<Response> {
  const account = c.get('account');
  const [passkeys, sessions] = await Promise.all([
    listPasskeys(c.env, account.id),
    listSessions(c.env, account.id, c.get('now')),
  ]);
  const agent = agentOf(c.req.header('User-Agent'));
  const notice = noticeOf(c.req.query('done'));
  return show(
    c,
    accountPage({ account, passkeys, sessions, sessionId: c.get('sessionId'), agent, errors, notice }),
    status,
  );
}

export const getAccount = createHandlers((c) => showAccount(c, NO_ERRORS));

export const postName = createHandlers(async (c) => {
  const { name = '' } = await readFields(c);
  const wrong = nameError(name);
  if (wrong !== null) return showAccount(c, { name: wrong }, 400);
  await changeAccount(c.env, c.get('account').id, { name: name.trim() });
  return c.redirect('/console/account?done=account-renamed', 303);
});

export const postDeletion = createHandlers(async (c) => {
  const { confirmation = '' } = await readFields(c);
  if (confirmation.trim().toLowerCase() !== DELETION_WORD)
    return showAccount(c, { confirmation: `Please type “${DELETION_WORD}”.` }, 400);
  await deleteAccount(c.env, c.get('account').id, c.get('now'));
  clearCookie(c);
  c.set('account', undefined as never);
  return show(c, deletedPage);
});
