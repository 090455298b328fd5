import { domainToUnicode } from 'node:url';
import type { Child, FC, PropsWithChildren } from 'hono/jsx';
import type { Group, Grouping } from '#domain/breakdown';
import type { Dimension } from '#domain/daily-counts';
import { plainHost } from '#domain/profiles';
import { formatCount } from '../components';
import { Disclosure } from '../disclosure';
import { MORE_ICONS } from '../icons';
import { sumClicks } from './period';
import { type CsvGrouping, FIGURES, type StatisticsView, TABS, type TabName, viewAddress } from './statistics-view';

/** English names for the codes of countries and languages. Any other value stays as it is. */
const COUNTRIES = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });
const LANGUAGES = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' });

/** Cloudflare's country code for the Tor network. */
const TOR = 'T1';

export function countryName(value: string): string {
  if (value === TOR) return 'Tor';
  return /^[A-Z]{2}$/.test(value) ? (COUNTRIES.of(value) ?? value) : value;
}

export const languageName = (value: string): string =>
  /^[a-z]{2,3}$/.test(value) ? (LANGUAGES.of(value) ?? value) : value;

type Ranked = {
  readonly title: string;
  /** The heading of the values. */
  readonly of: string;
  /** The name of a value for people. */
  readonly nameOf?: (value: string) => string;
  /** Merges values that people take for the same. */
  readonly joined?: (groups: readonly Group[]) => readonly Group[];
};

const RANKED: Record<Dimension, Ranked> = {
  referrer: { title: 'Referrers', of: 'Referrer', nameOf: referrerName, joined: byReferrer },
  country: { title: 'Countries', of: 'Country', nameOf: countryName },
  city: { title: 'Cities', of: 'City' },
  language: { title: 'Languages', of: 'Language', nameOf: languageName },
  browser: { title: 'Browsers', of: 'Browser' },
  os: { title: 'OS', of: 'System' },
  device: { title: 'Devices', of: 'Device' },
};

/** A value of a dimension in words, as `Country: Germany`. */
export function nameFilter(name: Dimension, value: string): string {
  const { of, nameOf = (text) => text } = RANKED[name];
  return `${of}: ${nameOf(value)}`;
}

/** The value of clicks for which a grouping has none. */
const UNKNOWN = 'Unknown';

type Breakdown = { readonly [grouping in Grouping]?: readonly Group[] | undefined };
type CardProps = { breakdown: Breakdown; view: StatisticsView };

/** A card of one grouping. */
export const RankingCard: FC<CardProps & { grouping: Dimension }> = ({ breakdown, view, grouping }) => (
  <section class="card" data-part={grouping}>
    <div class="part">
      <h2>{RANKED[grouping].title}</h2>
      <CsvLink view={view} grouping={grouping} of={RANKED[grouping].title} />
    </div>
    <Ranking view={view} grouping={grouping} groups={breakdown[grouping] ?? []} />
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
 * A card with a tab for each of its groupings. A tab is a link, whose card the script puts in place of this one. The CSV
 * has the grouping that is shown. A card whose clicks all lack a value has neither.
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
                  href={`${viewAddress(view, { [name]: grouping })}#${name}`}
                  aria-current={chosen === grouping ? 'true' : undefined}
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
        <div class="stack">
          <Ranking view={view} grouping={chosen} groups={breakdown[chosen] ?? []} />
        </div>
      </div>
    </section>
  );
};

type RankingProps = { view: StatisticsView; grouping: Dimension; groups: readonly Group[] };

/** The values of a grouping with their share of its clicks. Each leads to the same page with it as a filter. */
export const Ranking: FC<RankingProps> = ({ view, grouping, groups }) => {
  const { title, of, nameOf = (value) => value, joined = (values) => values } = RANKED[grouping];
  const values = joined(groups);
  const total = sumClicks(values);
  if (total === 0) return <p class="soft">No clicks in these days.</p>;
  if (values.every(({ value }) => value === UNKNOWN))
    return <p class="soft">No {of.toLowerCase()} is known for these clicks.</p>;
  const most = Math.max(...values.map(({ clicks }) => clicks));
  const shown = countShown(values.length);
  const showRows = (some: readonly Group[], isMore = false): Child[] =>
    some.map(({ value, clicks }) => (
      <Row
        name={
          <a class="pick" href={`${viewAddress(view, { [grouping]: value })}#${FIGURES}`}>
            <bdi>{nameOf(value)}</bdi>
          </a>
        }
        {...{ clicks, total, most, isMore }}
      />
    ));
  return (
    <>
      <Table title={title} of={of}>
        {showRows(values.slice(0, shown))}
      </Table>
      <Rest title={title} of={of} more={showRows(values.slice(shown, shown + MORE), true)}>
        {values.length > shown + MORE && <p class="soft small">The CSV has all of them.</p>}
      </Rest>
    </>
  );
};

