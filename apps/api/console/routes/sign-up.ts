/** Registering oneself, on FREE, where the operator allows it (SIGNUP = "open"). */
import { newId } from '#secrets/key-text';
import { insertAccount, newAccount } from '../../accounts';
import { agentOf } from '../agent';
import { createHandlers, createMiddleware } from '../context';
import { readFields } from '../form';
import { limitAddress } from '../middleware/limit-address';
import { nameError } from '../names';
import { show } from '../page';
import { signUpPage } from '../pages/sign-in';
import { insertPasskey } from '../passkeys';
import { registrationOptions, verifyRegistration } from '../webauthn';
import { ceremonyOf, signIn } from './sign-in';

const NOT_GOOD = 'That passkey could not be made. Please try again.';

const signUpOpen = createMiddleware(async (c, next) => (c.get('config').allowSignUp ? next() : c.notFound()));

export const getSignUp = createHandlers(signUpOpen, (c) => show(c, signUpPage('', {})));

/** The account's id is drawn here and kept with the challenge: the passkey carries it. */
export const postSignUpChallenge = createHandlers(signUpOpen, limitAddress, async (c) => {
  const { name = '' } = await readFields(c);
  if (nameError(name) !== null) return c.json({}, 400);
  return c.json(await registrationOptions(ceremonyOf(c), 'sign-up', { id: newId(), name: name.trim() }, []));
});

export const postSignUp = createHandlers(signUpOpen, limitAddress, async (c) => {
  const { name = '', credential = '' } = await readFields(c);
  const wrong = nameError(name);
  if (wrong !== null) return show(c, signUpPage(name, { name: wrong }), 400);
  const made = await verifyRegistration(ceremonyOf(c), 'sign-up', credential);
  if (made === null) return show(c, signUpPage(name, { form: NOT_GOOD }), 400);
  const now = c.get('now');
  const agent = agentOf(c.req.header('User-Agent'));
  await c.env.DB.batch([
    insertAccount(c.env, { ...newAccount(name.trim(), 'FREE', now), id: made.accountId }),
    insertPasskey(c.env, { ...made, name: agent }, now),
  ]);
  await signIn(c, made.accountId);
  return c.redirect('/console', 303);
});
