/**
 * The page of the account's log: who has done what, by day. The days are those of UTC; the script shows those of the
 * reader's zone.
 */
import type { Child, FC } from 'hono/jsx';
import { type AccountEvent, EVENTS_LAST_DAYS } from '#api/accounts/account-events';
import type { EventKind } from '#domain/account-events';
import type { ConsolePage } from '../page';
import { planName } from '../plan-name';
import { Mark } from './activity-mark';
import { Day, Empty, Head, TimeOfDay } from './components';

type ActivityView = {
  readonly events: readonly AccountEvent[];
  readonly hasMore: boolean;
  readonly isFirst: boolean;
  /** The session of this browser. */
  readonly sessionId: string;
  /** The time of the oldest events that are kept, epoch milliseconds; null if it is before the account was created. */
  readonly since: number | null;
};

export const activityPage = ({ events, hasMore, isFirst, sessionId, since }: ActivityView): ConsolePage => ({
  title: 'Activity',
  section: 'account',
  own: 'account',
  main: (
    <>
      <Head
        back={['Account', '/console/account']}
        title="Activity"
        lead={`Sign-ins, changed keys and deleted links of the last ${EVENTS_LAST_DAYS} days.`}
      />
      {events.length === 0 ? (
        <Empty title={isFirst ? 'Nothing yet' : 'Nothing older'}>
          <p>Sign-ins, changed keys and deleted links will be listed here.</p>
        </Empty>
      ) : (
        <section class="card log" aria-label="Activity" data-log>
          {daysOf(events).map(([first, ...others]) => (
            <DayOfLog first={first} others={others} sessionId={sessionId} />
          ))}
        </section>
      )}
      {!hasMore && events.length > 0 && (
        <p class="soft small">
          {since === null ? (
            'That is all since your account was created.'
          ) : (
            <>
              That is all since <Day at={since} />. Older activity is erased.
            </>
          )}
        </p>
      )}
      <Paging last={events.at(-1)} hasMore={hasMore} isFirst={isFirst} />
    </>
  ),
});

type DayOfEvents = [AccountEvent, ...AccountEvent[]];

const dayOf = ({ at }: AccountEvent): number => Math.floor(at / 86_400_000);

/** The events by UTC day, in their order. */
function daysOf(events: readonly AccountEvent[]): DayOfEvents[] {
  const days: DayOfEvents[] = [];
  for (const event of events) {
    const latest = days.at(-1);
    if (latest !== undefined && dayOf(latest[0]) === dayOf(event)) latest.push(event);
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
            <p>{sentenceOf(event)}</p>
            <p class="soft small">
              {doerOf(event)}
              {event.actorId === sessionId && event.kind.startsWith('session.begun') && (
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

/** What happened, in a sentence without the doer. */
const SENTENCES: Record<EventKind, (event: AccountEvent) => Child> = {
  'account.registered': () => 'The account was created',
  'session.begun.passkey': () => 'Signed in with a passkey',
  'session.begun.link': () => (
    <>
      Signed in with a <span class="unbroken">sign-in link</span>
    </>
  ),
  'session.ended': ({ name, actorName }) => (name === actorName ? 'Signed out' : `${name} was signed out`),
  'passkey.added': ({ name }) => <>Passkey {named(name)} was added</>,
  'passkey.removed': ({ name }) => <>Passkey {named(name)} was removed</>,
  'key.made': (event) => <>Key {keyOf(event)} was created</>,
  'key.changed': (event) => <>Key {keyOf(event)} was changed</>,
  'key.rotated': (event) => <>Key {keyOf(event)} got a new secret</>,
  'key.text-ended': (event) => <>The previous secret of key {keyOf(event)} was ended</>,
  'key.revoked': (event) => <>Key {keyOf(event)} was revoked</>,
  'link.deleted': ({ subject }) => (
    <>
      Link <a href={`/console/links/${subject}`}>/{subject}</a> was deleted
    </>
  ),
  'plan.requested': ({ name }) => `The ${planName(name ?? '')} plan was requested`,
  'plan.granted': ({ name }) => `The ${planName(name ?? '')} plan was granted`,
  'plan.declined': ({ name }) => `The ${planName(name ?? '')} plan was declined`,
};

/** The sentence of an event. A later version may have logged a kind that this one does not know. */
const sentenceOf = (event: AccountEvent): Child => SENTENCES[event.kind]?.(event) ?? event.kind;

const named = (name: string | null): Child => (
  <b>
    <bdi>{name}</bdi>
  </b>
);

const keyOf = ({ subject, name }: AccountEvent): Child => (
  <a href={`/console/keys/${subject}`}>
    <bdi>{name}</bdi>
  </a>
);

/** The name of a browser inside a sentence: `A browser` is no proper name. */
const nounOf = (agent: string): string => agent.replace(/^A browser/, 'a browser');

function doerOf({ actor, actorName }: AccountEvent): Child {
  if (actor === 'operator') return 'By the operator';
  if (actor === 'key') return <>By a call with key {named(actorName)}</>;
  return actorName === null ? 'In the console' : `From ${nounOf(actorName)}`;
}

const Paging: FC<{ last: AccountEvent | undefined; hasMore: boolean; isFirst: boolean }> = ({
  last,
  hasMore,
  isFirst,
}) =>
  isFirst && !hasMore ? null : (
    <nav class="line" aria-label="Pages">
      {!isFirst && (
        <a class="button quiet" href="/console/activity">
          Newest
        </a>
      )}
      {hasMore && (
        <a class="button quiet" href={`/console/activity?before=${last?.number}`}>
          Older
        </a>
      )}
    </nav>
  );
