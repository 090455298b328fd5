/** The tags of a link, as pages show them. */
import type { FC } from 'hono/jsx';

/** Names may be of any script, so each is set apart from the text beside it. */
export const TagList: FC<{ names: readonly string[] }> = ({ names }) => (
  <ul class="tags">
    {names.map((name) => (
      <li class="tag">
        <bdi>{name}</bdi>
      </li>
    ))}
  </ul>
);
