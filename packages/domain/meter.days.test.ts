import { expect, it } from 'vitest';
import { countDay, dropOldDays, isStoredRefusal, NO_COUNT } from './meter';

const DAY = 86_400_000;
const at = (lastAt: number) => ({ ...NO_COUNT, lastAt });

it('a call is counted as let in, or as refused by the window or the month', () => {
  const calls = [null, null, 'WINDOW', 'MONTH', 'MONTH', 'MONTH'] as const;
  let count = at(5 * DAY);
  for (const refusal of calls) count = countDay(count, refusal).count;
  expect(count).toMatchObject({ today: { day: 5, admitted: 2, window: 1, month: 3 } });
});

it('the first call of a day ends the day before', () => {
  const { count } = countDay(at(6 * DAY - 1), null);
  expect(countDay(count, null).ended).toBeNull();
  const next = countDay({ ...count, lastAt: 6 * DAY }, 'MONTH');
  expect(next.ended).toEqual({ day: 5, admitted: 1, window: 0, month: 0 });
  expect(next.count.today).toEqual({ day: 6, admitted: 0, window: 0, month: 1 });
});

it('thirty days are kept, today included', () => {
  const days = [70, 71, 100].map((day) => ({ day, admitted: 1, window: 0, month: 0 }));
  expect(dropOldDays(days, 100).map(({ day }) => day)).toEqual([71, 100]);
});

it('of a million refusals a day twenty are stored', () => {
  const stored = Array.from({ length: 1_000_000 }, (_, n) => ({ day: 1, admitted: 0, window: n + 1, month: 0 }));
  expect(stored.filter(isStoredRefusal)).toHaveLength(20);
});
