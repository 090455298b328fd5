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

const TagItems: FC<TagsProps & { kind?: string }> = ({ names, colorOf, kind }) => (
  <>
    {names.map((name) => (
      <li class={kind}>
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

/** What fits into a line of a phone, and into one of a wide window: so many tags, of so many characters in all. */
const NARROW = { most: 4, characters: 28 };
const WIDE = { most: 8, characters: 50 };

/** How many of the tags fit. The first is shown in any case, and cut where it is too long. */
function fitting(tags: readonly string[], { most, characters }: typeof NARROW): number {
  let count = Math.min(most, tags.length);
  while (count > 1 && tags.slice(0, count).join('').length > characters) count -= 1;
  return count;
}

/** The first tags of a link in one line, and the number of the others. A wide line has more (`roomy`). */
export const FirstTags: FC<{ link: DetailedLink; colorOf: ColorOf }> = ({ link, colorOf }) => {
  const { tags } = link.details;
  const [few, many] = [fitting(tags, NARROW), fitting(tags, WIDE)];
  return (
    <ul class="tags in-line">
      <TagItems names={tags.slice(0, few)} colorOf={colorOf} />
      <TagItems names={tags.slice(few, many)} colorOf={colorOf} kind="roomy" />
      <MoreTags link={link} shown={few} kind={many > few ? 'snug' : undefined} />
      {many > few && <MoreTags link={link} shown={many} kind="roomy" />}
    </ul>
  );
};

/** The number of the tags that are not shown, which leads to the link. */
const MoreTags: FC<{ link: DetailedLink; shown: number; kind: string | undefined }> = ({ link, shown, kind }) => {
  const rest = link.details.tags.slice(shown);
  if (rest.length === 0) return null;
  return (
    <li class={kind}>
      <a class="soft small" href={`/console/links/${link.alias ?? link.code}`} title={rest.join(', ')}>
        {`+${rest.length}`}
        <span class="unseen"> more tags</span>
      </a>
    </li>
  );
};
