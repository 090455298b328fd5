/**
 * The limit of a network: exactly 30 requests a minute for sign-ins, sign-ups and sign-in links (specification 14.4).
 */
import { addressDigest } from '#secrets/client-address';
import { callObject } from '#store/object-call';
import { objectNamed } from '#store/object-named';
import { createMiddleware } from '../context';
import { showTooMany } from '../too-many';

/** A sign-in takes two requests, so fifteen people of one network can sign in within a minute. */
const REQUESTS_PER_MINUTE = 30;

export const limitNetwork = createMiddleware(async (c, next) => {
  const { peppers } = c.get('config');
  const name = await addressDigest(c.req.header('CF-Connecting-IP') ?? '', 'console', peppers.current);
  const { isAdmitted, reading } = await callObject(
    () => objectNamed(c.env, c.env.ADDRESSES, name),
    async (meter) => await meter.admit(REQUESTS_PER_MINUTE),
  );
  return isAdmitted ? next() : showTooMany(c, reading.windowEndsAt);
});
