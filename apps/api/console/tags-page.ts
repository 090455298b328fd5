/** Reads a page of the account's tags, and makes the addresses of the pages of tags. */
import { pageOfTags } from '#api/links/tag-links';
import type { Tag } from '#api/links/tags';
import { clicksOfTags } from '#api/statistics/tag-statistics';
import { tagKeyOf } from '#domain/link-details';
import { clicksUnlessDown } from './clicks-unless-down';
import type { ConsoleContext } from './context';

const TAGS_PER_PAGE = 50;

export type ShownTag = {
  readonly tag: Tag;
  readonly links: number;
  /** The clicks of these links; null while the statistics do not respond. */
  readonly clicks: number | null;
  /** Whether the tag has more links than were counted. */
  readonly isPartial: boolean;
};

type TagsPage = { readonly tags: readonly ShownTag[]; readonly next: string | null };

/**
 * Reads a page of tags in the order of their names, with the figures of GET /v2/tags.
 * @param from the `next` of the previous page; '' for the first one
 */
export async function readTagsPage(c: ConsoleContext, from: string): Promise<TagsPage> {
  const { id: accountId } = c.get('account');
  const found = await pageOfTags(c.env, accountId, tagKeyOf(from));
  const tags = found.tags.slice(0, TAGS_PER_PAGE);
  const counted = await clicksUnlessDown(c, clicksOfTags(c.env, accountId, tags, null));
  const following = found.tags[TAGS_PER_PAGE];
  return {
    tags: tags.map(({ tag, links, isPartial }, n) => ({
      tag,
      links: links.length,
      clicks: counted?.clicks[n] ?? null,
      isPartial,
    })),
    next: following === undefined ? found.next : tagKeyOf(following.tag.name),
  };
}

/** The address of a page of tags. */
export const tagsAddress = (from: string): string =>
  from === '' ? '/console/tags' : `/console/tags?${new URLSearchParams({ from })}`;

/** The path of a tag's page. */
export const tagPath = (name: string): string => `/console/tags/${encodeURIComponent(name)}`;
