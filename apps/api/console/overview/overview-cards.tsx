/** The cards of the overview: recent clicks, short lists of links, and the first steps of a new account. */
import type { FC, PropsWithChildren } from 'hono/jsx';
import type { DetailedLink } from '#api/links/link-details';
import { type ClicksOverview, type MuchClicked, RECENT_DAYS } from '#api/statistics/statistics-object';
import { formatDay } from '#domain/breakdown';
import { BIRD } from '#drawings/flight';
import { formatCount, Moment } from '../components';
import { linkPath } from '../links/account-links';
import { Age, Destination, ShortAddress } from '../links/link-row';
import { changing } from '../links/link-status';
import { Chart, Sparkline } from '../statistics/chart';
import { Change } from '../statistics/figures';
import { computeAverage, daysSince, findFirstClick, formatDayRange, makeBars } from '../statistics/period';

/** The clicks of the last thirty days: their number, the change to the thirty days before, and a picture. */
export const RecentClicksCard: FC<{ clicks: ClicksOverview }> = ({
  clicks: { clicks, total, before, days, start },
}) => (
  <section class="card morning">
    <div class="part">
      <h2>{`Clicks, last ${RECENT_DAYS} days`}</h2>
      <a class="small" href="/console/statistics">
        All statistics
      </a>
    </div>
    <DaysChart clicks={clicks} total={total} days={days} start={start}>
      <span class="line">
        <span class="number">{formatCount(clicks)}</span>
        {before !== null && <Before clicks={clicks} before={before} />}
      </span>
    </DaysChart>
  </section>
);

type DaysProps = PropsWithChildren<Pick<ClicksOverview, 'clicks' | 'total' | 'days' | 'start'>>;

/** The chart of the statistics, with UTC days. For a new account it begins with the first click. */
const DaysChart: FC<DaysProps> = ({ clicks, total, days: counts, start, children }) => {
  const today = start + counts.length - 1;
  const period = {
    clicks,
    before: null,
    days: counts.map((count, n) => ({ value: formatDay(start + n), clicks: count })),
  };
  const { days, before } = daysSince(period, computeAverage(period, findFirstClick(period, total)).since);
  return (
    <Chart
      id="recent"
      {...makeBars({ days, before }, today)}
      days={days}
      range={`${formatDayRange(today - days.length + 1, today)}, UTC${days.length < counts.length ? ' · none before' : ''}`}
      head={children}
    />
  );
};

const Before: FC<{ clicks: number; before: number }> = ({ clicks, before }) => (
  <>
    <Change now={clicks} then={before} />
    <span class="small soft">
      {before === 0
        ? `None in the previous ${RECENT_DAYS} days`
        : `from ${formatCount(before)} in the ${RECENT_DAYS} days before`}
    </span>
  </>
);

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

/** The links that are blocked, used up or about to end, each with what its owner can do. */
export const Attention: FC<{ links: readonly DetailedLink[]; view: View }> = ({ links, view }) => (
  <section class="card">
    <div class="part">
      <h2>Needs attention</h2>
    </div>
    <ul class="rows shelf">
      {links.map((link) => (
        <li class="brief">
          <Line link={link} shortBaseUrl={view.shortBaseUrl} />
          <Reason link={link} />
        </li>
      ))}
    </ul>
  </section>
);

const Reason: FC<{ link: DetailedLink }> = ({ link }) => {
  if (link.blocked !== null) return <ReasonLine label="See why" href={linkPath(link)} badge={['wrong', 'Blocked']} />;
  if (link.gone === 'CLICKS')
    return <ReasonLine {...changing(link, 'maxClicks', 'Allow more clicks')} badge={['wait', 'Clicks used up']} />;
  return (
    <ReasonLine {...changing(link, 'expiresIn', 'Change expiry')}>
      Ends <Moment at={link.expiresAt ?? 0} />
    </ReasonLine>
  );
};

type ReasonProps = { label: string; href: string; badge?: readonly [kind: string, words: string] };

const ReasonLine: FC<PropsWithChildren<ReasonProps>> = ({ label, href, badge, children }) => (
  <div class="reason small">
    {badge ? <span class={`badge ${badge[0]}`}>{badge[1]}</span> : <p class="soft">{children}</p>}
    <a href={href}>{label}</a>
  </div>
);

