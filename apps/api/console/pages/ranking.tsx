/** The values of groupings by their clicks, in cards. A card of several groupings has a tab for each. */
import type { Child, FC } from 'hono/jsx';
import type { Group, Grouping } from '#domain/breakdown';
import { totalOf } from '../period';
import { addressOf, type StatisticsView, type TabName } from '../statistics-view';
import { formatCount } from './components';
import { countryName, languageName } from './names';
import { byReferrer, referrerName } from './referrer-name';

/** How many values a card shows at once, and how many more behind `more`. The CSV has all of them. */
const SHOWN = 7;
const MORE = 25;

type Ranked = {
  readonly title: string;
  /** The heading of the values. */
  readonly of: string;
  /** The name of a value for people. */
  readonly nameOf?: (value: string) => string;
  /** Joins values that people take for one. */
  readonly joined?: (groups: readonly Group[]) => readonly Group[];
};

const RANKED: Record<Exclude<Grouping, 'day'>, Ranked> = {
  referrer: { title: 'Referrers', of: 'Referrer', nameOf: referrerName, joined: byReferrer },
  country: { title: 'Countries', of: 'Country', nameOf: countryName },
  city: { title: 'Cities', of: 'City' },
  language: { title: 'Languages', of: 'Language', nameOf: languageName },
  browser: { title: 'Browsers', of: 'Browser' },
  os: { title: 'Systems', of: 'System' },
  device: { title: 'Devices', of: 'Device' },
};
type RankedGrouping = keyof typeof RANKED;

type Breakdown = { readonly [grouping in Grouping]?: readonly Group[] | undefined };
type CardProps = { breakdown: Breakdown; view: StatisticsView };

/** A card of one grouping. */
export const RankingCard: FC<CardProps & { grouping: RankedGrouping }> = ({ breakdown, view, grouping }) => (
  <section class="card" data-part={grouping}>
    <h2>{RANKED[grouping].title}</h2>
    <Ranking grouping={grouping} groups={breakdown[grouping] ?? []} view={view} />
  </section>
);

/** A card with a tab for each of its groupings. A tab is a link, which the script answers without a request. */
export const TabbedCard: FC<CardProps & { title: string; name: TabName; groupings: readonly RankedGrouping[] }> = ({
  breakdown,
  view,
  title,
  name,
  groupings,
}) => (
  <section class="card" data-part={name} id={name}>
    <div class="line split">
      <h2>{title}</h2>
      <nav class="panes" aria-label={title}>
        {groupings.map((grouping) => (
          <a
            href={`${addressOf(view, { [name]: grouping })}#${name}`}
            aria-current={view.tabs[name] === grouping ? 'true' : undefined}
            data-pane={`pane-${grouping}`}
          >
            {RANKED[grouping].title}
          </a>
        ))}
      </nav>
    </div>
    {groupings.map((grouping) => (
      <div class="stack" id={`pane-${grouping}`} hidden={view.tabs[name] !== grouping}>
        <Ranking grouping={grouping} groups={breakdown[grouping] ?? []} view={view} />
      </div>
    ))}
  </section>
);

type RankingProps = { grouping: RankedGrouping; groups: readonly Group[]; view: StatisticsView };

/** The values of a grouping with their share of its clicks. */
export const Ranking: FC<RankingProps> = ({ grouping, groups, view }) => {
  const { title, of, nameOf = (value) => value, joined = (values) => values } = RANKED[grouping];
  const values = joined(groups);
  const total = totalOf(values);
  if (total === 0) return <p class="soft">No clicks in these days.</p>;
  const rowsOf = (some: readonly Group[]): Child =>
    some.map(({ value, clicks }) => <Row name={nameOf(value)} clicks={clicks} total={total} />);
  const more = values.slice(SHOWN, SHOWN + MORE);
  return (
    <>
      <Table title={title} of={of}>
        {rowsOf(values.slice(0, SHOWN))}
      </Table>
      <div class="line split foot">
        {more.length > 0 ? (
          <details>
            <summary class="small">{moreText(values.length - SHOWN)}</summary>
            <Table title={`${title}, continued`} of={of}>
              {rowsOf(more)}
            </Table>
          </details>
        ) : (
          <span />
        )}
        <CsvLink view={view} grouping={grouping} of={title.toLowerCase()} />
      </div>
    </>
  );
};

const moreText = (count: number): string =>
  count > MORE ? `${MORE} of ${formatCount(count)} more` : `${formatCount(count)} more`;

/** The link to the CSV of a grouping. */
export const CsvLink: FC<{ view: StatisticsView; grouping: Grouping; of: string }> = ({ view, grouping, of }) => (
  <a class="csv small" href={addressOf(view, { grouping }, '/csv')} download>
    CSV<span class="unseen"> of {of}</span>
  </a>
);

const Table: FC<{ title: string; of: string; children?: Child }> = ({ title, of, children }) => (
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

const Row: FC<{ name: string; clicks: number; total: number }> = ({ name, clicks, total }) => (
  <tr>
    <th scope="row">
      <svg aria-hidden="true">
        <rect width={`${Number(((100 * clicks) / total).toFixed(2))}%`} height="100%" rx="4" />
      </svg>
      <bdi>{name}</bdi>
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
