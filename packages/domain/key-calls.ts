/** The calls of a key by UTC day: how many were let in, and how many its limits refused (docs/storage.md). */
import { dayOf } from './daily-counts';

/** The calls of one UTC day, counted since the epoch. */
export type DayOfCalls = {
  readonly day: number;
  readonly admitted: number;
  /** Refused by the window. */
  readonly window: number;
  /** Refused by the month. */
  readonly month: number;
};

/** How many days are kept, today included. */
export const CALL_DAYS = 30;

const COUNTED_AS = { WINDOW: 'window', MONTH: 'month' } as const;

/** The part of the count of a key (meter.ts) that says when its latest call was, and which day that was counted in. */
type Counted = { readonly lastAt: number; readonly today: DayOfCalls | null };

/** Counts a call in the day of a count. @returns the count, and the day before it, if that has ended */
export function countDay<Count extends Counted>(
  count: Count,
  refusal: 'WINDOW' | 'MONTH' | null,
): { readonly count: Count & { readonly today: DayOfCalls }; readonly ended: DayOfCalls | null } {
  const day = dayOf(count.lastAt);
  const { today } = count;
  const isOver = today !== null && today.day < day;
  const before = today === null || isOver ? { day, admitted: 0, window: 0, month: 0 } : today;
  const name = refusal === null ? 'admitted' : COUNTED_AS[refusal];
  return { count: { ...count, today: { ...before, [name]: before[name] + 1 } }, ended: isOver ? today : null };
}

/** The days that are kept at `day`. */
export const keptDays = (days: readonly DayOfCalls[], day: number): DayOfCalls[] =>
  days.filter((one) => one.day > day - CALL_DAYS);

/**
 * Whether a refusal by the window is stored. A flood must not cost a write for each call, so the first refusal of a day
 * is stored, and then each that doubles their number. The next call that is let in stores all of them.
 */
export const isStoredRefusal = ({ window }: DayOfCalls): boolean => (window & (window - 1)) === 0;
