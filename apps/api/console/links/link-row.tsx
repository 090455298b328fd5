/** A link in a list, with a box to select it. */
import type { FC } from 'hono/jsx';
import type { DetailedLink } from '#api/links/link-details';
import type { LinkStatus } from '#api/links/link-record';
import type { ActKind } from '#api/links/scheduled-acts';
import type { RecentClicks } from '#api/statistics/statistics-object';
import type { Link } from '#domain/link';
import { formatCount, formatMoment } from '../components';
import { Sparkline } from '../statistics/chart';
import { type ColorOf, FirstTags } from '../tags/tag-choice';
import { formatAge } from '../words';
import { LinkBadge } from './link-status';
import { ActBadge } from './undo';

export type ShownLink = {
  readonly link: DetailedLink;
  readonly status: LinkStatus;
  /** Null where the statistics do not respond. */
  readonly clicks: RecentClicks | null;
};

/** What all rows of a list have in common. */
export type RowView = { readonly colorOf: ColorOf; readonly shortBaseUrl: string; readonly now: number };

type RowProps = {
  one: ShownLink;
  isSelected: boolean;
  /** What will happen to the link. */
  act: ActKind | undefined;
  view: RowView;
};

export const LinkRow: FC<RowProps> = ({ one, isSelected, act, view }) => {
  const { link, clicks } = one;
  const { title, tags } = link.details;
  return (
    <li class={act ? 'row pickable leaving' : 'row pickable'} id={`row-${link.code}`}>
      <label class="pick">
        <input
          type="checkbox"
          name="codes"
          value={link.code}
          data-unkept
          checked={isSelected && act !== 'delete'}
          disabled={act === 'delete'}
        />
        <span class="unseen">{`Select ${link.alias ?? link.code}`}</span>
      </label>
      <div class="gist">
        <div class="line">
          <ShortAddress link={link} shortBaseUrl={view.shortBaseUrl} />
          <Badges one={one} />
          {tags.length > 0 && <FirstTags link={link} colorOf={view.colorOf} />}
        </div>
        <p class="small goal">
          {title !== null && <bdi>{title}</bdi>}
          <Destination url={link.url} />
        </p>
      </div>
      <div class="recent" title={clicks ? totalsText(clicks) : undefined}>
        {clicks && <RowClicks clicks={clicks} />}
        {act ? <ActBadge act={act} /> : <Age at={link.createdAt} now={view.now} />}
      </div>
    </li>
  );
};

const Badges: FC<{ one: ShownLink }> = ({ one: { link, status } }) => (
  <>
    {status.status !== 'active' && <LinkBadge status={status} />}
    {link.password !== null && <span class="badge">Password</span>}
  </>
);

const totalsText = ({ clicks, total }: RecentClicks): string =>
  `${formatCount(clicks)} in 30 days, ${formatCount(total)} in all`;

/** The clicks of thirty days in a row, with a picture if there are any. */
const RowClicks: FC<{ clicks: RecentClicks }> = ({ clicks: { clicks, days } }) => (
  <>
    {clicks > 0 && <Sparkline counts={days} label="Clicks, last 30 days" />}
    <p class="small soft clicks">
      <b>{formatCount(clicks)}</b> {clicks === 1 ? 'click' : 'clicks'}
      <span class="unseen"> in 30 days</span>
    </p>
  </>
);

/** How long ago a moment was; the moment itself is the tooltip. */
export const Age: FC<{ at: number; now: number }> = ({ at, now }) => (
  <p class="age soft small">
    <time datetime={new Date(at).toISOString()} title={formatMoment(at)}>
      {formatAge(at, now)}
    </time>
  </p>
);

/** The most characters of a destination in a list. A row has room for fewer. */
const DESTINATION_SHOWN = 300;

type AddressProps = { link: Pick<Link, 'alias' | 'code'>; shortBaseUrl: string };

/**
 * The short address of a link, with a copy button. The host is grey, because all links have the same one. The
 * stylesheet shows the button where there is a clipboard.
 */
export const ShortAddress: FC<AddressProps> = ({ link, shortBaseUrl }) => {
  const shortCode = link.alias ?? link.code;
  const host = shortBaseUrl.replace(/^https?:\/\//, '');
  return (
    <span class="address">
      <a class="name" href={`/console/links/${shortCode}`}>
        <span class="soft clip">{`${host}/`}</span>
        <span class="clip">{shortCode}</span>
      </a>
      <button class="copy" type="button" data-copies={`${shortBaseUrl}/${shortCode}`}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M9 9h11v11H9zM5 15H4V4h11v1" />
          <path class="tick" d="M5 12.5l5 5L19 7" />
        </svg>
        <span class="unseen">{`Copy ${shortCode}`}</span>
      </button>
    </span>
  );
};

/**
 * A destination without its scheme. It is grey, and shown as it was sent: nothing in it is decoded. Only a refused one can
 * have a user name or a password, which are not shown.
 */
export const Destination: FC<{ url: string }> = ({ url }) => {
  const shown = url.slice(0, DESTINATION_SHOWN).replace(/^([a-z]+:\/\/)?[^/?#]*@/i, '$1…@');
  return (
    <bdi class="soft" title={shown}>
      {shown.replace(/^https?:\/\/(?:www\.)?/i, '').replace(/^([^/?#]*)\/$/, '$1')}
    </bdi>
  );
};
