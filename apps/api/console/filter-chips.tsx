/** The filters of a list that are set: how many, and each as a link to the list without it. */
import type { Child, FC } from 'hono/jsx';

export type Chip = {
  readonly words: Child;
  /** The address of the list without this filter. */
  readonly without: string;
  /** What stands before it. */
  readonly before?: Child;
};

/** How many filters are set, in the button of their panel. The script of the list of links replaces it. */
export const FilterCount: FC<{ count: number }> = ({ count }) => (
  <span data-filters>
    {count > 0 && (
      <>
        {' '}
        <b>{count}</b>
        <span class="unseen"> set</span>
      </>
    )}
  </span>
);

/** @param all the address of the list without any filter */
export const Chips: FC<{ chips: readonly Chip[]; all: string }> = ({ chips, all }) =>
  chips.length === 0 ? null : (
    <ul class="chips" aria-label="Filters">
      {chips.map(({ words, without, before }) => (
        <li>
          {before}
          <a href={without}>
            {words}
            <span aria-hidden="true">×</span>
            <span class="unseen"> (take out)</span>
          </a>
        </li>
      ))}
      <li>
        <a class="all" href={all}>
          Clear
          <span class="unseen"> filters</span>
        </a>
      </li>
    </ul>
  );
