/**
 * Reads the clicks of an account from its statistics object, each page of the console with one call, and those of a
 * limited link from its counter.
 */
import type { Env } from '#api/platform/env';
import { utcDayAt } from '#domain/daily-counts';
import { nameStatistics } from '#domain/edge-entry';
import type { Link } from '#domain/link';
import type { Statistics } from '#redirect/statistics/statistics';
import type { DailyClicks } from '#redirect/statistics/statistics-sums';
import { callObject, objectNamed } from '#store/objects';

/** Calls the object. The call may run twice. @throws ObjectUnreachable */
export const callStatistics = <Result>(
  env: Env,
  accountId: string,
  call: (object: DurableObjectStub<Statistics>) => Promise<Result>,
): Promise<Result> =>
  callObject(() => objectNamed(env, env.STATISTICS, nameStatistics(accountId)), call, { repeatable: true });

/** The days of a list and of the overview, today included. */
export const RECENT_DAYS = 30;

export type RecentClicks = {
  /** The clicks of all time. */
  readonly total: number;
  /** The clicks of the last thirty UTC days. */
  readonly clicks: number;
  /** The same by day, the oldest first. It has fewer days if the redirect worker stores fewer. */
  readonly days: DailyClicks;
};

export type MuchClicked = {
  readonly linkId: string;
  readonly code: string;
  readonly clicks: number;
  readonly days: DailyClicks;
};

export type ClicksOverview = {
  /** The clicks of all time. */
  readonly total: number;
  readonly clicks: number;
  /** The first of the days, in days since 1970. */
  readonly start: number;
  readonly days: DailyClicks;
  /** The clicks of the thirty days before; null if the redirect worker does not store all of them. */
  readonly before: number | null;
  readonly top: readonly MuchClicked[];
  readonly isTopOfAllTime: boolean;
};

const sum = (days: DailyClicks): number => days.reduce((total, clicks) => total + clicks, 0);

const recentDays = (now: number) => ({ start: utcDayAt(now) - RECENT_DAYS + 1, end: utcDayAt(now) });

/** Returns the clicks of an account's links by link id: at most a page of them. @throws ObjectUnreachable */
export async function readRecentClicks(
  env: Env,
  accountId: string,
  linkIds: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, RecentClicks>> {
  if (linkIds.length === 0) return new Map();
  const range = recentDays(now);
  const found = await callStatistics(env, accountId, async (object) => await object.readRecentClicks(linkIds, range));
  return new Map(
    linkIds.map((id, place) => {
      const days = found.days[place] ?? [];
      return [id, { total: found.clicks[place] ?? 0, clicks: sum(days), days }];
    }),
  );
}

/** Returns the clicks of an account, and at most `count` of its most clicked links. @throws ObjectUnreachable */
export async function clicksOverview(env: Env, accountId: string, count: number, now: number): Promise<ClicksOverview> {
  const recent = recentDays(now);
  const both = { start: recent.start - RECENT_DAYS, end: recent.end };
  const found = await callStatistics(env, accountId, async (object) => await object.readOverview(both, recent, count));
  const { totals, start, top, isTopOfAllTime } = found;
  const first = Math.max(start, recent.start);
  const days = found.days.slice(first - start);
  return {
    total: totals.clicks,
    clicks: sum(days),
    start: first,
    days,
    before: start === both.start ? sum(found.days.slice(0, first - start)) : null,
    top,
    isTopOfAllTime,
  };
}

/** Returns the number of clicks that a link's counter has granted since its creation. @throws ObjectUnreachable */
export const clicksGranted = (env: Env, link: Link): Promise<number> =>
  callObject(
    () => objectNamed(env, env.CLICKS, link.id),
    async (counter) => await counter.count(),
    { repeatable: true },
  );
