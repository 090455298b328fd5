/**
 * GET /console/activity: what happened to the account in the last 90 days, 50 events a page, filtered by kind, doer and
 * days. The days are those of UTC; the script shows those of the reader's zone.
 */

import type { FC } from 'hono/jsx';
import { type AccountEvent, EVENTS_LAST_DAYS, EVENTS_LAST_MS, listEvents } from '#api/accounts/accounts';
import type { EventKind } from '#domain/account-events';
import { parseDay } from '#domain/breakdown';
import { Choice, Day, Empty, Field, Head, TimeOfDay } from '../components';
import { createHandlers } from '../context';
import { type Chip, Chips, FilterCount } from '../filter-chips';
import { ICONS, MORE_ICONS } from '../icons';
import { type ConsolePage, show } from '../page';
import { Popover } from '../popover';
import { formatLongDay } from '../statistics/period';
import { DAY_MS } from '../words';
import { describeActor, describeEvent } from './event-words';

const PER_PAGE = 50;

export const getActivity = createHandlers(async (c) => {
  const asked = c.req.query('before') ?? '';
  const before = /^\d{1,15}$/.test(asked) ? Number(asked) : null;
  const { id, createdAt } = c.get('account');
  const filter = readFilter(c.req.query());
  const found = await listEvents(c.env, id, before, PER_PAGE, {
    ...filter,
    from: toMoment(filter.from),
    to: filter.to === '' ? undefined : Date.parse(filter.to) + DAY_MS,
    actorId: filter.session,
  });
  const oldest = c.get('now') - EVENTS_LAST_MS;
  const since = oldest > createdAt ? oldest : null;
  return show(c, activityPage({ ...found, filter, isFirst: before === null, sessionId: c.get('sessionId'), since }));
});

/** What the page can be filtered by: the beginnings of kinds, and who has done it. */
const KINDS = {
  session: 'Sign-ins',
  passkey: 'Passkeys',
  key: 'Keys',
  link: 'Deleted links',
  qr: 'QR codes',
  template: 'UTM templates',
  plan: 'Plans',
  account: 'Account',
} as const;
const DOERS = { owner: 'You, in the console', key: 'Calls with a key', operator: 'The operator' } as const;

/** The days are those of UTC, as `YYYY-MM-DD`, or empty. */
type Filter = {
  readonly kind: keyof typeof KINDS | undefined;
  readonly actor: keyof typeof DOERS | undefined;
  readonly from: string;
  readonly to: string;
  /** The id of the session that has acted. */
  readonly session: string | undefined;
};

/** Reads the filter of an address. What it cannot be is left out. */
function readFilter(query: Readonly<Record<string, string>>): Filter {
  const { kind = '', by = '', from = '', to = '', session = '' } = query;
  const day = (text: string) => (parseDay(text) === null ? '' : text);
  return {
    kind: Object.hasOwn(KINDS, kind) ? (kind as keyof typeof KINDS) : undefined,
    actor: Object.hasOwn(DOERS, by) ? (by as keyof typeof DOERS) : undefined,
    from: day(from),
    to: day(to),
    session: /^[\w-]{1,64}$/.test(session) ? session : undefined,
  };
}

const toMoment = (day: string): number | undefined => (day === '' ? undefined : Date.parse(day));

const isFiltered = (filter: Filter): boolean => Object.values(filter).some(Boolean);

function activityAddress({ kind, actor, from, to, session }: Filter, before?: number): string {
  const named = { kind, by: actor, from, to, session, before: before?.toString() };
  const query = new URLSearchParams(Object.entries(named).flatMap(([name, value]) => (value ? [[name, value]] : [])));
  return query.size === 0 ? '/console/activity' : `/console/activity?${query}`;
}

type ActivityView = {
  readonly filter: Filter;
  readonly events: readonly AccountEvent[];
  readonly hasMore: boolean;
  readonly isFirst: boolean;
  /** The session of this browser. */
  readonly sessionId: string;
  /** The time of the oldest events that are kept, epoch milliseconds; null if it is before the account was created. */
  readonly since: number | null;
};

