import { env } from 'cloudflare:workers';

/** The size of a test in workerd: `quick` in `npm test`, `full` in `npm run test:ci` and `npm run test:long`. */
export const sized = (quick: number, full: number): number => (env.TEST_CI || env.TEST_LONG ? full : quick);
