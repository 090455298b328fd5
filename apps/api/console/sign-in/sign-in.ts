/** The pages and forms for signing in by passkey or by the operator's link, for signing up, and for signing out. */

import { currentSettings } from '#api/platform/settings';
import { signUp } from '#api/sign-in/passkeys';
import { beginSession, endSession, type SignInWay } from '#api/sign-in/sessions';
import { accountNameOfLink, spendSignInLink } from '#api/sign-in/sign-in-links';
import {
  authenticationOptions,
  type Ceremony,
  registrationOptions,
  verifyAuthentication,
  verifyRegistration,
} from '#api/sign-in/webauthn';
import { newId } from '#secrets/key-text';
import { SIGN_IN, SIGN_IN_BY_LINK, SIGN_UP } from '../account/forms';
import { type ConsoleContext, clearCookie, createHandlers, createMiddleware, readOrigin } from '../context';
import { type Forms, findNameError, hasContent } from '../forms/form';
import { FormRefused, handleForm, type RefusedStatus, readFields } from '../forms/handle-form';
import { clearDraft, pageToken, readDraft } from '../forms/kept-in-browser';
import type { FormResult } from '../forms/run-once';
import { limitNetwork } from '../middleware';
import { type Notice, redirectTo } from '../notices';
import { show } from '../page';
import { showTooMany } from '../refused';
import { findSignedIn, nameBrowser, readActor, rememberValid } from './session';
import { signInLinkPage, signInPage, signUpPage, spentLinkPage } from './sign-in-page';

export const makeCeremony = (c: ConsoleContext): Ceremony => ({ env: c.env, origin: readOrigin(c), now: c.get('now') });

/**
 * How the owner signs in, and the seed of the session's token. `to` and `notice` are the redirect of a browser without
 * a draft.
 */
type SignInOptions = {
  readonly by: SignInWay;
  readonly secretSeed: string;
  readonly to?: string;
  readonly notice?: Notice;
};

/**
 * Begins a session. Returns the redirect to the page of this account's draft, or without such a draft to `to`. Returns
 * null where the account is suspended or deleted.
 */
async function signIn(
  c: ConsoleContext,
  accountId: string,
  { by, secretSeed, to, notice }: SignInOptions,
): Promise<FormResult | null> {
  const agent = nameBrowser(c.req.header('User-Agent'));
  const { country = null } = (c.req.raw.cf ?? {}) as { readonly country?: string };
  const session = await beginSession(c.env, accountId, { agent, country }, by, c.get('now'), secretSeed);
  if (session === null) return null;
  rememberValid(c, session.digest);
  const draft = await readDraft(c);
  const isSameAccount = draft?.typed == null || draft.typed.accountId === accountId;
  if (draft === null || !isSameAccount)
    return { to: to ?? '/console', notice, hands: { kind: 'session', keepsDraft: false } };
  const keepsDraft = draft.typed !== null && hasContent(draft.typed.state);
  const nextStep = keepsDraft ? 'signed-in-again' : 'nothing-done';
  return { to: draft.to, notice: draft.typed === null ? notice : nextStep, hands: { kind: 'session', keepsDraft } };
}

const NOT_ACCEPTED = 'That passkey could not be used here. Please try again, or ask the operator for a sign-in link.';
const ACCOUNT_CLOSED = 'This account is closed or suspended. Please ask the operator.';

const pageForms = (c: ConsoleContext): Forms => ({ token: pageToken(c), state: undefined });

const showSignIn = (c: ConsoleContext, forms: Forms, status: 200 | RefusedStatus = 200): Response => {
  const { allowSignUp, contact } = c.get('config');
  return show(c, signInPage({ forms, allowSignUp, contact }), status);
};

export const getSignIn = createHandlers((c) => showSignIn(c, pageForms(c)));

export const postChallenge = createHandlers(limitNetwork, async (c) =>
  c.json(await authenticationOptions(makeCeremony(c))),
);

