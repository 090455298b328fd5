/** A link in a list, with a box to select it. */
import type { FC } from 'hono/jsx';
import type { DetailedLink } from '#api/links/link-details';
import type { LinkStatus } from '#api/links/link-status';
import { Day, formatCount } from './components';
import { type ColorOf, TagList } from './tag-list';

export type ShownLink = {
  readonly link: DetailedLink;
  readonly status: LinkStatus;
  /** All its clicks; null where the statistics do not respond. */
  readonly clicks: number | null;
};

/** The most characters of a destination in the list. A row has room for fewer. */
const DESTINATION_SHOWN = 300;

const REASONS: Record<NonNullable<LinkStatus['expiredReason']>, readonly [kind: string, label: string]> = {
  TIME: ['wait', 'Expired'],
  CLICKS: ['wait', 'Clicks used up'],
  DELETED: ['wrong', 'Deleted'],
  BLOCKED: ['wrong', 'Blocked'],
};

export const LinkBadge: FC<{ status: LinkStatus }> = ({ status: { expiredReason } }) => {
  const [kind, label] = expiredReason === null ? ['good', 'Active'] : REASONS[expiredReason];
  return <span class={`badge ${kind}`}>{label}</span>;
};

type RowProps = { one: ShownLink; isSelected: boolean; isScheduled: boolean; colorOf: ColorOf };

export const LinkRow: FC<RowProps> = ({ one, isSelected, isScheduled, colorOf }) => {
  const { link, status, clicks } = one;
  const shortCode = link.alias ?? link.code;
  const { title, tags } = link.details;
  const destination = link.url.slice(0, DESTINATION_SHOWN);
  return (
    <li class={isScheduled ? 'row pickable leaving' : 'row pickable'}>
      <label class="pick">
        <input
          type="checkbox"
          name="codes"
          value={link.code}
          checked={isSelected && !isScheduled}
          disabled={isScheduled}
        />
        <span class="unseen">{`Select ${shortCode}`}</span>
      </label>
      <div>
        <p class="line">
          <a class="name few" href={`/console/links/${shortCode}`}>
            {title === null ? shortCode : <bdi>{title}</bdi>}
          </a>
          {isScheduled && <span class="badge wrong">Will be deleted</span>}
          {status.status === 'expired' && <LinkBadge status={status} />}
          {link.password !== null && <span class="badge">Password</span>}
        </p>
        <p class="soft small clip">{title === null ? destination : `${shortCode} → ${destination}`}</p>
        {tags.length > 0 && <TagList names={tags} colorOf={colorOf} />}
      </div>
      <p class="aside soft small">
        {clicks !== null && <b>{`${formatCount(clicks)} ${clicks === 1 ? 'click' : 'clicks'}`}</b>}
        <Day at={link.createdAt} />
      </p>
    </li>
  );
};
