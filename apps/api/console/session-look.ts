/**
 * The session of a cookie. D1's primary decides for every page; what nobody was given may make it be asked sixty times a
 * minute from one network (docs/adr/0024).
 */
import { chargedLook, type Look } from '#api/objects/charged-look';
import { findSession, type SignedIn } from '#api/sign-in/sessions';
import { isToken } from '#api/sign-in/token';
import { addressDigest, networkOf } from '#secrets/client-address';
import { digestOf } from '#secrets/digest';
import { expiringNames } from '#store/expiring-names';
import type { ConsoleContext } from './context';
import { readCookie } from './cookie';

/** A session that was good is looked for without a charge for this long: its network may be full of a stranger's. */
const GOOD_LASTS_MS = 600_000;

const good = expiringNames();
const refused = expiringNames();
const full = expiringNames();

/** Notes that a session is good, by the digest of its token. */
export const noteGood = (c: ConsoleContext, digest: string): void =>
  good.set(c.env, digest, c.get('now') + GOOD_LASTS_MS);

/** Notes that the account of this browser has asked enough: until then D1 is not asked who it is either. */
export async function noteFull(c: ConsoleContext, until: number): Promise<void> {
  full.set(c.env, await digestOf(readCookie(c) ?? ''), until);
}

/** Who is signed in with this browser; or until when nobody looks, epoch milliseconds. A text of another form than ours is looked for nowhere. */
export async function sessionOf(c: ConsoleContext): Promise<Look<SignedIn>> {
  const token = readCookie(c);
  if (token === undefined || !isToken(token)) return { found: null };
  const digest = await digestOf(token);
  const fullUntil = full.get(c.env, digest, c.get('now'));
  if (fullUntil !== null) return { refusedUntil: fullUntil };
  const look = await lookFor(c, digest);
  if ('refusedUntil' in look) return look;
  if (look.found === null) good.delete(c.env, digest);
  else noteGood(c, digest);
  return look;
}

async function lookFor(c: ConsoleContext, digest: string): Promise<Look<SignedIn>> {
  const now = c.get('now');
  const find = () => findSession(c.env, digest, now);
  const address = c.req.header('CF-Connecting-IP') ?? '';
  const network = networkOf(address);
  if (network === '' || good.get(c.env, digest, now) !== null) return { found: await find() };

  const refusedUntil = refused.get(c.env, network, now);
  if (refusedUntil !== null) return { refusedUntil };
  const { peppers } = c.get('config');
  const look = await chargedLook(c.env, await addressDigest(address, 'session', peppers.current), find);
  if ('refusedUntil' in look) refused.set(c.env, network, look.refusedUntil);
  return look;
}
