/** What a page of statistics shows: a range of days in a time zone, as the address and a cookie say. */
import type { ComparedQuery } from '#api/statistics/statistics';
import { firstFilterDay, parseZone, readFilters } from '#api/statistics/statistics-query';
import { findLocalDay, formatDay, GROUPINGS, type Grouping, parseDay, toUtcDays } from '#domain/breakdown';
import { DIMENSIONS, dayStartsAt, MAX_VALUE_LENGTH } from '#domain/daily-counts';
import type { Plan } from '#domain/plans';
import type { Filters } from '#domain/profiles';
import { logFault } from '#store/faults';
import { type ConsoleContext, type Cookie, readCookie, writeCookie } from '../context';
import { YEAR_SECONDS } from '../words';

/** The ranges that a page offers. A number is a length in days, up to today. */
export const RANGES = ['today', 'yesterday', '7', 'month', '30', '90', '365'] as const;
export type Range = (typeof RANGES)[number];

const DEFAULT_RANGE: Range = '30';
/** The longest range that a reader can type. */
const MAX_DAYS = 1_100;

const ZONE: Cookie = { name: 'console-zone' };

/** The cards with several groupings. Each is a parameter of the address, which names the one that is shown. */
export const TABS = {
  places: ['country', 'city'],
  technology: ['browser', 'os', 'device', 'language'],
} as const satisfies Record<string, readonly Grouping[]>;
export type TabName = keyof typeof TABS;

/** What a CSV lists: the values of a grouping, or the most clicked links. */
export const CSV_GROUPINGS = [...GROUPINGS, 'hour', 'link'] as const;
export type CsvGrouping = (typeof CSV_GROUPINGS)[number];

export type StatisticsView = {
  /** The path of the page. */
  readonly path: string;
  /** The offered range; null for a typed one. */
  readonly range: Range | null;
  /** The first and the last day, both included, days since 1970 in the zone. */
  readonly start: number;
  readonly end: number;
  /** The time of the request, epoch milliseconds, and its day in the zone. */
  readonly now: number;
  readonly today: number;
  readonly timeZone: string;
  /** Whether the server knows the zone of this browser. If not, the script sends it. */
  readonly isZoneKnown: boolean;
  readonly tabs: Readonly<Record<TabName, Grouping>>;
  /** The values that the counted clicks have; null for all clicks. */
  readonly filters: Filters | null;
  /** The plan of the account, which says how far back filters reach. */
  readonly plan: Plan;
  /** The messages about the fields for a range and a zone, and what was typed there. */
  readonly errors: Readonly<Partial<Record<'start' | 'end' | 'tz', string>>>;
  readonly typed: Readonly<Partial<Record<'start' | 'end' | 'tz', string>>>;
};

/** The reader's zone: the one that the address names, which a cookie then keeps, or the kept one; null for neither. */
export function readZone(c: ConsoleContext): string | null {
  const zone = parseZone((c.req.query('tz') ?? '').trim());
  if (zone !== null) writeCookie(c, zone, ZONE, YEAR_SECONDS);
  return zone ?? parseZone(readCookie(c, ZONE) ?? '');
}

/** Reads the view from the address. */
export function readViewOfRequest(c: ConsoleContext, path: string): StatisticsView {
  const named = c.req.query('tz');
  const kept = readZone(c);
  const view = {
    ...readView(c.req.query(), path, kept ?? 'UTC', c.get('account').plan, c.get('now')),
    isZoneKnown: kept !== null,
  };
  if (named === undefined || parseZone(named.trim()) !== null) return view;
  return {
    ...view,
    errors: { ...view.errors, tz: 'Please name a zone like Europe/Berlin.' },
    typed: { ...view.typed, tz: named },
  };
}

/** Reads the view from the parameters of an address. Invalid days leave the range at thirty days, with a message. */
export function readView(
  query: Readonly<Record<string, string>>,
  path: string,
  timeZone: string,
  plan: Plan,
  now: number,
): Omit<StatisticsView, 'isZoneKnown'> {
  const today = findLocalDay(now, timeZone);
  const offered = RANGES.find((range) => range === query.days) ?? DEFAULT_RANGE;
  const { start = '', end = '' } = query;
  const isOwn = start !== '' || end !== '';
  const errors = isOwn ? checkRange(start, end, today) : {};
  const own = isOwn && Object.keys(errors).length === 0 ? parseRange(start, end, today) : null;
  return {
    path,
    range: own === null ? offered : null,
    ...(own ?? daysOf(offered, today)),
    now,
    today,
    timeZone,
    tabs: { places: chooseTab('places', query.places), technology: chooseTab('technology', query.technology) },
    filters: readFilters(Object.fromEntries(DIMENSIONS.flatMap((name) => chooseFilter(name, query[name])))),
    plan,
    errors,
    typed: isOwn ? { start, end } : {},
  };
}

