/** The days of a range that count: an average and a chart leave out those on which there was nothing to click yet. */
import { dayOfName, type Group } from '#domain/breakdown';
import type { Period } from './period';

export type Average = {
  readonly clicks: number;
  /** The first day that counts, in days since 1970; null where it is that of the range. */
  readonly since: number | null;
};

const firstClicked = (days: readonly Group[]): number => days.findIndex(({ clicks }) => clicks > 0);

/** The day of the first click, if all clicks ever are in the range; otherwise null. @param total the clicks of all time */
export function firstClickOf({ clicks, days }: Pick<Period, 'clicks' | 'days'>, total: number): number | null {
  return clicks === total ? dayOfName(days[firstClicked(days)]?.value ?? '') : null;
}

/** @param begin the day on which the counting began; null where it is unknown */
export function averageOf({ clicks, days }: Pick<Period, 'clicks' | 'days'>, begin: number | null): Average {
  const begun = begin === null ? 0 : days.findIndex(({ value }) => (dayOfName(value) ?? 0) >= begin);
  const clicked = firstClicked(days);
  // Clicks can be older than a link, if another link had its alias before.
  const first = Math.max(0, clicked === -1 ? begun : Math.min(begun, clicked));
  const since = first === 0 ? null : dayOfName(days[first]?.value ?? '');
  return { clicks: clicks / (days.length - first), since };
}

/** The fewest days of a chart. */
const FEWEST_DAYS = 7;

/**
 * Leaves out the days on which there was nothing to click yet, so that the chart of a young link is not blank.
 * @param since the first day that counts, in days since 1970; null where it is that of the range
 */
export function daysSince({ days, before }: Pick<Period, 'days' | 'before'>, since: number | null) {
  const first = since === null ? 0 : days.findIndex(({ value }) => (dayOfName(value) ?? 0) >= since);
  const left = Math.max(0, Math.min(first, days.length - FEWEST_DAYS));
  return { days: days.slice(left), before: before?.slice(left) ?? null };
}
