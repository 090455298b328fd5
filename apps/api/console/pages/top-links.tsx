/** The most clicked links of a range of days. */
import type { FC } from 'hono/jsx';
import type { AccountStatistics } from '#api/statistics/statistics-record';
import type { Period } from '../period';
import type { StatisticsView } from '../statistics-view';
import { RankingFoot, Row, SHOWN, Table } from './ranking';

type Link = AccountStatistics['topLinks'][number];

export type TopLinksProps = {
  readonly statistics: Pick<AccountStatistics, 'topLinks' | 'clickCount'>;
  /** The number of links that were clicked in the range; null where the links are those of all time. */
  readonly clickedLinks: number | null;
  readonly view: StatisticsView;
  readonly period: Pick<Period, 'utcClicks'>;
};

/** The links with their shares of the clicks of the range or, where its links were not compared, of all time. */
export const TopLinks: FC<TopLinksProps> = ({ statistics: { topLinks, clickCount }, clickedLinks, view, period }) => {
  const isOfAllTime = clickedLinks === null;
  const listed = topLinks.reduce((sum, link) => sum + link.clickCount, 0);
  // The sum of a tag may leave some days out, and a share is never above a hundred percent.
  const total = Math.max(listed, isOfAllTime ? clickCount : period.utcClicks);
  const rowsOf = (some: readonly Link[], isMore = false) =>
    some.map((link) => (
      <Row name={<NameOf link={link} isMore={isMore} />} clicks={link.clickCount} total={total} isMore={isMore} />
    ));
  return (
    <section class="card wide" data-part="top">
      <h2>Most clicked links {isOfAllTime && <span class="soft small">of all time</span>}</h2>
      {topLinks.length === 0 ? (
        <p class="soft">No clicks in these days.</p>
      ) : (
        <>
          <Table title="Most clicked links" of="Link">
            {rowsOf(topLinks.slice(0, SHOWN))}
          </Table>
          <RankingFoot
            title="Most clicked links"
            of="Link"
            rest={(clickedLinks ?? topLinks.length) - SHOWN}
            more={rowsOf(topLinks.slice(SHOWN), true)}
            csv={{ view, grouping: 'link', of: 'most clicked links' }}
          />
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
    {isMore || <bdi class="soft small">{url.replace(/^https?:\/\/(www\.)?/i, '').slice(0, DESTINATION_SHOWN)}</bdi>}
  </span>
);
