/**
 * The seed of all random input of the tests, so that every run of one revision has the same result. `npm run test:long`
 * chooses a new seed and prints it, and TEST_SEED=… repeats its run. A seed that has found a mistake joins the seeds of
 * histories/histories.test.ts, or becomes a test of its own.
 */
export const SEED = Number(process.env.TEST_SEED || 20_261_122);
