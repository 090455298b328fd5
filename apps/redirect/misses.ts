/** Guessing codes: more than a hundred misses a minute from one network are answered 429 (specification 11.9). */
import { networkOf } from '#secrets/client-address';
import { NetworkLimit } from './network-limit';

export const misses = new NetworkLimit(({ MISSES }) => MISSES, networkOf);
