/** Meters requests without a key. It admits exactly five a minute from one network (specification 7.6). */

import { countOfNetwork, networkMeterOf } from '#api/objects/network-meter';
import { refuse } from './context';
import { setWindowHeaders, WINDOW_HEADERS, windowExceeded } from './rate-limit';
import { stage } from './stage';

const REQUESTS_PER_MINUTE = 5;

export const meterAddress = stage({ limits: ['WINDOW_EXCEEDED'], headers: WINDOW_HEADERS }, async (c, next) => {
  const { peppers } = c.get('config');
  // Requests without a client address share a window.
  const meter = await networkMeterOf(c.req.header('CF-Connecting-IP') ?? '', 'legacy', peppers.current);
  const { isAdmitted, reading } = await countOfNetwork(c.env, meter, REQUESTS_PER_MINUTE);
  if (isAdmitted) await next();
  else c.res = refuse(c, windowExceeded(reading, c.get('now')));
  setWindowHeaders(c, reading);
});
