/** The limiter of codes that are not found: more than a hundred a minute from one network are answered 429 (specification 11.9). */
import { networkOf } from '#secrets/client-address';
import { networkLimiter } from './network-limiter';

export const notFoundLimiter = networkLimiter(({ MISSES }) => MISSES, networkOf);
