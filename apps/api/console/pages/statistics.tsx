/** The statistics of an account, of a link and of a tag. */
import type { Child, FC } from 'hono/jsx';
import type { CountedAccount } from '#api/statistics/statistics';
import type { LinkStatistics } from '#api/statistics/statistics-record';
import { EVERY_LINK, linksAddress } from '../links-query';
import type { ConsolePage } from '../page';
import { Alert, Empty, Head } from './components';
import type { Totals } from './figures';
import { Pictures, type RangeView } from './pictures';
import { TopLinks } from './top-links';

/** The statistics of an account or of a tag, and what its page shows of them. */
export type AccountView = RangeView & Pick<CountedAccount, 'statistics' | 'clickedLinks'>;

export const accountStatisticsPage = (shown: AccountView): ConsolePage => ({
  title: 'Statistics',
  section: 'statistics',
  main: (
    <>
      <Head title="Statistics" lead="All links in this account." />
      {hasClicks(shown.statistics) ? (
        <Pictures
          totals={shown.statistics}
          view={shown.view}
          period={shown.period}
          links={<TopLinks {...shown} allLinks={linksAddress({ ...EVERY_LINK, sort: 'clicks' })} />}
          isPaired
        />
      ) : (
        <NoClicks />
      )}
    </>
  ),
});

const hasClicks = ({ clickCount, botHits }: Totals): boolean => clickCount + botHits > 0;

const NoClicks: FC = () => (
  <Empty title="No clicks yet">
    <p>Share a short address. Every click is counted within five seconds, and shown here.</p>
    <p class="line">
      <a class="button" href="/console/new-link">
        New link
      </a>
      <a class="button quiet" href="/console/links">
        All links
      </a>
    </p>
  </Empty>
);

/** The statistics on a link's page; nothing before its first visit. */
export const LinkPictures: FC<{ statistics: LinkStatistics; createdAt: number; view: RangeView }> = ({
  statistics,
  createdAt,
  view,
}) => (hasClicks(statistics) ? <Pictures totals={statistics} createdAt={createdAt} {...view} /> : null);

type TagProps = AccountView & {
  /** The card of its links. */
  links: Child;
};

/** The statistics on a tag's page, and its links; the links alone before the first visit. */
export const TagPictures: FC<TagProps> = ({ statistics, view, period, links }) =>
  hasClicks(statistics) ? (
    <>
      {statistics.partial && (
        <Alert kind="wait" lead="This tag has very many links or days.">
          The figures leave some out: those of its oldest links.
        </Alert>
      )}
      <Pictures totals={statistics} view={view} period={period} links={links} />
    </>
  ) : (
    links
  );
