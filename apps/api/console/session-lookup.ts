/**
 * The lookup of a session by its cookie. Every page reads the session from D1's primary. Unknown sessions may cause
 * sixty reads a minute from one network (docs/design/keys-and-metering.md).
 */
import { chargedLookup, type Lookup } from '#api/objects/charged-lookup';
import { networkMeterOf, refusedNetworks } from '#api/objects/network-meter';
import { findSession, type SignedIn } from '#api/sign-in/sessions';
import { isToken } from '#api/sign-in/token';
import { networkOf } from '#secrets/client-address';
import { digestOf } from '#secrets/digest';
import { expiringNames } from '#store/expiring-names';
import type { ConsoleContext } from './context';
import { readCookie } from './cookie';

/**
 * How long this isolate reads a valid session without a charge to its network. Others may have used up the window of
 * the network.
 */
const VALID_LASTS_MS = 600_000;

const validSessions = expiringNames();
const networksOverLimit = refusedNetworks();
const sessionsOverLimit = expiringNames();

/** Remembers in this isolate that a session is valid, by the digest of its token. */
export const rememberValid = (c: ConsoleContext, digest: string): void =>
  validSessions.set(c.env, digest, c.get('now') + VALID_LASTS_MS);

/**
 * Remembers in this isolate that this browser's account is over its limit. Until then its session is not read.
 * @param until epoch milliseconds
 */
export async function rememberOverLimit(c: ConsoleContext, until: number): Promise<void> {
  sessionsOverLimit.set(c.env, await digestOf(readCookie(c) ?? ''), until);
}

/**
 * Looks up the session of this browser. A malformed cookie causes no lookup.
 * @returns the session; null where there is none; or until when lookups are refused, epoch milliseconds
 */
export async function sessionOf(c: ConsoleContext): Promise<Lookup<SignedIn>> {
  const token = readCookie(c);
  if (token === undefined || !isToken(token)) return { found: null };
  const digest = await digestOf(token);
  const limitedUntil = sessionsOverLimit.get(c.env, digest, c.get('now'));
  if (limitedUntil !== null) return { refusedUntil: limitedUntil };
  const lookup = await lookUp(c, digest);
  if ('refusedUntil' in lookup) return lookup;
  if (lookup.found === null) validSessions.delete(c.env, digest);
  else rememberValid(c, digest);
  return lookup;
}

async function lookUp(c: ConsoleContext, digest: string): Promise<Lookup<SignedIn>> {
  const now = c.get('now');
  const find = () => findSession(c.env, digest, now);
  const address = c.req.header('CF-Connecting-IP') ?? '';
  if (networkOf(address) === '' || validSessions.get(c.env, digest, now) !== null) return { found: await find() };

  const refusedUntil = networksOverLimit.until(c.env, address, now);
  if (refusedUntil !== null) return { refusedUntil };
  const { peppers } = c.get('config');
  const lookup = await chargedLookup(c.env, await networkMeterOf(address, 'session', peppers.current), find);
  if ('refusedUntil' in lookup) networksOverLimit.remember(c.env, address, lookup);
  return lookup;
}
