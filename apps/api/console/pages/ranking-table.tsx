/** A table of values by their clicks, each with its share in front of a bar, and a second one that unfolds. */
import type { Child, FC, PropsWithChildren } from 'hono/jsx';
import { formatCount } from './components';

/** How many values a card shows at once, and how many more behind `more`. The CSV has all of them. */
const SHOWN = 7;
export const MORE = 9;
/** How many values a list has at most, those that unfold included. */
export const LISTED = SHOWN + MORE;

/** How many of some values a card shows at once: one more where only that one would be hidden. */
export const shownOf = (count: number): number => (count === SHOWN + 1 ? count : SHOWN);

type RestProps = {
  title: string;
  of: string;
  /** The rows of the values after those that the card shows at once. */
  more: Child[];
};

/** Further values of a card, and below them where all are; nothing where there are none. */
export const Rest: FC<PropsWithChildren<RestProps>> = ({ title, of, more, children }) =>
  more.length > 0 ? (
    <details class="rest">
      <summary class="small">Show {more.length} more</summary>
      <Table title={`${title}, continued`} of={of}>
        {more}
      </Table>
      {children}
    </details>
  ) : null;

export const Table: FC<{ title: string; of: string; children?: Child }> = ({ title, of, children }) => (
  <table class="ranking">
    <caption class="unseen">{title}</caption>
    <thead class="unseen">
      <tr>
        <th scope="col">{of}</th>
        <th scope="col">Clicks</th>
        <th scope="col">Share</th>
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
);

type RowProps = {
  name: Child;
  clicks: number;
  total: number;
  /** The clicks of the first row, whose bar has the whole width. */
  most: number;
  /** Whether the row is behind `more`, whose bars would be too short. */
  isMore?: boolean;
};

/** A value with its share, in front of a bar. */
export const Row: FC<RowProps> = ({ name, clicks, total, most, isMore = false }) => (
  <tr>
    <th scope="row">
      {!isMore && clicks > 0 && (
        <svg aria-hidden="true">
          <rect width={`${Math.ceil((100 * clicks) / most)}%`} height="100%" rx="6" />
        </svg>
      )}
      {typeof name === 'string' ? <bdi>{name}</bdi> : name}
    </th>
    <td class="end">{formatCount(clicks)}</td>
    <td class="end soft">{shareText(clicks, total)}</td>
  </tr>
);

/** A share in whole percent, as `41%`; a dash where there is nothing to share. */
export function shareText(clicks: number, total: number): string {
  if (total === 0) return '–';
  const share = (100 * clicks) / total;
  return share > 0 && share < 1 ? '<1%' : `${Math.round(share)}%`;
}
