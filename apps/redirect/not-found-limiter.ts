/**
 * The limiter of requests for unknown codes. A network that requests more than a hundred a minute gets 429, and so does
 * a wide network beyond a thousand (specification 11.9).
 */
import { networkLimiter } from './network-limiter';

export const notFoundLimiter = networkLimiter(
  ({ MISSES }) => MISSES,
  ({ WIDE_MISSES }) => WIDE_MISSES,
);
