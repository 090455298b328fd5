/** The bars of a chart: days, or weeks where the range has many days. */
import { dayOfName, type Group } from '#domain/breakdown';
import { dayStartsAt } from '#domain/daily-counts';
import { formatCount } from './pages/components';
import type { Period } from './period';

/** A chart of more days has a bar for each week. */
const MOST_DAYS = 92;
/** The most labels of the axis, which fit below a chart on a phone. */
const MOST_LABELS = 6;
const WEEK = 7;

export type Bar = {
  /** The first day, as `2026-11-20`. */
  readonly value: string;
  readonly clicks: number;
  /** The clicks of the same day of the period before; null where they are not compared. */
  readonly before: number | null;
  /** The bar in words. */
  readonly words: string;
  /** The text below the bar; undefined below most bars. */
  readonly label: string | undefined;
  /** Whether a label may stand here: a Monday, or the first week of a month. */
  readonly isTick: boolean;
  /** Whether the day or the week is not over. */
  readonly isOpen: boolean;
};

export type Bars = { readonly unit: 'day' | 'week'; readonly bars: readonly Bar[] };

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' });
const FULL = format({ weekday: 'short', day: 'numeric', month: 'short' });
const SHORT = format({ day: 'numeric', month: 'short' });
const MONTH = format({ month: 'short' });
const RANGE = format({ day: 'numeric', month: 'short', year: 'numeric' });

const textOf = (style: Intl.DateTimeFormat, day: number): string => style.format(dayStartsAt(day));

/** A day in words, as `22 Nov`. @param day in days since 1970 */
export const dayText = (day: number): string => textOf(SHORT, day);

/** A day in words with its year, as `22 Nov 2026`. @param day in days since 1970 */
export const dateText = (day: number): string => textOf(RANGE, day);

/** The range in words, as `24 Oct – 22 Nov 2026`. */
export const rangeText = (start: number, end: number): string =>
  RANGE.formatRange(dayStartsAt(start), dayStartsAt(end));

/** Makes the bars of a period. @param today the present day of the zone @param noun what the bars of days count */
export function barsOf({ days, before }: Pick<Period, 'days' | 'before'>, today: number, noun = 'click'): Bars {
  const unit = days.length > MOST_DAYS ? 'week' : 'day';
  const bars = unit === 'day' ? daily(days, before, today, noun) : weekly(days, today);
  return { unit, bars: labelled(bars) };
}

type Unlabelled = Omit<Bar, 'label'> & { readonly text: string };

const countText = (count: number, noun: string): string => `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;

function daily(days: readonly Group[], earlierDays: Period['before'], today: number, noun: string): Unlabelled[] {
  // Nothing is compared with a period without clicks, such as the one before the first link.
  const before = earlierDays?.some(({ clicks }) => clicks > 0) ? earlierDays : null;
  return days.map(({ value, clicks }, n) => {
    const day = dayOfName(value) ?? 0;
    const earlier = before?.[n];
    const then = earlier && ` (${formatCount(earlier.clicks)} on ${dayText(dayOfName(earlier.value) ?? 0)})`;
    return {
      value,
      clicks,
      before: earlier?.clicks ?? null,
      words: `${textOf(FULL, day)}: ${countText(clicks, noun)}${day === today ? ' so far' : ''}${then ?? ''}`,
      text: dayText(day),
      isTick: days.length <= WEEK || weekOf(day) === day,
      isOpen: day === today,
    };
  });
}

/** The Monday of a day's week. Day 0 was a Thursday. */
const weekOf = (day: number): number => day - ((((day + 3) % WEEK) + WEEK) % WEEK);

function weekly(days: readonly Group[], today: number): Unlabelled[] {
  const weeks = new Map<number, Group[]>();
  for (const day of days) {
    const monday = weekOf(dayOfName(day.value) ?? 0);
    weeks.set(monday, [...(weeks.get(monday) ?? []), day]);
  }
  return [...weeks].map(([monday, group]) => {
    const clicks = group.reduce((sum, one) => sum + one.clicks, 0);
    const isOpen = weekOf(today) === monday;
    const value = group[0]?.value ?? '';
    return {
      value,
      clicks,
      before: null,
      words: `Week of ${dayText(monday)}: ${countText(clicks, 'click')}${isOpen ? ' so far' : ''}`,
      text: textOf(MONTH, monday + WEEK - 1),
      // The week in which a month begins.
      isTick: new Date(dayStartsAt(monday + WEEK - 1)).getUTCDate() <= WEEK,
      isOpen,
    };
  });
}

/** Gives a label to some of the ticks, at the same distance from each other. */
function labelled(bars: readonly Unlabelled[]): Bar[] {
  const ticks = bars.filter(({ isTick }) => isTick);
  const step = Math.ceil(ticks.length / MOST_LABELS);
  const shown = new Set(ticks.filter((_, n) => (ticks.length - 1 - n) % step === 0));
  return bars.map((bar) => {
    const { text, ...rest } = bar;
    return { ...rest, label: shown.has(bar) ? text : undefined };
  });
}
