/** The most clicked links of a range of days. */
import type { FC } from 'hono/jsx';
import type { AccountStatistics } from '#api/statistics/statistics-record';
import type { Period } from '../period';
import type { StatisticsView } from '../statistics-view';
import { CsvLink } from './ranking';
import { Rest, Row, shownOf, Table } from './ranking-table';

type Link = AccountStatistics['topLinks'][number];

export type TopLinksProps = {
  readonly statistics: Pick<AccountStatistics, 'topLinks' | 'clickCount'>;
  /** The number of links that were clicked in the range; null where the links are those of all time. */
  readonly clickedLinks: number | null;
  readonly view: StatisticsView;
  readonly period: Pick<Period, 'utcClicks'>;
  /** The address of the list of all links. */
  readonly allLinks: string;
};

const TITLE = 'Most clicked links';

/** The clicks of which the links have shares: those of the range or, where its links were not compared, of all time. */
export function totalOfLinks({ statistics, clickedLinks, period }: Omit<TopLinksProps, 'view' | 'allLinks'>): number {
  const listed = statistics.topLinks.reduce((sum, link) => sum + link.clickCount, 0);
  // The sum of a tag may leave some days out, and a share is never above a hundred percent.
  return Math.max(listed, clickedLinks === null ? statistics.clickCount : period.utcClicks);
}

/** The links with their shares of the clicks of the range or, where its links were not compared, of all time. */
export const TopLinks: FC<TopLinksProps> = ({
  statistics: { topLinks, clickCount },
  clickedLinks,
  view,
  period,
  allLinks,
}) => {
  const isOfAllTime = clickedLinks === null;
  const total = totalOfLinks({ statistics: { topLinks, clickCount }, clickedLinks, period });
  const most = topLinks[0]?.clickCount ?? 0;
  const count = clickedLinks ?? topLinks.length;
  const shown = shownOf(count);
  const rowsOf = (some: readonly Link[], isMore = false) =>
    some.map((link) => (
      <Row name={<NameOf link={link} isMore={isMore} />} clicks={link.clickCount} {...{ total, most, isMore }} />
    ));
  return (
    <section class="card" data-part="top">
      <div class="part">
        <h2>
          {TITLE} {isOfAllTime && <span class="soft small">of all time</span>}
        </h2>
        <CsvLink view={view} grouping="link" of={TITLE} />
      </div>
      {topLinks.length === 0 ? (
        <p class="soft">No clicks in these days.</p>
      ) : (
        <>
          <Table title={TITLE} of="Link">
            {rowsOf(topLinks.slice(0, shown))}
          </Table>
          <Rest title={TITLE} of="Link" more={rowsOf(topLinks.slice(shown), true)}>
            {count > topLinks.length && (
              <p class="small">
                <a href={allLinks}>See all links</a>
              </p>
            )}
          </Rest>
        </>
      )}
    </section>
  );
};

/** The most characters of a destination. The links behind `more` show none. */
const DESTINATION_SHOWN = 80;

const NameOf: FC<{ link: Link; isMore: boolean }> = ({ link: { shortCode, url }, isMore }) => (
  <span class="to">
    <a href={`/console/links/${shortCode}`}>{shortCode}</a>
    {isMore || <bdi class="soft">{cut(url.replace(/^https?:\/\/(www\.)?/i, ''))}</bdi>}
  </span>
);

const cut = (text: string): string => (text.length > DESTINATION_SHOWN ? `${text.slice(0, DESTINATION_SHOWN)}…` : text);
