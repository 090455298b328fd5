/** The tables of plans, compared with copies of them (specification 4.1 and 4.2). */
import { describe, expect, it } from 'vitest';
import { FEATURES, grants, PLAN_FEATURES, PLAN_LIMITS, PLAN_POLICIES, PLANS } from './plans';

it('each plan has its limits of calls in a minute and in a month, of links in bulk in a minute, of filtered days and of templates', () => {
  expect(PLANS.map((plan) => [plan, ...Object.values(PLAN_LIMITS[plan])])).toEqual([
    ['FREE', 60, 2_000, 600, 30, 5],
    ['HOBBY', 300, 25_000, 3_000, 90, 25],
    ['INDIE', 1_000, 150_000, 10_000, 180, 100],
    ['PRO', 5_000, 500_000, 50_000, 400, 100],
  ]);
});

describe('the features of a plan', () => {
  it.each(PLAN_POLICIES)('are its options of links under the %s policy', (policy) => {
    const rows = PLANS.map((plan) => [plan, ...FEATURES.filter((one) => grants(PLAN_FEATURES[policy][plan], one))]);
    expect(rows).toEqual([
      policy === 'strict' ? ['FREE'] : ['FREE', 'alias'],
      ['HOBBY', 'alias', 'expiresIn', 'maxClicks'],
      ['INDIE', 'alias', 'expiresIn', 'maxClicks', 'password'],
      ['PRO', 'alias', 'expiresIn', 'maxClicks', 'password'],
    ]);
  });

  it.each([
    ['strict', [null, 4, 3, 3]],
    ['lenient', [6, 4, 3, 3]],
  ] as const)('include its shortest length of aliases under the %s policy', (policy, lengths) => {
    expect(PLANS.map((plan) => PLAN_FEATURES[policy][plan].minAliasLength)).toEqual(lengths);
  });
});
