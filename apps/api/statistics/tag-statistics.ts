/** The statistics of tags: their clicks, and the sums of the counts of their links (specification 10.6). */
import type { ListedLink } from '#api/links/link-list-statement';
import { pageOfTags, type TagLinks } from '#api/links/tags';
import type { Env } from '#api/platform/env';
import type { Group } from '#domain/breakdown';
import { type ComparedRange, type CountedDays, type DayRange, joinDays } from '#domain/daily-counts';
import type { Filters } from '#domain/profiles';
import type { Totals } from '#redirect/statistics/statistics-store';
import type { DayStart } from '#redirect/statistics/stored-days';
import { callStatistics } from './statistics-object';

/** How many parts of a sum one response reads at most. Each part is one call of the statistics object. */
const MAX_PARTS = 10;
/** How many pages of tags one response groups at most. */
const MAX_PAGES = 5;

type Clicks = { readonly clicks: ReadonlyMap<string, number>; readonly isPartial: boolean };

/** Returns the clicks of each tag, in their order. @throws ObjectUnreachable */
export async function clicksOfTags(
  env: Env,
  accountId: string,
  tags: readonly TagLinks<string>[],
  days: DayRange | null,
): Promise<{ readonly clicks: readonly number[]; readonly isPartial: boolean }> {
  const found = await clicksInParts(env, accountId, [...new Set(tags.flatMap(({ links }) => links))], days);
  const sumClicks = (links: readonly string[]) => links.reduce((sum, id) => sum + (found.clicks.get(id) ?? 0), 0);
  return { clicks: tags.map(({ links }) => sumClicks(links)), isPartial: found.isPartial };
}

/** The clicks of an account's links by tag, most clicked first, as the statistics group them. */
export async function clicksByTag(
  env: Env,
  accountId: string,
  days: DayRange | null,
  limit: number,
): Promise<{ readonly groups: readonly Group[]; readonly isPartial: boolean }> {
  const groups: Group[] = [];
  let isPartial = false;
  let from: string | null = '';
  for (let pages = 0; pages < MAX_PAGES && from !== null; pages++) {
    const page: Awaited<ReturnType<typeof pageOfTags>> = await pageOfTags(env, accountId, from);
    const found = await clicksOfTags(env, accountId, page.tags, days);
    groups.push(...page.tags.map(({ tag }, n) => ({ value: tag.name, clicks: found.clicks[n] ?? 0 })));
    isPartial ||= found.isPartial || page.tags.some((one) => one.isPartial);
    from = page.next;
  }
  const clicked = groups
    .filter(({ clicks }) => clicks > 0)
    .sort((a, b) => b.clicks - a.clicks || (a.value < b.value ? -1 : 1));
  return { groups: clicked.slice(0, limit), isPartial: isPartial || from !== null };
}

type TagReport = {
  readonly totals: Totals;
  readonly counted: CountedDays | null;
  /** The most clicked links, most clicked first. */
  readonly topLinks: readonly (ListedLink & { readonly clicks: number })[];
  /** The number of links that were clicked in the range of the most clicked ones; null for all time. */
  readonly clickedLinks: number | null;
  readonly isPartial: boolean;
};

export type TagQuery = {
  /** Null for the totals alone. */
  readonly days: ComparedRange | null;
  /** What the counted clicks have in common; null for all clicks. */
  readonly filters: Filters | null;
  readonly limit: number;
  /** The UTC days by whose clicks the links are compared; undefined for all time. */
  readonly topOf?: DayRange | undefined;
};

/** Sums up the statistics of a tag's links. @throws ObjectUnreachable */
export async function tagReport(
  env: Env,
  accountId: string,
  { links, isPartial }: TagLinks<ListedLink>,
  { days, filters, limit, topOf }: TagQuery,
): Promise<TagReport> {
  const ids = links.map(({ linkId }) => linkId);
  const [totals, each, sum] = await Promise.all([
    callStatistics(env, accountId, async (object) => await object.readTotals(ids)),
    filters === null ? clicksInParts(env, accountId, ids, topOf ?? null) : null,
    days === null ? null : sumOfDays(env, accountId, ids, days, filters),
  ]);
  const clicksOf = each?.clicks ?? sum?.clicks;
  const clicked = links
    .map((link) => ({ ...link, clicks: clicksOf?.get(link.linkId) ?? 0 }))
    .filter(({ clicks }) => clicks > 0)
    .sort((a, b) => b.clicks - a.clicks);
  return {
    totals,
    counted: sum?.counted ?? null,
    topLinks: clicked.slice(0, limit),
    clickedLinks: topOf === undefined ? null : clicked.length,
    isPartial: isPartial || each?.isPartial === true || sum?.isPartial === true,
  };
}

async function sumOfDays(
  env: Env,
  accountId: string,
  ids: readonly string[],
  days: ComparedRange,
  filters: Filters | null,
) {
  const parts: CountedDays[] = [];
  const clicks = new Map<string, number>();
  let start: DayStart | null = null;
  do {
    const part = await callStatistics(
      env,
      accountId,
      async (object) => await object.readSum(ids, days, start, filters),
    );
    parts.push(part.counted);
    for (const [place, count] of part.clicks)
      clicks.set(ids[place] as string, (clicks.get(ids[place] as string) ?? 0) + count);
    start = part.next;
  } while (start !== null && parts.length < MAX_PARTS);
  return { counted: joinDays(parts), clicks, isPartial: start !== null };
}

/** Reads the clicks of links part by part, because one call of the object may return only the first of them. */
async function clicksInParts(
  env: Env,
  accountId: string,
  ids: readonly string[],
  days: DayRange | null,
): Promise<Clicks> {
  const clicks = new Map<string, number>();
  for (let parts = 0; clicks.size < ids.length && parts < MAX_PARTS; parts++) {
    const rest = ids.slice(clicks.size);
    const found = await callStatistics(env, accountId, async (object) => await object.readClicks(rest, days));
    for (const [n, count] of found.clicks.entries()) clicks.set(rest[n] as string, count);
  }
  return { clicks, isPartial: clicks.size < ids.length };
}
