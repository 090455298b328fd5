/** The tags that a page of links shows: the colours of all, and some to choose from. */

import type { FC } from 'hono/jsx';
import type { DetailedLink } from '#api/links/link-details';
import type { Tag } from '#api/links/tags';
import { normalizeTag } from '#domain/link';
import type { TagColor } from '#domain/tag-colors';
import { EVERY_LINK, linksAddress } from '../links/links-query';

/** How many tags the filter offers at most, besides the chosen ones. A page with a thousand tags would be too large. */
const MAX_OFFERED = 40;

export type ChosenTag = Tag & { readonly isChosen: boolean };

/** The tags to choose from: the chosen ones and the first others, and the names of the rest. */
export type TagChoice = { readonly offered: readonly ChosenTag[]; readonly rest: readonly string[] };

/** Digits in names are compared as numbers, so that 2 comes before 10. */
const { compare } = new Intl.Collator('en', { numeric: true });

/** @param chosen names of tags */
export function makeTagChoice(tags: readonly Tag[], chosen: readonly string[]): TagChoice {
  const keys = new Set(chosen.map(normalizeTag));
  const all = tags.map((tag) => ({ ...tag, isChosen: keys.has(normalizeTag(tag.name)) }));
  const first = new Set(all.filter(({ isChosen }) => !isChosen).slice(0, MAX_OFFERED));
  const offered = all
    .filter((tag) => tag.isChosen || first.has(tag))
    .sort((one, other) => compare(one.name, other.name));
  const isOffered = new Set(offered);
  return { offered, rest: all.filter((tag) => !isOffered.has(tag)).map(({ name }) => name) };
}

/** Puts the chosen tags first, in the order of their names. @param names those of the chosen tags */
export function sortChosenFirst({ offered, rest }: TagChoice, names: readonly string[]): TagChoice {
  const placeOf = new Map(names.map((name, place) => [normalizeTag(name), place]));
  const placed = (tag: ChosenTag) => placeOf.get(normalizeTag(tag.name)) ?? placeOf.size;
  return { offered: offered.toSorted((one, other) => placed(one) - placed(other)), rest };
}

/** How many tags the filter shows at once, and how many more it takes at least for a disclosure. */
const FEW = 10;
const WORTH_HIDING = 3;

/** Splits the offered tags into those that are shown at once, the chosen ones among them, and the others. */
export function splitTags(offered: readonly ChosenTag[]): { few: readonly ChosenTag[]; others: readonly ChosenTag[] } {
  if (offered.length < FEW + WORTH_HIDING) return { few: offered, others: [] };
  const open = offered.filter(({ isChosen }) => !isChosen);
  const others = new Set(open.slice(Math.max(0, FEW - (offered.length - open.length))));
  return { few: offered.filter((tag) => !others.has(tag)), others: [...others] };
}

/** Returns the function that finds the colour of a tag by its name. */
export function mapColors(tags: readonly Tag[]): (name: string) => TagColor | null {
  const colors = new Map(tags.map(({ name, color }) => [name, color]));
  return (name) => colors.get(name) ?? null;
}

/** A name in quotation marks, in which a mark is doubled, or a text without commas. A line end counts as a comma. */
const NAME = /\s*(?:"((?:[^"]|"")+)"\s*(?=[,\n]|$)|([^,\n]*))(?:[,\n]|$)/y;

/**
 * Returns the names in the text of a form's field, in their order. Commas separate names, and a name that has a comma
 * is in quotation marks.
 */
export function parseTags(text: string): string[] {
  const names: string[] = [];
  NAME.lastIndex = 0;
  while (NAME.lastIndex < text.length) {
    const [, quoted, plain = ''] = NAME.exec(text) ?? [];
    const name = (quoted?.replaceAll('""', '"') ?? plain).trim();
    if (name !== '') names.push(name);
  }
  return names;
}

/** A name without spaces, as the value of a box of a field of kind `several`. */
export const encodeTag = (name: string): string => encodeURIComponent(name);

/** Returns the names in the text of such a field. A value that no box has stays as it is. */
export const decodeTags = (text: string): string[] =>
  text.split(' ').flatMap((value) => {
    try {
      return value === '' ? [] : [decodeURIComponent(value)];
    } catch {
      return [value];
    }
  });

/** Returns the text from which `parseTags` reads these names. */
export const joinTags = (names: readonly string[]): string =>
  names.map((name) => (/^"|[,\n]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name)).join(', ');

/** A tag, as pages show it. */
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
