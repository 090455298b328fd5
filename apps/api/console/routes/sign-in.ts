/** The pages and forms for signing in by passkey or by the operator's link, and for signing out. */
import { beginSession, endSession, type SignInWay } from '#api/sign-in/sessions';
import { accountNameOfLink, spendSignInLink } from '#api/sign-in/sign-in-links';
import { authenticationOptions, type Ceremony, verifyAuthentication } from '#api/sign-in/webauthn';
import { actorOf } from '../actor';
import { agentOf } from '../agent';
import { type ConsoleContext, createHandlers, originOf } from '../context';
import { clearCookie } from '../cookie';
import { SIGN_IN, SIGN_IN_BY_LINK } from '../forms/declared/sign-in';
import { clearDraft, readDraft } from '../forms/draft';
import { type Forms, hasContent } from '../forms/form';
import { FormRefused, type RefusedStatus } from '../forms/form-refused';
import { handleForm } from '../forms/handle-form';
import type { FormResult } from '../forms/run-once';
import { pageToken } from '../forms/token';
import { limitNetwork } from '../middleware/limit-network';
import type { Notice } from '../notices';
import { show } from '../page';
import { signInLinkPage, signInPage, spentLinkPage } from '../pages/sign-in';
import { rememberValid, sessionOf } from '../session-lookup';
import { showTooMany } from '../too-many';

export const ceremonyOf = (c: ConsoleContext): Ceremony => ({ env: c.env, origin: originOf(c), now: c.get('now') });

/** How the owner signs in, and the seed of the session's token. `to` and `notice` are the redirect of a browser without a draft. */
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
export async function signIn(
  c: ConsoleContext,
  accountId: string,
  { by, secretSeed, to, notice }: SignInOptions,
): Promise<FormResult | null> {
  const agent = agentOf(c.req.header('User-Agent'));
  const session = await beginSession(c.env, accountId, agent, by, c.get('now'), secretSeed);
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
  c.json(await authenticationOptions(ceremonyOf(c))),
);

export const postSignIn = createHandlers(
  limitNetwork,
  ...handleForm(SIGN_IN, {
    async run(c, { credential = '' }, { secretSeed }) {
      const passkey = await verifyAuthentication(ceremonyOf(c), credential);
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
  const lookup = await sessionOf(c);
  if ('refusedUntil' in lookup) return showTooMany(c, lookup.refusedUntil);
  const { found } = lookup;
  if (found !== null) {
    const { account, sessionId } = found;
    await endSession(c.env, account.id, sessionId, actorOf(c, sessionId), c.get('now'));
  }
  clearCookie(c);
  clearDraft(c);
  return c.redirect('/console/sign-in', 303);
});