const activityPage = ({ filter, events, hasMore, isFirst, sessionId, since }: ActivityView): ConsolePage => ({
  title: 'Activity',
  section: 'account',
  own: 'account',
  main: (
    <>
      <Head
        back={['Account', '/console/account']}
        title="Activity"
        lead={
          <>
            Sign-ins, keys, deleted links and settings, for {EVENTS_LAST_DAYS} days. New and edited links are not
            logged: find them in <a href="/console/links">Links</a>.
          </>
        }
      >
        <FilterForm of={filter} />
      </Head>
      <Chips chips={listChips(filter, events[0])} all="/console/activity" />
      {events.length === 0 ? (
        <Empty title={isFiltered(filter) ? 'Nothing found' : isFirst ? 'Nothing yet' : 'Nothing older'}>
          {isFiltered(filter) ? (
            <p>
              <a href="/console/activity">Show all activity</a>
            </p>
          ) : (
            <p>Sign-ins, keys, deleted links and settings will be listed here.</p>
          )}
        </Empty>
      ) : (
        <section class="card log" aria-label="Activity" data-log>
          {groupByDay(events).map(([first, ...others]) => (
            <DayOfLog first={first} others={others} sessionId={sessionId} />
          ))}
        </section>
      )}
      {!hasMore && events.length > 0 && (
        <p class="soft small">
          {isFiltered(filter) ? (
            <>
              That is all that was found. <a href="/console/activity">Show all activity</a>
            </>
          ) : since === null ? (
            'That is all since your account was created.'
          ) : (
            <>
              That is all since <Day at={since} />. Older activity is erased.
            </>
          )}
        </p>
      )}
      <Paging filter={filter} last={events.at(-1)} hasMore={hasMore} isFirst={isFirst} />
    </>
  ),
});

/** The filters that are set. @param one of the events that were found, which names the browser of a sign-in */
function listChips(filter: Filter, one?: AccountEvent): Chip[] {
  const { kind, actor, from, to, session } = filter;
  const chip = (words: string, without: Partial<Filter>): Chip => ({
    words,
    without: activityAddress({ ...filter, ...without }),
  });
  const dayName = (day: string) => formatLongDay(parseDay(day) ?? 0);
  return [
    ...(kind === undefined ? [] : [chip(KINDS[kind], { kind: undefined })]),
    ...(actor === undefined ? [] : [chip(DOERS[actor], { actor: undefined })]),
    ...(from === '' ? [] : [chip(`Since ${dayName(from)}`, { from: '' })]),
    ...(to === '' ? [] : [chip(`Until ${dayName(to)}`, { to: '' })]),
    ...(session === undefined ? [] : [chip(`One sign-in: ${one?.actorName ?? 'a browser'}`, { session: undefined })]),
  ];
}

/** The form of the filter. It works without script. */
const FilterForm: FC<{ of: Filter }> = ({ of: filter }) => (
  <search>
    <Popover
      id="filter"
      label={
        <>
          Filter
          <FilterCount count={listChips(filter).length} />
        </>
      }
      look="quiet"
      class="of-log"
      title="Filter activity"
    >
      <form class="stack" method="get" action="/console/activity">
        {filter.session && <input type="hidden" name="session" value={filter.session} />}
        <Choice
          label="What"
          name="kind"
          value={filter.kind ?? ''}
          options={[['', 'Everything'], ...Object.entries(KINDS)]}
        />
        <Choice label="Who" name="by" value={filter.actor ?? ''} options={[['', 'Anyone'], ...Object.entries(DOERS)]} />
        <Field label="From" name="from" type="date" value={filter.from} />
        <Field label="To" name="to" type="date" value={filter.to} hint="Days in UTC." />
        <p class="line">
          <button type="submit">Show</button>
          <a class="button quiet" href="/console/activity">
            Show all
          </a>
        </p>
      </form>
    </Popover>
  </search>
);

