/**
 * The limiter of requests for unknown codes. A network that requests more than a hundred a minute gets 429
 * (specification 11.9).
 */
import { networkOf } from '#secrets/client-address';
import { networkLimiter } from './network-limiter';

export const notFoundLimiter = networkLimiter(({ MISSES }) => MISSES, networkOf);
