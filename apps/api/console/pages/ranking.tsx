/** The values of groupings by their clicks, in cards. A card of several groupings has a tab for each. */
import type { Child, FC, PropsWithChildren } from 'hono/jsx';
import type { Group, Grouping } from '#domain/breakdown';
import { totalOf } from '../period';
import { addressOf, type CsvGrouping, type StatisticsView, TABS, type TabName } from '../statistics-view';
import { formatCount } from './components';
import { countryName, languageName } from './names';
import { byReferrer, referrerName } from './referrer-name';

/** How many values a card shows at once, and how many more behind `more`. The CSV has all of them. */
const SHOWN = 7;
const MORE = 9;
/** How many values a list has at most, those that unfold included. */
export const LISTED = SHOWN + MORE;

/** How many of some values a card shows at once: one more where only that one would be hidden. */
export const shownOf = (count: number): number => (count === SHOWN + 1 ? count : SHOWN);

type Ranked = {
  readonly title: string;
  /** The heading of the values. */
  readonly of: string;
  /** The name of a value for people. */
  readonly nameOf?: (value: string) => string;
  /** Joins values that people take for one. */
  readonly joined?: (groups: readonly Group[]) => readonly Group[];
};

type RankedGrouping = Exclude<Grouping, 'day'>;

const RANKED: Record<RankedGrouping, Ranked> = {
  referrer: { title: 'Referrers', of: 'Referrer', nameOf: referrerName, joined: byReferrer },
  country: { title: 'Countries', of: 'Country', nameOf: countryName },
  city: { title: 'Cities', of: 'City' },
  language: { title: 'Languages', of: 'Language', nameOf: languageName },
  browser: { title: 'Browsers', of: 'Browser' },
  os: { title: 'Systems', of: 'System' },
  device: { title: 'Devices', of: 'Device' },
};

type Breakdown = { readonly [grouping in Grouping]?: readonly Group[] | undefined };
type CardProps = { breakdown: Breakdown; view: StatisticsView };

/** A card of one grouping. */
export const RankingCard: FC<CardProps & { grouping: RankedGrouping }> = ({ breakdown, view, grouping }) => (
  <section class="card" data-part={grouping}>
    <div class="part">
      <h2>{RANKED[grouping].title}</h2>
      <CsvLink view={view} grouping={grouping} of={RANKED[grouping].title} />
    </div>
    <Ranking grouping={grouping} groups={breakdown[grouping] ?? []} />
  </section>
);

type TabbedProps = CardProps & {
  title: string;
  name: TabName;
  /** What all tabs have beside their values. The card then has the whole width. */
  picture?: Child;
};

/**
 * A card with a tab for each of its groupings. A tab is a link, which the script answers without a request. The CSV has
 * the grouping that is shown.
 */
export const TabbedCard: FC<TabbedProps> = ({ breakdown, view, title, name, picture }) => (
  <section class={picture ? 'card wide' : 'card'} data-part={name} id={name}>
    <div class="part">
      <h2>{title}</h2>
      <nav class="panes" aria-label={title}>
        {TABS[name].map((grouping) => (
          <a
            href={`${addressOf(view, { [name]: grouping })}#${name}`}
            aria-current={view.tabs[name] === grouping ? 'true' : undefined}
            data-pane={`pane-${grouping}`}
          >
            {RANKED[grouping].title}
          </a>
        ))}
      </nav>
      <CsvLink view={view} grouping={view.tabs[name]} of={title} />
    </div>
    <div class="beside">
      {picture}
      {TABS[name].map((grouping) => (
        <div class="stack" id={`pane-${grouping}`} hidden={view.tabs[name] !== grouping}>
          <Ranking grouping={grouping} groups={breakdown[grouping] ?? []} />
        </div>
      ))}
    </div>
  </section>
);

type RankingProps = { grouping: RankedGrouping; groups: readonly Group[] };

/** The values of a grouping with their share of its clicks. */
export const Ranking: FC<RankingProps> = ({ grouping, groups }) => {
  const { title, of, nameOf = (value) => value, joined = (values) => values } = RANKED[grouping];
  const values = joined(groups);
  const total = totalOf(values);
  if (total === 0) return <p class="soft">No clicks in these days.</p>;
  const shown = shownOf(values.length);
  const rowsOf = (some: readonly Group[], isMore = false): Child[] =>
    some.map(({ value, clicks }) => <Row name={nameOf(value)} clicks={clicks} total={total} isMore={isMore} />);
  return (
    <>
      <Table title={title} of={of}>
        {rowsOf(values.slice(0, shown))}
      </Table>
      <Rest title={title} of={of} more={rowsOf(values.slice(shown, shown + MORE), true)}>
        {values.length > shown + MORE && <p class="soft small">The CSV has all of them.</p>}
      </Rest>
    </>
  );
};

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

type CsvProps = { view: StatisticsView; grouping: CsvGrouping; of: string };

/** The link to the CSV of a grouping. */
export const CsvLink: FC<CsvProps> = ({ view, grouping, of }) => (
  <a class="csv small" href={addressOf(view, { grouping }, '/csv')} download>
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d="M12 4v11m-5-5 5 5 5-5M5 20h14" />
    </svg>
    CSV<span class="unseen"> of {of.toLowerCase()}</span>
  </a>
);

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
  /** Whether the row is behind `more`, where shares are too small for bars. */
  isMore?: boolean;
};

/** A value with its share, as a number and as a bar below the row. */
export const Row: FC<RowProps> = ({ name, clicks, total, isMore = false }) => (
  <tr>
    <th scope="row">
      {typeof name === 'string' ? <bdi>{name}</bdi> : name}
      {isMore || (
        <svg aria-hidden="true">
          <rect width={`${Math.ceil((100 * clicks) / total)}%`} height="100%" rx="1.5" />
        </svg>
      )}
    </th>
    <td class="end">{formatCount(clicks)}</td>
    <td class="end soft">{shareText(clicks, total)}</td>
  </tr>
);

/** A share in whole percent, as `41%`. */
export function shareText(clicks: number, total: number): string {
  const share = (100 * clicks) / total;
  return share > 0 && share < 1 ? '<1%' : `${Math.round(share)}%`;
}
