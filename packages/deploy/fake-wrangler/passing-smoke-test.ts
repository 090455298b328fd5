import { smokeStep } from '../steps/smoke';

/** A smoke test without checks: those have a test of their own, on the real workers (smoke-test.ci.test.ts). */
export const PASSING_SMOKE_TEST = smokeStep(async () => []);
