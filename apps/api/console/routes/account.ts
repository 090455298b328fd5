/** The page of the account, and the forms for its name and its deletion. */
import { changeAccount } from '#api/accounts/accounts';
import { deleteAccount } from '#api/accounts/delete-account';
import { listPasskeys } from '#api/sign-in/passkeys';
import { listSessions } from '#api/sign-in/sessions';
import { agentOf } from '../agent';
import { type ConsoleContext, createHandlers } from '../context';
import { clearCookie } from '../cookie';
import { DELETE_ACCOUNT, NAME_ACCOUNT } from '../forms/declared/account';
import type { Forms } from '../forms/form';
import type { RefusedStatus } from '../forms/form-refused';
import { formsOf } from '../forms/forms-of';
import { handleForm } from '../forms/handle-form';
import { show } from '../page';
import { accountPage, deletedPage } from '../pages/account';
import { readTheme } from '../theme';

export async function showAccount(
  c: ConsoleContext,
  forms: Forms,
  status: 200 | RefusedStatus = 200,
): Promise<Response> {
  const account = c.get('account');
  const [passkeys, sessions] = await Promise.all([
    listPasskeys(c.env, account.id),
    listSessions(c.env, account.id, c.get('now')),
  ]);
  const agent = agentOf(c.req.header('User-Agent'));
  const theme = readTheme(c);
  const view = { account, passkeys, sessions, sessionId: c.get('sessionId'), agent, theme, forms };
  return show(c, accountPage(view), status);
}

export const getAccount = createHandlers(async (c) => showAccount(c, await formsOf(c)));

export const postName = handleForm(NAME_ACCOUNT, {
  async run(c, { name = '' }) {
    await changeAccount(c.env, c.get('account').id, { name: name.trim() });
    return { to: '/console/account', notice: 'account-renamed' };
  },
  show: showAccount,
});

export const postDeletion = handleForm(DELETE_ACCOUNT, {
  async run(c) {
    await deleteAccount(c.env, c.get('account').id, c.get('now'));
    clearCookie(c);
    return { to: '/console/goodbye' };
  },
  show: showAccount,
});

/** The page after the deletion of an account. It needs no session. */
export const getGoodbye = createHandlers((c) => show(c, deletedPage));
