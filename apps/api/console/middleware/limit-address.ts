/** What can be tried without being signed in: thirty times a minute from one network, exactly. */
import { addressDigest } from '#secrets/client-address';
import { callObject } from '#store/object-call';
import { createMiddleware } from '../context';
import { showTooMany } from '../too-many';

/** A sign-in takes two; a household with many people has room. */
const TRIES_PER_MINUTE = 30;

export const limitAddress = createMiddleware(async (c, next) => {
  const { peppers } = c.get('config');
  const name = await addressDigest(c.req.header('CF-Connecting-IP') ?? '', 'console', peppers.current);
  const { isAdmitted, reading } = await callObject(
    () => c.env.ADDRESSES.getByName(name),
    async (meter) => await meter.admit(TRIES_PER_MINUTE),
  );
  return isAdmitted ? next() : showTooMany(c, reading.windowEndsAt);
});
