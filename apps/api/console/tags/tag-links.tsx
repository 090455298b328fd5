/** The links of a tag with their clicks in a range, the most clicked first. */
import type { FC } from 'hono/jsx';
import type { LinkCount } from '#api/links/few-links';
import type { DetailedLink } from '#api/links/link-details';
import { formatCount } from '../components';
import { Destination, ShortAddress } from '../links/link-row';
import { EVERY_LINK, linksAddress } from '../links/links-query';
import { CsvLink, countShown, LISTED, Rest, Row, Table } from '../statistics/ranking';
import { type AccountView, totalOfLinks } from '../statistics/statistics';

/** The newest links of a tag, and the number of all. */
export type TaggedLinks = { readonly newest: readonly DetailedLink[]; readonly count: LinkCount };

type Listed = { readonly shortCode: string; readonly url: string; readonly clickCount: number };

type TagLinksProps = {
  readonly name: string;
  readonly links: TaggedLinks;
  readonly shown: AccountView;
  readonly shortBaseUrl: string;
};

/** The clicked links and, where these are all, the newest of the others. */
function listedLinks({ statistics: { topLinks }, clickedLinks, view }: AccountView, { newest }: TaggedLinks): Listed[] {
  const clicked = new Set(topLinks.map(({ shortCode }) => shortCode));
  const areAllListed = view.filters === null && (clickedLinks ?? topLinks.length) < LISTED;
  const others = newest
    .map(({ alias, code, url }) => ({ shortCode: alias ?? code, url, clickCount: 0 }))
    .filter(({ shortCode }) => areAllListed && !clicked.has(shortCode));
  return [...topLinks, ...others];
}

/** The card of the links; nothing for a tag without links. */
export const TagLinks: FC<TagLinksProps> = ({ name, links, shown, shortBaseUrl }) => {
  const listed = listedLinks(shown, links);
  if (listed.length === 0) return null;
  const total = totalOfLinks(shown);
  const most = listed[0]?.clickCount ?? 0;
  const count = countShown(listed.length);
  const rowsOf = (some: readonly Listed[], isMore = false) =>
    some.map((link) => (
      <Row
        name={<LinkName link={link} shortBaseUrl={shortBaseUrl} />}
        clicks={link.clickCount}
        {...{ total, most, isMore }}
      />
    ));
  return (
    <section class="card" data-part="top">
      <TagLinksHead name={name} links={links} shown={shown} />
      {most === 0 ? (
        <Unclicked links={listed} shown={shown} shortBaseUrl={shortBaseUrl} />
      ) : (
        <>
          <Table title="Links" of="Link" hasHeads>
            {rowsOf(listed.slice(0, count))}
          </Table>
          <Rest title="Links" of="Link" more={rowsOf(listed.slice(count), true)}>
            {links.count.count > listed.length && (
              <p class="small">
                <a href={linksAddress({ ...EVERY_LINK, tag: [name], sort: 'clicks' })}>See all links</a>
              </p>
            )}
          </Rest>
        </>
      )}
    </section>
  );
};

type UnclickedProps = Pick<TagLinksProps, 'shown' | 'shortBaseUrl'> & { readonly links: readonly Listed[] };

/** The newest links, without figures, where none has a click. */
const Unclicked: FC<UnclickedProps> = ({ links, shown, shortBaseUrl }) => (
  <>
    <p class="soft">
      {shown.statistics.clickCount === 0 ? 'No link with this tag has been clicked yet.' : 'No clicks in these days.'}
    </p>
    <ul class="rows">
      {links.map((link) => (
        <li>
          <LinkName link={link} shortBaseUrl={shortBaseUrl} />
        </li>
      ))}
    </ul>
  </>
);

const TagLinksHead: FC<Omit<TagLinksProps, 'shortBaseUrl'>> = ({ name, links: { count }, shown }) => (
  <div class="part">
    <h2>
      Links{' '}
      <span class="soft">
        {formatCount(count.count)}
        {count.isMore && '+'}
      </span>
      {shown.clickedLinks === null && shown.statistics.topLinks.length > 0 && (
        <span class="soft small"> by clicks of all time</span>
      )}
    </h2>
    <a class="small" href={linksAddress({ ...EVERY_LINK, tag: [name] })}>
      Open in Links
    </a>
    {shown.statistics.topLinks.length > 0 && <CsvLink view={shown.view} grouping="link" of="links" />}
  </div>
);

const LinkName: FC<{ link: Listed; shortBaseUrl: string }> = ({ link: { shortCode, url }, shortBaseUrl }) => (
  <span class="to">
    <ShortAddress link={{ alias: null, code: shortCode }} shortBaseUrl={shortBaseUrl} />
    <Destination url={url} />
  </span>
);
