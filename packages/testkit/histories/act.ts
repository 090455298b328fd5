/** What people do in a history, as fast-check draws and shrinks it. */
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

/** Numbers stand for whatever there is at that moment: the nth link known by then, a kind, a place. */
export type Act = { readonly deed: Deed; readonly which: number; readonly how: number };

/** Acts that begin at once; then time passes, and perhaps the minute's cron runs. */
export type Step = { readonly acts: readonly Act[]; readonly passesMs: number; readonly hasCron: boolean };
export type History = { readonly seed: number; readonly steps: readonly Step[] };

const act: fc.Arbitrary<Act> = fc.record({
  deed: fc.constantFrom(...DEEDS),
  which: fc.nat({ max: 40 }),
  how: fc.nat({ max: 23 }),
});

const step: fc.Arbitrary<Step> = fc.record({
  acts: fc.array(act, { minLength: 1, maxLength: 14 }),
  passesMs: fc.constantFrom(1, 137, 5_003, 21_001, 39_999, 61_007),
  hasCron: fc.boolean(),
});

export const history: fc.Arbitrary<History> = fc.record({
  seed: fc.integer({ min: 1, max: 2 ** 30 }),
  steps: fc.array(step, { minLength: 2, maxLength: 9 }),
});
