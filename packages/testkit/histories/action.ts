/** The random steps of a history, as fast-check arbitraries. */
import fc from 'fast-check';

const KINDS = [
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
  'scrape',
] as const;

/** The kinds of a history of details. It leaves out what is slow with many calls, and what other histories find. */
const DETAIL_KINDS = [
  'create',
  'create',
  'createDetailed',
  'createDetailed',
  'upsert',
  'upsert',
  'upsert',
  'takeAlias',
  'visit',
  'visit',
  'edit',
  'raise',
  'remove',
  'removeMany',
  'removeMany',
  'tagMany',
  'tagMany',
  'block',
  'unblock',
  'useOwn',
  'useOwn',
] as const;
export type ActionKind = (typeof KINDS | typeof DETAIL_KINDS)[number];

/**
 * One action. Two numbers, modulo how many there are at that moment, select: `target` a link or an account, and
 * `variant` a variant of the action or a location.
 */
export type Action = { readonly kind: ActionKind; readonly target: number; readonly variant: number };

/** Concurrent actions. After them the cron may run, and then time passes. */
type Step = { readonly actions: readonly Action[]; readonly passesMs: number; readonly hasCron: boolean };
export type History = { readonly seed: number; readonly steps: readonly Step[] };

/** @param mostSteps the most steps of a history */
const makeHistory = (kinds: readonly ActionKind[], mostSteps: number): fc.Arbitrary<History> => {
  const action: fc.Arbitrary<Action> = fc.record({
    kind: fc.constantFrom(...kinds),
    target: fc.nat({ max: 40 }),
    variant: fc.nat({ max: 23 }),
  });
  const step: fc.Arbitrary<Step> = fc.record({
    actions: fc.array(action, { minLength: 1, maxLength: 14 }),
    passesMs: fc.constantFrom(1, 137, 5_003, 21_001, 39_999, 60_503),
    hasCron: fc.boolean(),
  });
  return fc.record({
    seed: fc.integer({ min: 1, max: 2 ** 30 }),
    steps: fc.array(step, { minLength: 2, maxLength: mostSteps }),
  });
};

export const history = makeHistory(KINDS, 9);
export const detailHistory = makeHistory(DETAIL_KINDS, 7);
