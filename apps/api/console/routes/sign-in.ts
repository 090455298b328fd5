/** The pages and forms for signing in by passkey or by the operator's link, and for signing out. */
import { beginSession, endSession } from '#api/sign-in/sessions';
import { spendSignInLink } from '#api/sign-in/sign-in-links';
import { authenticationOptions, type Ceremony, verifyAuthentication } from '#api/sign-in/webauthn';
import { agentOf } from '../agent';
import { type ConsoleContext, createHandlers, originOf } from '../context';
import { clearCookie } from '../cookie';
import { SIGN_IN, SIGN_IN_BY_LINK } from '../forms/declared/door';
import { forgetWayBack, wayBackOf } from '../forms/draft';
import { type Forms, isTyped } from '../forms/form';
import { handleForm } from '../forms/handle-form';
import type { Done } from '../forms/once';
import { FormRefused, type WrongStatus } from '../forms/refused';
import { drawToken } from '../forms/token';
import { limitAddress } from '../middleware/limit-address';
import type { Notice } from '../notices';
import { show } from '../page';
import { signInLinkPage, signInPage, spentLinkPage } from '../pages/sign-in';
import { noteGood, sessionOf } from '../session-lookup';
import { showTooMany } from '../too-many';

export const ceremonyOf = (c: ConsoleContext): Ceremony => ({ env: c.env, origin: originOf(c), now: c.get('now') });

/** The seed of the session's token, and where a browser without a way back goes, with which notice. */
type SigningIn = { readonly secretSeed: string; readonly to?: string; readonly notice?: Notice };

/**
 * Begins a session, and returns the redirect to the page that the browser wanted before. Null where the account is
 * suspended or deleted.
 */
export async function signIn(
  c: ConsoleContext,
  accountId: string,
  { secretSeed, to, notice }: SigningIn,
): Promise<Done | null> {
  const session = await beginSession(c.env, accountId, agentOf(c.req.header('User-Agent')), c.get('now'), secretSeed);
  if (session === null) return null;
  noteGood(c, session.digest);
  const way = await wayBackOf(c);
  const isTheirs = way?.typed == null || way.typed.accountId === accountId;
  if (way === null || !isTheirs) return { to: to ?? '/console', notice, hands: { kind: 'session', keepsDraft: false } };
  const keepsDraft = way.typed !== null && isTyped(way.typed.state);
  const again = keepsDraft ? 'signed-in-again' : 'nothing-done';
  return { to: way.to, notice: way.typed === null ? notice : again, hands: { kind: 'session', keepsDraft } };
}

const NOT_GOOD = 'That passkey could not be used here. Please try again, or ask the operator for a sign-in link.';
const CLOSED = 'This account is closed or suspended. Please ask the operator.';

const pageForms = (c: ConsoleContext): Forms => ({ token: drawToken(c), state: undefined });

const showSignIn = (c: ConsoleContext, forms: Forms, status: 200 | WrongStatus = 200): Response =>
  show(c, signInPage({ forms, allowSignUp: c.get('config').allowSignUp }), status);

export const getSignIn = createHandlers((c) => showSignIn(c, pageForms(c)));

export const postChallenge = createHandlers(limitAddress, async (c) =>
  c.json(await authenticationOptions(ceremonyOf(c))),
);

export const postSignIn = createHandlers(
  limitAddress,
  ...handleForm(SIGN_IN, {
    async run(c, { credential = '' }, { secretSeed }) {
      const passkey = await verifyAuthentication(ceremonyOf(c), credential);
      if (passkey === null) throw new FormRefused([['form', NOT_GOOD]], 401);
      const done = await signIn(c, passkey.accountId, { secretSeed });
      if (done === null) throw new FormRefused([['form', CLOSED]], 403);
      return done;
    },
    show: showSignIn,
  }),
);

const showLink = (c: ConsoleContext, forms: Forms, status: 200 | WrongStatus = 200): Response =>
  status === 410 ? show(c, spentLinkPage, status) : show(c, signInLinkPage(c.req.param('token') ?? '', forms), status);

/** Shows the page of a sign-in link without spending it, because mail scanners open links but press no buttons. */
export const getSignInLink = createHandlers((c) => showLink(c, pageForms(c)));

export const postSignInLink = createHandlers(
  limitAddress,
  ...handleForm(SIGN_IN_BY_LINK, {
    async run(c, _sent, { secretSeed }) {
      const accountId = await spendSignInLink(c.env, c.req.param('token') ?? '', c.get('now'));
      const arriving = { secretSeed, to: '/console/account', notice: 'signed-in' } as const;
      const done = accountId === null ? null : await signIn(c, accountId, arriving);
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
  if (found !== null) await endSession(c.env, found.account.id, found.sessionId);
  clearCookie(c);
  forgetWayBack(c);
  return c.redirect('/console/sign-in', 303);
});