type DayOfEvents = [AccountEvent, ...AccountEvent[]];

const toDay = ({ at }: AccountEvent): number => Math.floor(at / DAY_MS);

/** The events by UTC day, in their order. */
function groupByDay(events: readonly AccountEvent[]): DayOfEvents[] {
  const days: DayOfEvents[] = [];
  for (const event of events) {
    const latest = days.at(-1);
    if (latest !== undefined && toDay(latest[0]) === toDay(event)) latest.push(event);
    else days.push([event]);
  }
  return days;
}

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' });

type DayOfLogProps = { first: AccountEvent; others: readonly AccountEvent[]; sessionId: string };

const DayOfLog: FC<DayOfLogProps> = ({ first, others, sessionId }) => (
  <section>
    <h2>
      <time datetime={new Date(first.at).toISOString()} data-zone="date">
        {DAY.format(first.at)}
      </time>
    </h2>
    <ol>
      {[first, ...others].map((event) => (
        <li>
          <Mark kind={event.kind} />
          <div>
            <p>{describeEvent(event)}</p>
            <p class="soft small">
              {describeActor(event)}
              {event.actorId === sessionId && (
                <>
                  {' '}
                  <span class="badge good">This browser</span>
                </>
              )}
            </p>
          </div>
          <p class="soft small">
            <TimeOfDay at={event.at} />
          </p>
        </li>
      ))}
    </ol>
  </section>
);

type PagingProps = { filter: Filter; last: AccountEvent | undefined; hasMore: boolean; isFirst: boolean };

const Paging: FC<PagingProps> = ({ filter, last, hasMore, isFirst }) =>
  isFirst && !hasMore ? null : (
    <nav class="line" aria-label="Pages">
      {!isFirst && (
        <a class="button quiet" href={activityAddress(filter)}>
          Newest
        </a>
      )}
      {hasMore && (
        <a class="button quiet" href={activityAddress(filter, last?.number)}>
          Older
        </a>
      )}
    </nav>
  );

type Look = readonly [path: string, colour?: 'good' | 'wrong'];

const DOOR_IN = 'M14 4h5v16h-5M4 12h10M10 8l4 4-4 4';
const DOOR_OUT = 'M10 4H5v16h5M10 12h10M16 8l4 4-4 4';
const BIN = 'M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13';

const LOOKS: Record<EventKind, Look> = {
  'account.registered': [ICONS.account, 'good'],
  'session.begun.passkey': [DOOR_IN],
  'session.begun.link': [DOOR_IN],
  'session.ended': [DOOR_OUT],
  'passkey.added': [MORE_ICONS.shield, 'good'],
  'passkey.removed': [MORE_ICONS.shield, 'wrong'],
  'key.made': [ICONS.keys, 'good'],
  'key.changed': [ICONS.keys],
  'key.rotated': [ICONS.keys],
  'key.text-ended': [ICONS.keys],
  'key.revoked': [ICONS.keys, 'wrong'],
  'link.deleted': [BIN, 'wrong'],
  'qr.logo-set': [MORE_ICONS.qr],
  'qr.logo-removed': [MORE_ICONS.qr, 'wrong'],
  'qr.look-set': [MORE_ICONS.qr],
  'template.made': [MORE_ICONS.template, 'good'],
  'template.changed': [MORE_ICONS.template],
  'template.deleted': [MORE_ICONS.template, 'wrong'],
  'plan.requested': [ICONS.plan],
  'plan.granted': [ICONS.plan, 'good'],
  'plan.declined': [ICONS.plan, 'wrong'],
};

/**
 * The icon beside an event. Its shape is the kind of thing, its colour whether something was lost or won.
 * @param kind may be one that a later version has logged and this one does not know
 */
const Mark: FC<{ kind: EventKind }> = ({ kind }) => {
  const [path, colour] = LOOKS[kind] ?? [ICONS.account];
  return (
    <svg class={colour === undefined ? 'mark' : `mark ${colour}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
};
