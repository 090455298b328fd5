/**
 * The limit of a network: exactly 30 requests a minute for sign-ins, sign-ups and sign-in links, and 300 of a wide network
 * (specification 14.4).
 */
import { countOfNetwork, networkMeterOf } from '#api/objects/network-meter';
import { createMiddleware } from '../context';
import { showTooMany } from '../too-many';

/** A sign-in takes two requests, so fifteen people of one network can sign in within a minute. */
const REQUESTS_PER_MINUTE = 30;

export const limitNetwork = createMiddleware(async (c, next) => {
  const { peppers } = c.get('config');
  const meter = await networkMeterOf(c.req.header('CF-Connecting-IP') ?? '', 'console', peppers.current);
  const { isAdmitted, reading } = await countOfNetwork(c.env, meter, REQUESTS_PER_MINUTE);
  return isAdmitted ? next() : showTooMany(c, reading.windowEndsAt);
});