/** The title of a short list, and the way to the whole one. */
const ListHead: FC<{ title: string; path: string }> = ({ title, path }) => (
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

/** A step of a new account. It is ticked once it is done; the script waits for the first click. */
type Step = {
  readonly isDone: boolean;
  readonly title: string;
  readonly todo: string;
  /** The words of the link to the place where the step is done, and its address; null while there is none. */
  readonly action: readonly [label: string, href: string] | null;
  /** Whether the script ticks it. */
  readonly isAwaited?: boolean;
};

/** An account with more links no longer sees its open steps. */
const MOST_LINKS = 5;

export type Steps = {
  readonly passkey: boolean;
  /** The short address of a link; null before the first. */
  readonly link: string | null;
  readonly key: boolean;
  readonly click: boolean;
};

/** Whether an account is new, so that it sees what it has not done yet. */
export const isNew = ({ passkey, link, key, click }: Steps, linkCount: number): boolean =>
  linkCount <= MOST_LINKS && !(passkey && link !== null && key && click);

/** Once there are clicks, the open steps are one line. */
export const FirstSteps: FC<{ steps: Steps }> = ({ steps }) =>
  steps.click ? <OpenSteps steps={listSteps(steps)} /> : <AllSteps steps={steps} />;

const OpenSteps: FC<{ steps: readonly Step[] }> = ({ steps }) => {
  const open = steps.filter(({ isDone }) => !isDone);
  const [only] = open.length === 1 ? open : [];
  return (
    <section class="card left" id="steps" aria-label="First steps">
      <div>
        <p>
          <b>
            {only
              ? `Last step: ${only.title.charAt(0).toLowerCase()}${only.title.slice(1)}`
              : `${open.length} steps left`}
          </b>
        </p>
        {only && <p class="soft small">{only.todo}</p>}
      </div>
      <p class="line">
        {open.map(({ action }) => (
          <Action of={action} />
        ))}
      </p>
    </section>
  );
};

/** A link to a page of the console, or to a short address, which opens in another tab. */
const Action: FC<{ of: Step['action']; isNext?: boolean }> = ({ of: action, isNext = false }) => {
  if (action === null) return null;
  const [label, href] = action;
  const isForeign = !href.startsWith('/');
  return (
    <a
      class={isNext ? 'button' : 'button quiet'}
      href={href}
      target={isForeign ? '_blank' : undefined}
      rel={isForeign ? 'noopener' : undefined}
    >
      {label}
    </a>
  );
};

const AllSteps: FC<{ steps: Steps }> = ({ steps }) => {
  const all = listSteps(steps);
  const open = all.findIndex(({ isDone }) => !isDone);
  const isWaiting = steps.link !== null && !steps.click;
  return (
    <section class="card steps" id="steps" data-waiting={isWaiting ? '' : undefined}>
      <div class="line">
        <h2>First steps</h2>
        <p class="soft small">{`${all.filter(({ isDone }) => isDone).length} of ${all.length} done`}</p>
      </div>
      <ol>
        {all.map(({ isDone, title, todo, action, isAwaited }, place) => (
          <li
            class={isDone ? 'done' : undefined}
            aria-current={place === open ? 'step' : undefined}
            data-awaited={isAwaited ? '' : undefined}
          >
            <h3>
              {title}
              <span class="unseen">{isDone ? ' (done)' : ' (to do)'}</span>
            </h3>
            {!isDone && (
              <div class="stack">
                <p class="soft">{todo}</p>
                {action === null ? (
                  <p class="soft small waits">Waiting for step 1</p>
                ) : (
                  <Action of={action} isNext={place === open} />
                )}
              </div>
            )}
          </li>
        ))}
      </ol>
      <svg class="loop" viewBox="-33 -33 66 66" aria-hidden="true">
        <path d={BIRD} />
      </svg>
    </section>
  );
};

const listSteps = ({ passkey, link, key, click }: Steps): readonly Step[] => [
  {
    isDone: link !== null,
    title: 'Create a link',
    todo: 'Paste a long address above, or choose an alias and an end.',
    action: ['New link', '/console/new-link'],
  },
  {
    isDone: key,
    title: key ? 'There is an API key' : 'Create an API key',
    todo: 'Its page has a first call to copy.',
    action: ['Create key', '/console/keys?new'],
  },
  {
    isDone: click,
    title: 'See a first click',
    isAwaited: true,
    todo:
      link === null
        ? 'Open your first link in another tab, and watch this page.'
        : `Open ${link.replace(/^https?:\/\//, '')} in another tab. This step ticks itself.`,
    action: link === null ? null : ['Open link', link],
  },
  {
    isDone: passkey,
    title: 'Add a passkey',
    todo: 'It signs you in on this device without a password.',
    action: ['Add a passkey', '/console/account'],
  },
];
