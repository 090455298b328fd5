/** Meters requests without a key. It admits exactly five a minute from one network (specification 7.6). */
import { refuse } from '#api/http/context';
import { setWindowHeaders, WINDOW_HEADERS, windowExceeded } from '#api/http/rate-limit';
import { stage } from '#api/http/stage';
import { addressDigest } from '#secrets/client-address';
import { callObject } from '#store/object-call';
import { objectNamed } from '#store/object-named';

const REQUESTS_PER_MINUTE = 5;

export const meterAddress = stage({ limits: ['WINDOW_EXCEEDED'], headers: WINDOW_HEADERS }, async (c, next) => {
  const { peppers } = c.get('config');
  // Neither the object's name nor its state holds a client address. Requests without a client address share a window.
  const name = await addressDigest(c.req.header('CF-Connecting-IP') ?? '', 'legacy', peppers.current);
  const { isAdmitted, reading } = await callObject(
    () => objectNamed(c.env, c.env.ADDRESSES, name),
    async (meter) => await meter.admit(REQUESTS_PER_MINUTE),
  );
  if (isAdmitted) await next();
  else c.res = refuse(c, windowExceeded(reading, c.get('now')));
  setWindowHeaders(c, reading);
});
