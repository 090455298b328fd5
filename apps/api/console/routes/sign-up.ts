/** Signing up on FREE, where `SIGNUP = "open"` (specification 14.2). */
import { signUp } from '#api/sign-in/sign-up';
import { registrationOptions, verifyRegistration } from '#api/sign-in/webauthn';
import { newId } from '#secrets/key-text';
import { agentOf } from '../agent';
import { type ConsoleContext, createHandlers, createMiddleware } from '../context';
import { SIGN_UP } from '../forms/declared/sign-in';
import type { Forms } from '../forms/form';
import { FormRefused, type RefusedStatus } from '../forms/form-refused';
import { handleForm } from '../forms/handle-form';
import { readFields } from '../forms/read-fields';
import { pageToken } from '../forms/token';
import { limitNetwork } from '../middleware/limit-network';
import { nameError } from '../names';
import { show } from '../page';
import { signUpPage } from '../pages/sign-in';
import { ceremonyOf, signIn } from './sign-in';

const NOT_MADE = 'That passkey could not be made. Please try again.';

const signUpOpen = createMiddleware(async (c, next) => (c.get('config').allowSignUp ? next() : c.notFound()));

const showSignUp = (c: ConsoleContext, forms: Forms, status: 200 | RefusedStatus = 200): Response =>
  show(c, signUpPage(forms), status);

export const getSignUp = createHandlers(signUpOpen, (c) => showSignUp(c, { token: pageToken(c), state: undefined }));

/** Generates the id of the new account. The challenge stores it, and the passkey holds it as its user id. */
export const postSignUpChallenge = createHandlers(signUpOpen, limitNetwork, async (c) => {
  const { name = '' } = (await readFields(c)) ?? {};
  if (nameError(name) !== null) return c.json({}, 400);
  return c.json(await registrationOptions(ceremonyOf(c), 'sign-up', { id: newId(), name: name.trim() }, []));
});

export const postSignUp = createHandlers(
  signUpOpen,
  limitNetwork,
  ...handleForm(SIGN_UP, {
    async run(c, { name = '', credential = '' }, { secretSeed }) {
      const registered = await verifyRegistration(ceremonyOf(c), 'sign-up', credential);
      if (registered === null) throw new FormRefused([['form', NOT_MADE]]);
      const passkey = { ...registered, name: agentOf(c.req.header('User-Agent')) };
      await signUp(c.env, name.trim(), passkey, c.get('now'));
      return (await signIn(c, registered.accountId, { by: 'passkey', secretSeed })) ?? { to: '/console' };
    },
    show: showSignUp,
  }),
);
