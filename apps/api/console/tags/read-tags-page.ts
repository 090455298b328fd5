/** Reads a page of the account's tags, and makes the addresses of the pages of tags. */
import { listTags, pageOfTags, type Tag, type TagLinks, type TagPage } from '#api/links/tags';
import { clicksOfTags } from '#api/statistics/tag-statistics';
import { normalizeTag } from '#domain/link';
import type { ConsoleContext } from '../context';
import { readClicksUnlessDown } from '../statistics/statistics-view';

const TAGS_PER_PAGE = 50;

/** The orders of the list. Links and clicks are sorted from the most to the fewest. */
export const TAG_SORTS = ['name', 'links', 'clicks'] as const;
export type TagSort = (typeof TAG_SORTS)[number];

/** A page of the list: its order, a part of the names, and the number of tags before it. */
export type TagsQuery = { readonly sort: TagSort; readonly search: string; readonly skip: number };

export type ShownTag = {
  readonly tag: Tag;
  /** Null for tags after those whose links were read. */
  readonly links: number | null;
  /** The clicks of these links; null while the statistics do not respond. */
  readonly clicks: number | null;
  /** Whether the tag has more links than were counted. */
  readonly isPartial: boolean;
};

/** A page, and the number of all tags that match its search. */
export type TagsPage = { readonly tags: readonly ShownTag[]; readonly count: number };

/**
 * Reads a page of tags, with the figures of GET /v2/tags. The clicks are read of the tags that are shown, or of all if
 * they order the list.
 */
export async function readTagsPage(c: ConsoleContext, { sort, search, skip }: TagsQuery): Promise<TagsPage> {
  const sought = normalizeTag(search);
  const matching = (await readTags(c)).filter(({ tag }) => normalizeTag(tag.name).includes(sought)).sort(byName);
  const shown = <One>(all: readonly One[]) => all.slice(skip, skip + TAGS_PER_PAGE);
  if (sort === 'clicks') {
    const counted = await withClicks(c, matching);
    return { tags: shown(counted.sort((a, b) => (b.clicks ?? 0) - (a.clicks ?? 0))), count: matching.length };
  }
  if (sort === 'links') matching.sort((a, b) => countLinks(b) - countLinks(a));
  return { tags: await withClicks(c, shown(matching)), count: matching.length };
}

type CountedTag = Omit<TagLinks<string>, 'links'> & { readonly links: readonly string[] | null };

const NAMES = new Intl.Collator('en', { numeric: true });
const byName = (a: CountedTag, b: CountedTag): number => NAMES.compare(a.tag.name, b.tag.name);

const countLinks = ({ links }: CountedTag): number => links?.length ?? 0;

/** How many times the links of tags are read at most. Beyond it only the names are read. */
const MAX_READS = 5;

async function readTags(c: ConsoleContext): Promise<CountedTag[]> {
  const { id: accountId } = c.get('account');
  const read: CountedTag[] = [];
  let from: string | null = '';
  for (let reads = 0; reads < MAX_READS && from !== null; reads++) {
    const page: TagPage = await pageOfTags(c.env, accountId, from);
    read.push(...page.tags);
    from = page.next;
  }
  if (from === null) return read;
  const known = new Set(read.map(({ tag }) => tag.id));
  const others = (await listTags(c.env, accountId)).filter(({ id }) => !known.has(id));
  return [...read, ...others.map((tag) => ({ tag, links: null, isPartial: false }))];
}

async function withClicks(c: ConsoleContext, tags: readonly CountedTag[]): Promise<ShownTag[]> {
  const known = tags.map((one) => ({ ...one, links: one.links ?? [] }));
  const counted = await readClicksUnlessDown(c, clicksOfTags(c.env, c.get('account').id, known, null));
  return tags.map(({ tag, links, isPartial }, n) => ({
    tag,
    links: links === null ? null : links.length,
    clicks: links && (counted?.clicks[n] ?? null),
    isPartial,
  }));
}

export const readTagsQuery = (c: ConsoleContext): TagsQuery => ({
  sort: TAG_SORTS.find((name) => name === c.req.query('sort')) ?? 'name',
  search: c.req.query('search')?.trim() ?? '',
  skip: TAGS_PER_PAGE * Math.max(0, Math.floor(Number(c.req.query('page') ?? 1) || 1) - 1),
});

/** The address of a page of tags. */
export function tagsAddress({ sort, search, skip }: TagsQuery): string {
  const page = skip / TAGS_PER_PAGE + 1;
  const query = new URLSearchParams({
    ...(search !== '' && { search }),
    ...(sort !== 'name' && { sort }),
    ...(page > 1 && { page: `${page}` }),
  });
  return query.size === 0 ? '/console/tags' : `/console/tags?${query}`;
}

/** The query of the next page or the previous one; null if there is none. */
export function turnPage(query: TagsQuery, way: 1 | -1, count: number): TagsQuery | null {
  const skip = query.skip + way * TAGS_PER_PAGE;
  return skip < 0 || skip >= count ? null : { ...query, skip };
}

/** The path of a tag's page. */
export const tagPath = (name: string): string => `/console/tags/${encodeURIComponent(name)}`;
