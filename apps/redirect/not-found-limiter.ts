/**
 * The limiter of requests for unknown codes: a network that makes more than a hundred a minute gets 429 (specification
 * 11.9).
 */
import { networkOf } from '#secrets/client-address';
import { networkLimiter } from './network-limiter';

export const notFoundLimiter = networkLimiter(({ MISSES }) => MISSES, networkOf);
