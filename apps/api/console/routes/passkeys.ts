/** The forms that add, rename and remove passkeys of the account. */
import { addPasskey, listPasskeys, MAX_PASSKEYS, removePasskey, renamePasskey } from '#api/sign-in/passkeys';
import { registrationOptions, verifyRegistration } from '#api/sign-in/webauthn';
import { Refusal } from '#domain/refusal';
import { actorOf } from '../actor';
import { createHandlers } from '../context';
import { ADD_PASSKEY, NAME_PASSKEY, REMOVE_PASSKEY } from '../forms/declared/account';
import { FormRefused } from '../forms/form-refused';
import { handleForm } from '../forms/handle-form';
import { showAccount } from './account';
import { ceremonyOf } from './sign-in';

const NOT_ADDED = 'That passkey could not be added. Please try again.';
const TOO_MANY = `An account has at most ${MAX_PASSKEYS} passkeys.`;

export const postPasskeyChallenge = createHandlers(async (c) => {
  const account = c.get('account');
  const known = await listPasskeys(c.env, account.id);
  return c.json(await registrationOptions(ceremonyOf(c), 'passkey', account, known));
});

export const postPasskey = handleForm(ADD_PASSKEY, {
  async run(c, { name = '', credential = '' }) {
    const registered = await verifyRegistration(ceremonyOf(c), 'passkey', credential);
    if (registered === null || registered.accountId !== c.get('account').id)
      throw new FormRefused([['form', NOT_ADDED]]);
    const isAdded = await addPasskey(c.env, { ...registered, name: name.trim() }, actorOf(c), c.get('now'));
    if (!isAdded) throw new FormRefused([['form', TOO_MANY]]);
    return { to: '/console/account', notice: 'passkey-added' };
  },
  show: showAccount,
});

export const postPasskeyName = handleForm(NAME_PASSKEY, {
  async run(c, { name = '' }) {
    const renamed = await renamePasskey(c.env, c.get('account').id, c.req.param('id') ?? '', name.trim());
    if (!renamed) throw new Refusal('UNKNOWN_ROUTE');
    return { to: '/console/account', notice: 'passkey-renamed' };
  },
  show: showAccount,
});

export const postPasskeyRemoval = handleForm(REMOVE_PASSKEY, {
  async run(c) {
    const { id: accountId } = c.get('account');
    const removed = await removePasskey(c.env, accountId, c.req.param('id') ?? '', actorOf(c), c.get('now'));
    if (!removed) throw new Refusal('UNKNOWN_ROUTE');
    return { to: '/console/account', notice: 'passkey-removed' };
  },
  show: showAccount,
});
