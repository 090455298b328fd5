/** Tags, as pages show them. */
import type { FC } from 'hono/jsx';
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

/** The tags of a link. Each leads to the list of its links. */
export const TagList: FC<{ names: readonly string[]; colorOf: ColorOf }> = ({ names, colorOf }) => (
  <ul class="tags">
    {names.map((name) => (
      <li>
        <a href={linksAddress({ ...EVERY_LINK, tag: [name] })}>
          <TagName of={{ name, color: colorOf(name) }} />
        </a>
      </li>
    ))}
  </ul>
);
