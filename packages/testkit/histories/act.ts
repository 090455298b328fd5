/** The random actions of a history, as fast-check arbitraries. */
import fc from 'fast-check';

const DEEDS = [
  'create',
  'create',
  'create',
  'createTwice',
  'batch',
  'takeAlias',
  'takeAlias',
  'visit',
  'visit',
  'visit',
  'visit',
  'crowd',
  'edit',
  'raise',
  'remove',
  'block',
  'unblock',
  'suspend',
  'resume',
  'rotate',
  'revoke',
  'flood',
  'use',
] as const;
export type Deed = (typeof DEEDS)[number];

/**
 * One action. The numbers select, modulo what exists at that moment, a link or account (`which`) and a variant or city
 * (`how`).
 */
export type Act = { readonly deed: Deed; readonly which: number; readonly how: number };

/** Concurrent acts. After them the cron may run, and then time passes. */
type Step = { readonly acts: readonly Act[]; readonly passesMs: number; readonly hasCron: boolean };
export type History = { readonly seed: number; readonly steps: readonly Step[] };

const act: fc.Arbitrary<Act> = fc.record({
  deed: fc.constantFrom(...DEEDS),
  which: fc.nat({ max: 40 }),
  how: fc.nat({ max: 23 }),
});

const step: fc.Arbitrary<Step> = fc.record({
  acts: fc.array(act, { minLength: 1, maxLength: 14 }),
  passesMs: fc.constantFrom(1, 137, 5_003, 21_001, 39_999, 60_503),
  hasCron: fc.boolean(),
});

export const history: fc.Arbitrary<History> = fc.record({
  seed: fc.integer({ min: 1, max: 2 ** 30 }),
  steps: fc.array(step, { minLength: 2, maxLength: 9 }),
});