type CsvProps = { view: StatisticsView; grouping: CsvGrouping; of: string };

/** The link to the CSV of a grouping: an icon, because each card has one. */
export const CsvLink: FC<CsvProps> = ({ view, grouping, of }) => (
  <a class="csv" href={viewAddress(view, { grouping }, '/csv')} title="Download as CSV" download>
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d={MORE_ICONS.download} />
    </svg>
    <span class="unseen">CSV of {of.toLowerCase()}</span>
  </a>
);

/** How many values a card shows at once, and how many more behind `more`. The CSV has all of them. */
const SHOWN = 7;
const MORE = 9;
/** How many values a list has at most, those that unfold included. */
export const LISTED = SHOWN + MORE;

/** How many of `count` values a card shows at once: one more if only that one would be hidden. */
export const countShown = (count: number): number => (count === SHOWN + 1 ? count : SHOWN);

type RestProps = {
  title: string;
  of: string;
  /** The rows of the values after those that the card shows at once. */
  more: Child[];
};

/** Further values of a card, and below them where all are; nothing where there are none. */
export const Rest: FC<PropsWithChildren<RestProps>> = ({ title, of, more, children }) =>
  more.length > 0 ? (
    <Disclosure class="rest" summary={`Show ${more.length} more ${pluralize(of)}`} look="small">
      <Table title={`${title}, continued`} of={of}>
        {more}
      </Table>
      {children}
    </Disclosure>
  ) : null;

/** Several of what a table lists. */
const pluralize = (of: string): string => `${of.toLowerCase().replace(/y$/, 'ie')}s`;

/** A table of values by their clicks. @param hasHeads whether its heads are visible, too */
export const Table: FC<{ title: string; of: string; hasHeads?: boolean; children?: Child }> = ({
  title,
  of,
  hasHeads,
  children,
}) => (
  <table class="ranking">
    <caption class="unseen">{title}</caption>
    <thead class={hasHeads ? undefined : 'unseen'}>
      <tr>
        <th scope="col">{of}</th>
        <th scope="col" class="end">
          Clicks
        </th>
        <th scope="col" class="end">
          Share
        </th>
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
      {name}
    </th>
    <td class="end">{formatCount(clicks)}</td>
    <td class="end soft">{formatShare(clicks, total)}</td>
  </tr>
);

/** A share in whole percent, as `41%`; a dash where there is nothing to share. */
export function formatShare(clicks: number, total: number): string {
  if (total === 0) return '–';
  const share = (100 * clicks) / total;
  return share > 0 && share < 1 ? '<1%' : `${Math.round(share)}%`;
}

/** Adds the clicks of a host with and without `www.`, the most clicked first. */
export function byReferrer(groups: readonly Group[]): readonly Group[] {
  const clicks = new Map<string, number>();
  for (const group of groups) {
    const host = plainHost(group.value);
    clicks.set(host, (clicks.get(host) ?? 0) + group.clicks);
  }
  return [...clicks].map(([value, count]) => ({ value, clicks: count })).sort((a, b) => b.clicks - a.clicks);
}

/**
 * The name of a referring host for people: without `www.`, and in Unicode unless one of its labels may imitate another
 * host.
 */
export function referrerName(host: string): string {
  const plain = plainHost(host);
  if (!plain.includes('xn--')) return plain;
  const shown = domainToUnicode(plain);
  return shown !== '' && shown.split('.').every(isSafe) ? shown : plain;
}

/**
 * The alphabets of a label, which must stay within one of them. Of the Latin letters only those of European languages.
 */
const ALPHABETS = [
  /^[a-z0-9à-öø-ÿāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįĵķĺļľłńņňōŏőŕŗřśŝşšţťŧũūŭůűųŵŷźżž-]+$/,
  /^[\p{sc=Cyrillic}0-9-]+$/u,
  /^[\p{sc=Greek}0-9-]+$/u,
  /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー0-9-]+$/u,
  /^[\p{sc=Hangul}0-9-]+$/u,
  /^[\p{sc=Arabic}0-9-]+$/u,
  /^[\p{sc=Hebrew}0-9-]+$/u,
  /^[\p{sc=Devanagari}0-9-]+$/u,
  /^[\p{sc=Thai}0-9-]+$/u,
];

/** A label of Cyrillic or Greek letters that all look like Latin ones, such as `аррӏе`. */
const IMITATION = /^[асԁеһіјӏкмортхуѕԛԝвнгпьαβεηικνορτυχωγ0-9-]+$/u;

const isSafe = (label: string): boolean =>
  !label.startsWith('xn--') && ALPHABETS.some((alphabet) => alphabet.test(label)) && !isImitation(label);

const isImitation = (label: string): boolean => /[^a-z0-9-]/.test(label) && IMITATION.test(label);