function daysOf(range: Range, today: number): { start: number; end: number } {
  if (range === 'yesterday') return { start: today - 1, end: today - 1 };
  if (range === 'month') return { start: today - new Date(dayStartsAt(today)).getUTCDate() + 1, end: today };
  return { start: range === 'today' ? today : today - Number(range) + 1, end: today };
}

/** The typed days: an empty end is today, an empty start makes the end the only day. */
function parseRange(start: string, end: string, today: number): { start: number; end: number } {
  const last = Math.min(parseDay(end) ?? today, today);
  return { start: parseDay(start) ?? last, end: last };
}

function checkRange(start: string, end: string, today: number): StatisticsView['errors'] {
  const isWrong = (text: string) => text !== '' && parseDay(text) === null;
  if (isWrong(start)) return { start: 'Please give a day like 2026-11-20.' };
  if (isWrong(end)) return { end: 'Please give a day like 2026-11-20.' };
  const range = parseRange(start, end, today);
  if (range.start > today) return { start: 'This day is still to come.' };
  if (range.start > range.end) return { end: 'The last day must not be before the first.' };
  return range.end - range.start >= MAX_DAYS ? { start: `At most ${MAX_DAYS} days, please.` } : {};
}

/** A filter that the address names; none where nobody can have chosen its value. */
const chooseFilter = (name: string, text = ''): [string, string][] =>
  text !== '' && text.length <= MAX_VALUE_LENGTH ? [[name, text]] : [];

const chooseTab = (name: TabName, text: string | undefined): Grouping =>
  TABS[name].find((grouping) => grouping === text) ?? (TABS[name][0] as Grouping);

/** The status of a page with this view. */
export const statusOfView = ({ errors }: StatisticsView): 200 | 400 => (Object.keys(errors).length === 0 ? 200 : 400);

/** The first day of the period before, which is as long as the range. */
export const startBefore = ({ start, end }: Pick<StatisticsView, 'start' | 'end'>): number => start - (end - start + 1);

/** The query of all figures of the view. A page also counts the values that it does not show. */
export const makeStatisticsQuery = (view: StatisticsView): ComparedQuery => ({
  groupBy: ['day', ...DIMENSIONS],
  start: view.start,
  end: view.end,
  utcDays: toUtcDays(view, view.timeZone, view.now),
  since: startBefore(view),
  filter: view.filters && { values: view.filters, first: firstFilterDay(view.plan, view.now) },
  timeZone: view.timeZone,
  limit: Number.POSITIVE_INFINITY,
});

/** The parameters that name the days of a view. */
export const rangeParameters = ({
  range,
  start,
  end,
}: Pick<StatisticsView, 'range' | 'start' | 'end'>): Record<string, string> =>
  range === null ? { start: formatDay(start), end: formatDay(end) } : { days: range };

/** The id of the figures, to which an address of another range or filter leads. */
export const FIGURES = 'figures';

/** The address of the page with another view. @param change parameters with their values; undefined takes one away */
export function viewAddress(
  view: Pick<StatisticsView, 'path' | 'range' | 'start' | 'end' | 'tabs' | 'filters'>,
  change: Readonly<Record<string, string | undefined>>,
  below = '',
): string {
  const chosen = Object.entries(view.tabs).filter(([name, grouping]) => TABS[name as TabName][0] !== grouping);
  const query = new URLSearchParams({
    ...('days' in change ? {} : rangeParameters(view)),
    ...Object.fromEntries(chosen),
  });
  for (const [name, value] of Object.entries({ ...view.filters, ...change }))
    if (value === undefined) query.delete(name);
    else query.set(name, value);
  return `${view.path}${below}?${query}`;
}

/**
 * Returns what a call of the account's statistics returns. Where they do not respond, the fault is logged, and the
 * result is null: the page then shows no clicks.
 */
export const readClicksUnlessDown = <Clicks>(c: ConsoleContext, read: Promise<Clicks>): Promise<Clicks | null> =>
  read.catch((error) => {
    logFault(error, { doing: 'read clicks', account: c.get('account').id });
    return null;
  });
