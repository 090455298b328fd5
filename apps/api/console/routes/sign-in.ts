/** Signing in, by passkey or by the operator's link, and signing out. */
import { agentOf } from '../agent';
import { type ConsoleContext, createHandlers, originOf } from '../context';
import { clearCookie, writeCookie } from '../cookie';
import { readFields } from '../form';
import { limitAddress } from '../middleware/limit-address';
import { show } from '../page';
import { signInLinkPage, signInPage, spentLinkPage } from '../pages/sign-in';
import { noteGood, sessionOf } from '../session-look';
import { beginSession, endSession } from '../sessions';
import { spendSignInLink } from '../sign-in-links';
import { showTooMany } from '../too-many';
import { authenticationOptions, type Ceremony, verifyAuthentication } from '../webauthn';

export const ceremonyOf = (c: ConsoleContext): Ceremony => ({ env: c.env, origin: originOf(c), now: c.get('now') });

/** Signs a browser in to an account; false where the account may not. */
export async function signIn(c: ConsoleContext, accountId: string): Promise<boolean> {
  const token = await beginSession(c.env, accountId, agentOf(c.req.header('User-Agent')), c.get('now'));
  if (token === null) return false;
  noteGood(c, token.digest);
  writeCookie(c, token.text);
  return true;
}

const NOT_GOOD = 'That passkey could not be used here. Please try again, or ask the operator for a sign-in link.';
const CLOSED = 'This account is closed or suspended. Please ask the operator.';

export const getSignIn = createHandlers((c) => show(c, signInPage(c.get('config').allowSignUp)));

export const postChallenge = createHandlers(limitAddress, async (c) =>
  c.json(await authenticationOptions(ceremonyOf(c))),
);

export const postSignIn = createHandlers(limitAddress, async (c) => {
  const { credential = '' } = await readFields(c);
  const passkey = await verifyAuthentication(ceremonyOf(c), credential);
  const { allowSignUp } = c.get('config');
  if (passkey === null) return show(c, signInPage(allowSignUp, NOT_GOOD), 401);
  if (!(await signIn(c, passkey.accountId))) return show(c, signInPage(allowSignUp, CLOSED), 403);
  return c.redirect('/console', 303);
});

/** Opening the link spends nothing: scanners of mail open links, but press no buttons. */
export const getSignInLink = createHandlers((c) => show(c, signInLinkPage(c.req.param('token') ?? '')));

export const postSignInLink = createHandlers(limitAddress, async (c) => {
  const accountId = await spendSignInLink(c.env, c.req.param('token') ?? '', c.get('now'));
  if (accountId === null || !(await signIn(c, accountId))) return show(c, spentLinkPage, 410);
  return c.redirect('/console/account?done=signed-in', 303);
});

export const postSignOut = createHandlers(async (c) => {
  const look = await sessionOf(c);
  if ('refusedUntil' in look) return showTooMany(c, look.refusedUntil);
  const { found } = look;
  if (found !== null) await endSession(c.env, found.account.id, found.sessionId);
  clearCookie(c);
  return c.redirect('/console/sign-in', 303);
});