export const postSignIn = createHandlers(
  limitNetwork,
  ...handleForm(SIGN_IN, {
    async run(c, { credential = '' }, { secretSeed }) {
      const passkey = await verifyAuthentication(makeCeremony(c), credential);
      if (passkey === null) throw new FormRefused([['form', NOT_ACCEPTED]], 401);
      const done = await signIn(c, passkey.accountId, { by: 'passkey', secretSeed });
      if (done === null) throw new FormRefused([['form', ACCOUNT_CLOSED]], 403);
      return done;
    },
    show: showSignIn,
  }),
);

/** Shows the page of a sign-in link without spending it, because mail scanners open links but press no buttons. */
async function showLink(c: ConsoleContext, forms: Forms, status: 200 | RefusedStatus = 200): Promise<Response> {
  const token = c.req.param('token') ?? '';
  const name = status === 410 ? null : await accountNameOfLink(c.env, token, c.get('now'));
  if (name === null) return show(c, spentLinkPage(c.get('config').contact), 410);
  return show(c, signInLinkPage({ token, name, forms }), status);
}

export const getSignInLink = createHandlers(limitNetwork, (c) => showLink(c, pageForms(c)));

export const postSignInLink = createHandlers(
  limitNetwork,
  ...handleForm(SIGN_IN_BY_LINK, {
    async run(c, _sent, { secretSeed }) {
      const accountId = await spendSignInLink(c.env, c.req.param('token') ?? '', c.get('now'));
      const options = { by: 'link', secretSeed, to: '/console/account', notice: 'signed-in' } as const;
      const done = accountId === null ? null : await signIn(c, accountId, options);
      if (done === null) throw new FormRefused([], 410);
      return done;
    },
    show: showLink,
  }),
);

/** Signs out. It needs no form token, because a second sign-out changes nothing. */
export const postSignOut = createHandlers(async (c) => {
  const lookup = await findSignedIn(c);
  if ('refusedUntil' in lookup) return showTooMany(c, lookup.refusedUntil);
  const { found } = lookup;
  if (found !== null) {
    const { account, sessionId } = found;
    await endSession(c.env, account.id, sessionId, readActor(c, sessionId), c.get('now'));
  }
  clearCookie(c);
  clearDraft(c);
  return redirectTo(c, '/console/sign-in', 'signed-out');
});

const NOT_MADE = 'That passkey could not be made. Please try again.';

/** Responds 404 unless `SIGNUP = "open"` (specification 14.2). A new account is on FREE. */
const signUpOpen = createMiddleware(async (c, next) => (c.get('config').allowSignUp ? next() : c.notFound()));

async function showSignUp(c: ConsoleContext, forms: Forms, status: 200 | RefusedStatus = 200): Promise<Response> {
  const settings = await currentSettings(c.env, c.get('now'));
  return show(c, signUpPage(forms, { policy: c.get('config').planPolicy, settings }), status);
}

export const getSignUp = createHandlers(signUpOpen, (c) => showSignUp(c, pageForms(c)));

/** Generates the id of the new account. The challenge stores it, and the passkey holds it as its user id. */
export const postSignUpChallenge = createHandlers(signUpOpen, limitNetwork, async (c) => {
  const { name = '' } = (await readFields(c)) ?? {};
  if (findNameError(name) !== null) return c.json({}, 400);
  return c.json(await registrationOptions(makeCeremony(c), 'sign-up', { id: newId(), name: name.trim() }, []));
});

export const postSignUp = createHandlers(
  signUpOpen,
  limitNetwork,
  ...handleForm(SIGN_UP, {
    async run(c, { name = '', credential = '' }, { secretSeed }) {
      const registered = await verifyRegistration(makeCeremony(c), 'sign-up', credential);
      if (registered === null) throw new FormRefused([['form', NOT_MADE]]);
      const passkey = { ...registered, name: nameBrowser(c.req.header('User-Agent')) };
      await signUp(c.env, name.trim(), passkey, c.get('now'));
      return (await signIn(c, registered.accountId, { by: 'passkey', secretSeed })) ?? { to: '/console' };
    },
    show: showSignUp,
  }),
);
