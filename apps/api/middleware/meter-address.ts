/** The way in without a key: five requests a minute per client address, exactly (contract, "Versioning"). */
import { digestOf } from '#secrets/digest';
import { callObject } from '#store/object-call';
import { networkOf } from '../client-address';
import { createMiddleware, refuse } from '../context';
import { tellWindow, windowExceeded } from '../metering';

const REQUESTS_PER_MINUTE = 5;

export const meterAddress = createMiddleware(async (c, next) => {
  const { pepper = '' } = c.get('config');
  // Hashed with the pepper: neither the object's name nor its state tells an address.
  const name = await digestOf(`${pepper}\n${networkOf(c.req.header('CF-Connecting-IP') ?? '')}`);
  const { isAdmitted, reading } = await callObject(
    () => c.env.ADDRESSES.getByName(name),
    async (meter) => await meter.admit(REQUESTS_PER_MINUTE),
  );
  if (isAdmitted) await next();
  else c.res = refuse(c, windowExceeded(reading, c.get('now')));
  tellWindow(c, reading);
});
