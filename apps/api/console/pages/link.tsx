/** The page of one link: its address, options and statistics. */
import type { FC } from 'hono/jsx';
import type { DetailedLink } from '#api/links/link-details';
import type { LinkStatistics } from '#api/statistics/statistics-record';
import { DELETE_LINK } from '../forms/declared/links';
import type { Forms } from '../forms/form';
import { FormOf, wasSent } from '../forms/form-of';
import type { ConsolePage } from '../page';
import { Alert, Card, Confirm, Copyable, Day, Empty, formatCount, Head, Moment } from './components';
import { deadReasonOf } from './dead-link';
import { LinkBadge } from './link-row';
import { LinkPictures, type RangeView } from './statistics';
import { type ColorOf, TagList } from './tag-list';
import { deletionOf, isScheduled, UndoDeletions, type UndoView } from './undo';

type LinkView = {
  readonly link: DetailedLink;
  readonly statistics: LinkStatistics;
  readonly colorOf: ColorOf;
  readonly view: RangeView;
  readonly undo: UndoView;
  readonly forms: Forms;
};

export const linkPage = ({ link, statistics, colorOf, view, undo, forms }: LinkView): ConsolePage => {
  const { shortCode, shortUrl, expiredReason } = statistics;
  const { title } = link.details;
  const dead = deadReasonOf(link, expiredReason);
  return {
    title: shortCode,
    section: 'links',
    main: (
      <>
        <Head
          title={title === null ? shortCode : <bdi class={isLong(title) ? 'long' : undefined}>{title}</bdi>}
          lead={
            <>
              {title !== null && `${shortCode} · `}
              Made <Day at={link.createdAt} />
            </>
          }
        >
          <LinkBadge status={statistics} />
        </Head>
        <UndoDeletions of={deletionOf(undo, link)} />
        {dead && <Alert kind="wait">{dead.message}</Alert>}
        <section class="card">
          <h2 class="unseen">The link</h2>
          <Copyable label="Short address" id="short" value={shortUrl} />
          <Copyable label="Leads to" id="destination" value={link.url} />
          <LinkFacts statistics={statistics} />
          <Details of={link} colorOf={colorOf} />
          {dead?.canRevive !== false && (
            <p class="line">
              <a class="button quiet" href={`/console/links/${shortCode}/edit`}>
                Edit
              </a>
              {dead === null && (
                <a class="button quiet" href={`/console/links/${shortCode}/qr`}>
                  QR code
                </a>
              )}
            </p>
          )}
        </section>
        <LinkPictures statistics={statistics} view={view} />
        {statistics.clickCount + statistics.botHits === 0 && statistics.status === 'active' && (
          <Empty title="No clicks yet">
            <p>Copy the short address and share it. Every click is counted within five seconds and drawn here.</p>
          </Empty>
        )}
        {expiredReason !== 'DELETED' && !isScheduled(undo, link) && <Deletion code={shortCode} forms={forms} />}
      </>
    ),
  };
};

const LinkFacts: FC<{ statistics: LinkStatistics }> = ({
  statistics: { expiresAt, maxClicks, clicksRemaining, hasPassword },
}) => (
  <dl class="facts">
    <div>
      <dt>Ends</dt>
      <dd>{expiresAt === null ? 'Never' : <Moment at={Date.parse(expiresAt)} />}</dd>
    </div>
    <div>
      <dt>Click limit</dt>
      <dd>{maxClicks === null ? 'None' : `${formatCount(clicksRemaining ?? 0)} of ${formatCount(maxClicks)} left`}</dd>
    </div>
    <div>
      <dt>Password</dt>
      <dd>{hasPassword ? 'Required' : 'None'}</dd>
    </div>
  </dl>
);

/** Whether the head of the page shortens a title. It has up to 200 characters. */
const isLong = (title: string): boolean => title.length > 60;

/** The details of a link. The title is among them if the head of the page shortens it. */
const Details: FC<{ of: DetailedLink; colorOf: ColorOf }> = ({ of: { details }, colorOf }) => {
  const { tags, notes, externalId } = details;
  const title = details.title !== null && isLong(details.title) ? details.title : null;
  if (title === null && tags.length === 0 && notes === null && externalId === null) return null;
  return (
    <dl class="details">
      {title !== null && (
        <div>
          <dt>Title</dt>
          <dd dir="auto">{title}</dd>
        </div>
      )}
      {tags.length > 0 && (
        <div>
          <dt>Tags</dt>
          <dd>
            <TagList names={tags} colorOf={colorOf} />
          </dd>
        </div>
      )}
      {notes !== null && (
        <div>
          <dt>Notes</dt>
          <dd class="written" dir="auto">
            {notes}
          </dd>
        </div>
      )}
      {externalId !== null && (
        <div>
          <dt>Your own id</dt>
          <dd>
            <bdi class="code">{externalId}</bdi>
          </dd>
        </div>
      )}
    </dl>
  );
};

const Deletion: FC<{ code: string; forms: Forms }> = ({ code, forms }) => (
  <Card title="Delete">
    <Confirm summary="Delete this link" grave isOpen={wasSent(DELETE_LINK, forms, { code })}>
      <FormOf form={DELETE_LINK} forms={forms} params={{ code }}>
        {() => (
          <>
            <p class="soft">
              You can undo this for ten seconds. After that visitors get 410. The code stays yours: you may use it for a
              new link.
            </p>
            <button class="danger" type="submit">
              Delete it
            </button>
          </>
        )}
      </FormOf>
    </Confirm>
  </Card>
);
