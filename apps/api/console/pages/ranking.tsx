/** The values of groupings by their clicks, in cards. A card of several groupings has a tab for each. */
import type { Child, FC } from 'hono/jsx';
import type { Group, Grouping } from '#domain/breakdown';
import { totalOf } from '../period';
import { addressOf, type CsvGrouping, type StatisticsView, TABS, type TabName } from '../statistics-view';
import { countryName, languageName } from './names';
import { MORE, Rest, Row, shownOf, Table } from './ranking-table';
import { byReferrer, referrerName } from './referrer-name';

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
  os: { title: 'OS', of: 'System' },
  device: { title: 'Devices', of: 'Device' },
};

/** The value of clicks of which a grouping knows nothing. */
const UNKNOWN = 'Unknown';

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
  /** The grouping that has a card of its own. */
  without?: Grouping | undefined;
  /** What all tabs have beside their values. The card then has the whole width. */
  picture?: Child;
};

/**
 * A card with a tab for each of its groupings. A tab is a link, which the script answers without a request. The CSV has
 * the grouping that is shown. A card that knows nothing of its clicks has neither.
 */
export const TabbedCard: FC<TabbedProps> = ({ breakdown, view, title, name, without, picture }) => {
  const groupings = TABS[name].filter((grouping) => grouping !== without);
  const chosen = groupings.find((grouping) => grouping === view.tabs[name]) ?? TABS[name][0];
  const isKnown = groupings.some((grouping) => breakdown[grouping]?.some(({ value }) => value !== UNKNOWN));
  return (
    <section class={picture ? 'card wide' : 'card'} data-part={name} id={name}>
      <div class="part">
        <h2>{title}</h2>
        {isKnown && (
          <>
            <nav class="panes" aria-label={title}>
              {groupings.map((grouping) => (
                <a
                  href={`${addressOf(view, { [name]: grouping })}#${name}`}
                  aria-current={chosen === grouping ? 'true' : undefined}
                  data-pane={`pane-${grouping}`}
                >
                  {RANKED[grouping].title}
                </a>
              ))}
            </nav>
            <CsvLink view={view} grouping={chosen} of={title} />
          </>
        )}
      </div>
      <div class="beside">
        {picture}
        {groupings.map((grouping) => (
          <div class="stack" id={`pane-${grouping}`} hidden={chosen !== grouping}>
            <Ranking grouping={grouping} groups={breakdown[grouping] ?? []} />
          </div>
        ))}
      </div>
    </section>
  );
};

type RankingProps = { grouping: RankedGrouping; groups: readonly Group[] };

/** The values of a grouping with their share of its clicks. */
export const Ranking: FC<RankingProps> = ({ grouping, groups }) => {
  const { title, of, nameOf = (value) => value, joined = (values) => values } = RANKED[grouping];
  const values = joined(groups);
  const total = totalOf(values);
  if (total === 0) return <p class="soft">No clicks in these days.</p>;
  if (values.every(({ value }) => value === UNKNOWN))
    return <p class="soft">No {of.toLowerCase()} is known for these clicks.</p>;
  const most = Math.max(...values.map(({ clicks }) => clicks));
  const shown = shownOf(values.length);
  const rowsOf = (some: readonly Group[], isMore = false): Child[] =>
    some.map(({ value, clicks }) => <Row name={nameOf(value)} {...{ clicks, total, most, isMore }} />);
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

type CsvProps = { view: StatisticsView; grouping: CsvGrouping; of: string };

/** The link to the CSV of a grouping: an icon, because each card has one. */
export const CsvLink: FC<CsvProps> = ({ view, grouping, of }) => (
  <a class="csv" href={addressOf(view, { grouping }, '/csv')} title="Download as CSV" download>
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d="M12 4v11m-5-5 5 5 5-5M5 20h14" />
    </svg>
    <span class="unseen">CSV of {of.toLowerCase()}</span>
  </a>
);
