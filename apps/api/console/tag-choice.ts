/** The tags that a page of links shows: the colours of all, and some to choose from. */
import type { Tag } from '#api/links/tags';
import { tagKeyOf } from '#domain/link-details';
import type { TagColor } from '#domain/tag-colors';

/** How many tags the filter offers at most, besides the chosen ones. A page with a thousand tags would be too large. */
const MAX_OFFERED = 40;

export type ChosenTag = Tag & { readonly isChosen: boolean };

/** The tags to filter by: the chosen ones, and the first others. */
export type TagChoice = { readonly offered: readonly ChosenTag[]; readonly hasMore: boolean };

/** Numbers within names count as numbers, so that 2 stands before 10. */
const { compare } = new Intl.Collator('en', { numeric: true });

/** @param chosen names of tags */
export function tagChoice(tags: readonly Tag[], chosen: readonly string[]): TagChoice {
  const keys = new Set(chosen.map(tagKeyOf));
  const all = tags.map((tag) => ({ ...tag, isChosen: keys.has(tagKeyOf(tag.name)) }));
  const first = new Set(all.filter(({ isChosen }) => !isChosen).slice(0, MAX_OFFERED));
  const offered = all
    .filter((tag) => tag.isChosen || first.has(tag))
    .sort((one, other) => compare(one.name, other.name));
  return { offered, hasMore: offered.length < all.length };
}

/** Puts the chosen tags first, in the order of their names. @param names those of the chosen tags */
export function chosenFirst({ offered, hasMore }: TagChoice, names: readonly string[]): TagChoice {
  const placeOf = new Map(names.map((name, place) => [tagKeyOf(name), place]));
  const placed = (tag: ChosenTag) => placeOf.get(tagKeyOf(tag.name)) ?? placeOf.size;
  return { offered: offered.toSorted((one, other) => placed(one) - placed(other)), hasMore };
}

/** How many tags the filter shows at once, and how many more than these at least are worth a disclosure. */
const FEW = 10;
const WORTH_HIDING = 3;

/** Splits the offered tags into those that are shown at once, the chosen ones among them, and the others. */
export function fewOf(offered: readonly ChosenTag[]): { few: readonly ChosenTag[]; others: readonly ChosenTag[] } {
  if (offered.length < FEW + WORTH_HIDING) return { few: offered, others: [] };
  const open = offered.filter(({ isChosen }) => !isChosen);
  const others = new Set(open.slice(Math.max(0, FEW - (offered.length - open.length))));
  return { few: offered.filter((tag) => !others.has(tag)), others: [...others] };
}

/** Returns the function that finds the colour of a tag by its name. */
export function colorsOf(tags: readonly Tag[]): (name: string) => TagColor | null {
  const colors = new Map(tags.map(({ name, color }) => [name, color]));
  return (name) => colors.get(name) ?? null;
}
