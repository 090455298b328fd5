/** The short lists of links on the overview: the newest, and the most clicked. */
import type { FC } from 'hono/jsx';
import type { DetailedLink } from '#api/links/link-details';
import type { MuchClicked } from '#api/statistics/recent-clicks';
import { formatCount } from './components';
import { Destination, ShortAddress } from './link-line';
import { Age } from './link-row';
import { Sparkline } from './sparkline';

export type TopLink = Pick<MuchClicked, 'clicks' | 'days'> & { readonly link: DetailedLink };

type View = { readonly shortBaseUrl: string; readonly now: number };

export const Newest: FC<{ links: readonly DetailedLink[]; view: View }> = ({ links, view }) => (
  <section class="card">
    <ListHead title="Newest links" path="/console/links" />
    <ul class="rows shelf">
      {links.map((link) => (
        <li class="brief">
          <Line link={link} shortBaseUrl={view.shortBaseUrl} />
          <Age at={link.createdAt} now={view.now} />
        </li>
      ))}
    </ul>
  </section>
);

/** The title of a short list, and the way to the whole one. */
export const ListHead: FC<{ title: string; path: string }> = ({ title, path }) => (
  <div class="part">
    <h2>{title}</h2>
    <a class="small" href={path} aria-label={`See all: ${title}`}>
      See all
    </a>
  </div>
);

type MostClickedProps = { links: readonly TopLink[]; view: View; isOfAllTime: boolean };

export const MostClicked: FC<MostClickedProps> = ({ links, view, isOfAllTime }) => (
  <section class="card">
    <ListHead
      title={isOfAllTime ? 'Most clicked of all time' : 'Most clicked in 30 days'}
      path="/console/links?sort=clicks"
    />
    {links.length === 0 ? (
      <p class="soft">{`No clicks ${isOfAllTime ? 'yet' : 'in 30 days'}.`}</p>
    ) : (
      <ul class="rows shelf">
        {links.map(({ link, clicks, days }) => (
          <li class="brief">
            <Line link={link} shortBaseUrl={view.shortBaseUrl} />
            <div class="recent">
              <Sparkline counts={days} label="Clicks of 30 days" />
              <p class="small soft">
                <b>{formatCount(clicks)}</b> {clicks === 1 ? 'click' : 'clicks'}
              </p>
            </div>
          </li>
        ))}
      </ul>
    )}
  </section>
);

const Line: FC<{ link: DetailedLink; shortBaseUrl: string }> = ({ link, shortBaseUrl }) => (
  <div class="gist">
    <p class="line">
      <ShortAddress link={link} shortBaseUrl={shortBaseUrl} />
    </p>
    <p class="small clip">
      <Destination url={link.url} />
    </p>
  </div>
);
