import { describe, expect, it } from 'vitest';
import {
  type Count,
  computeRateLimitStatus,
  meterCall,
  monthEndsAt,
  NO_COUNT,
  refundCall,
  secondsUntil,
  toMonthIndex,
} from './meter';

const LIMITS = { requestsPerMinute: 3, callsPerMonth: 5 };
const NOON = Date.UTC(2026, 10, 21, 12);

/** Meters a call at each of the given moments. Returns the refusal of each call, and the last count. */
function meterCalls(moments: number[], limits = LIMITS, from: Count = NO_COUNT) {
  let count = from;
  const refusals = moments.map((now) => {
    const metered = meterCall(count, limits, now);
    count = metered.count;
    return metered.refusal;
  });
  return { refusals, count };
}

describe('the minute window', () => {
  it('begins with the first call, and refuses calls beyond the limit for 60 seconds', () => {
    const { refusals } = meterCalls([NOON + 500, NOON + 600, NOON + 700, NOON + 60_499, NOON + 60_500]);
    expect(refusals).toEqual([null, null, null, 'WINDOW', null]);
  });

  it('ends 60 seconds after its first call, to the millisecond, and the status has its remaining calls', () => {
    const { count } = meterCalls([NOON + 1, NOON + 2]);
    expect(computeRateLimitStatus(count, LIMITS)).toMatchObject({
      limit: 3,
      remaining: 1,
      windowEndsAt: NOON + 60_001,
    });
  });

  it.each([10, 3_600_000])('does not begin again where the clock steps back %i ms', (step) => {
    const { refusals } = meterCalls([NOON, NOON, NOON, NOON - step, NOON - step, NOON + 59_999]);
    expect(refusals).toEqual([null, null, null, 'WINDOW', 'WINDOW', 'WINDOW']);
  });
});

describe('the month', () => {
  const spaced = (count: number, from = NOON) => Array.from({ length: count }, (_, i) => from + i * 60_000);

  it('refuses calls beyond the quota, and does not count them', () => {
    const { refusals, count } = meterCalls(spaced(7));
    expect(refusals).toEqual([null, null, null, null, null, 'MONTH', 'MONTH']);
    expect(count.calls).toBe(5);
  });

  it('does not count a call that the window refuses', () => {
    expect(meterCalls([NOON, NOON, NOON, NOON, NOON]).count.calls).toBe(3);
  });

  it.each([
    ['31 January to 1 February', Date.UTC(2026, 1, 1)],
    ['28 February to 1 March', Date.UTC(2026, 2, 1)],
    ['29 February to 1 March of a leap year', Date.UTC(2028, 2, 1)],
    ['December to January', Date.UTC(2027, 0, 1)],
  ])('begins again at the change from %s, to the millisecond', (_, turn) => {
    const used = meterCalls(spaced(5, turn - 360_000)).count;
    expect(meterCall(used, LIMITS, turn - 1).refusal).toBe('MONTH');
    const after = meterCall(used, LIMITS, turn);
    expect(after.refusal).toBeNull();
    expect(after.count.calls).toBe(1);
    expect(computeRateLimitStatus(used, LIMITS).monthEndsAt).toBe(turn);
  });

  it('does not begin again where the clock steps back into the month before', () => {
    const turn = Date.UTC(2027, 0, 1);
    const { count } = meterCalls([turn, turn - 3_600_000]);
    expect(count.calls).toBe(2);
    expect(count.month).toBe(toMonthIndex(turn));
  });

  it('is refunded a call only if the call was charged to it', () => {
    const { count } = meterCalls([NOON]);
    expect(refundCall(count, count.month).calls).toBe(0);
    expect(refundCall(count, count.month - 1).calls).toBe(1);
    expect(refundCall(NO_COUNT, 0).calls).toBe(0);
  });
});

it('secondsUntil returns whole seconds, at least one', () => {
  expect([1, 1_000, 1_001].map((ms) => secondsUntil(NOON + ms, NOON))).toEqual([1, 1, 2]);
  expect(secondsUntil(NOON - 5, NOON)).toBe(1);
});

it('monthEndsAt returns the first millisecond of the next month', () => {
  expect(toMonthIndex(monthEndsAt(toMonthIndex(NOON)))).toBe(toMonthIndex(NOON) + 1);
});

it('the status has the remaining calls of the window and the month, and never a negative number', () => {
  const { count } = meterCalls([NOON, NOON]);
  expect(computeRateLimitStatus(count, LIMITS)).toMatchObject({ quota: 5, quotaRemaining: 3 });
  expect(computeRateLimitStatus(count, { requestsPerMinute: 1, callsPerMonth: 1 })).toMatchObject({
    remaining: 0,
    quotaRemaining: 0,
  });
});
