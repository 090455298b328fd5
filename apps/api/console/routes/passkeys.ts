/** Passkeys of an account that is signed in: added, named, removed. */
import { createHandlers } from '../context';
import { readFields } from '../form';
import { nameError } from '../names';
import { insertPasskey, listPasskeys, MAX_PASSKEYS, removePasskey, renamePasskey } from '../passkeys';
import { registrationOptions, verifyRegistration } from '../webauthn';
import { showAccount } from './account';
import { ceremonyOf } from './sign-in';

const NOT_GOOD = 'That passkey could not be added. Please try again.';
const ENOUGH = `An account has at most ${MAX_PASSKEYS} passkeys.`;

export const postPasskeyChallenge = createHandlers(async (c) => {
  const account = c.get('account');
  const known = await listPasskeys(c.env, account.id);
  return c.json(await registrationOptions(ceremonyOf(c), 'passkey', account, known));
});

export const postPasskey = createHandlers(async (c) => {
  const { name = '', credential = '' } = await readFields(c);
  const wrong = nameError(name);
  if (wrong !== null) return showAccount(c, { passkeyName: wrong }, 400);
  const made = await verifyRegistration(ceremonyOf(c), 'passkey', credential);
  if (made === null || made.accountId !== c.get('account').id) return showAccount(c, { passkey: NOT_GOOD }, 400);
  const { meta } = await insertPasskey(c.env, { ...made, name: name.trim() }, c.get('now')).run();
  if (meta.changes === 0) return showAccount(c, { passkey: ENOUGH }, 400);
  return c.redirect('/console/account?done=passkey-added', 303);
});

export const postPasskeyName = createHandlers(async (c) => {
  const name = ((await readFields(c)).name ?? '').trim();
  const wrong = nameError(name);
  if (wrong !== null) return showAccount(c, { passkey: wrong }, 400);
  const renamed = await renamePasskey(c.env, c.get('account').id, c.req.param('id') ?? '', name);
  return renamed ? c.redirect('/console/account?done=passkey-renamed', 303) : c.notFound();
});

export const postPasskeyRemoval = createHandlers(async (c) => {
  const removed = await removePasskey(c.env, c.get('account').id, c.req.param('id') ?? '');
  return removed ? c.redirect('/console/account?done=passkey-removed', 303) : c.notFound();
});
