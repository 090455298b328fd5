/** The filters of a list that are set, each a link to the list without it. */
import type { FC } from 'hono/jsx';
import { tagKeyOf } from '#domain/link-details';
import { filtersIn } from '../filters';
import { EVERY_LINK, type LinksQuery, linksAddress } from '../links-query';
import type { TagChoice } from '../tag-choice';
import { type ColoredTag, TagName } from './tag-list';

export const SetFilters: FC<{ query: LinksQuery; tags: TagChoice }> = ({ query, tags }) => {
  const filters = filtersIn(query);
  if (filters.length === 0) return null;
  const { search, sort } = query;
  return (
    <ul class="chips" aria-label="Filters">
      {filters.map(({ words, isTag, without }, n) => (
        <li>
          {isTag && filters[n - 1]?.isTag && <span class="soft small">{query.tags === 'any' ? 'or' : 'and'}</span>}
          <a href={linksAddress(without)}>
            {isTag ? <TagName of={storedTag(tags, words)} /> : words}
            <span aria-hidden="true">×</span>
            <span class="unseen"> (take out)</span>
          </a>
        </li>
      ))}
      <li>
        <a class="all" href={linksAddress({ ...EVERY_LINK, search, sort })}>
          Clear
          <span class="unseen"> filters</span>
        </a>
      </li>
    </ul>
  );
};

/** The tag as it is stored. An address may write its name in another way, or name one that does not exist. */
const storedTag = ({ offered }: TagChoice, name: string): ColoredTag =>
  offered.find((tag) => tagKeyOf(tag.name) === tagKeyOf(name)) ?? { name, color: null };
