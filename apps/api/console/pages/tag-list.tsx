/** Tags, as pages show them. */
import type { FC } from 'hono/jsx';
import type { DetailedLink } from '#api/links/link-details';
import type { TagColor } from '#domain/tag-colors';
import { EVERY_LINK, linksAddress } from '../links-query';

export type ColoredTag = { readonly name: string; readonly color: TagColor | null };

/** Finds the colour of a tag by its name. */
export type ColorOf = (name: string) => TagColor | null;

/** The name in the tag's colour. Names may be of any script, so each is set apart from the text beside it. */
export const TagName: FC<{ of: ColoredTag }> = ({ of: { name, color } }) => (
  <span class={color === null ? 'tag' : `tag ${color}`}>
    <bdi>{name}</bdi>
  </span>
);

type TagsProps = { names: readonly string[]; colorOf: ColorOf };

const TagItems: FC<TagsProps> = ({ names, colorOf }) => (
  <>
    {names.map((name) => (
      <li>
        <a href={linksAddress({ ...EVERY_LINK, tag: [name] })}>
          <TagName of={{ name, color: colorOf(name) }} />
        </a>
      </li>
    ))}
  </>
);

/** The tags of a link. Each leads to the list of its links. */
export const TagList: FC<TagsProps> = (tags) => (
  <ul class="tags">
    <TagItems {...tags} />
  </ul>
);

/** How many tags of a link its row in a list names. */
const FIRST = 2;

/** The first tags of a link in one line, and the number of the others. */
export const FirstTags: FC<{ link: DetailedLink; colorOf: ColorOf }> = ({ link, colorOf }) => {
  const { tags } = link.details;
  return (
    <ul class="tags in-line">
      <TagItems names={tags.slice(0, FIRST)} colorOf={colorOf} />
      <MoreTags link={link} />
    </ul>
  );
};

/** The number of the tags that are not named, which leads to the link. */
const MoreTags: FC<{ link: DetailedLink }> = ({ link }) => {
  const rest = link.details.tags.slice(FIRST);
  if (rest.length === 0) return null;
  return (
    <li>
      <a class="soft small" href={`/console/links/${link.alias ?? link.code}`} title={rest.join(', ')}>
        {`+${rest.length}`}
        <span class="unseen"> more tags</span>
      </a>
    </li>
  );
};
