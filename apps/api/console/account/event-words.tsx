/** What happened to an account, and who did it, in words. */
import type { Child } from 'hono/jsx';
import type { AccountEvent } from '#api/accounts/accounts';
import type { EventKind, KeyDetail, SessionDetail } from '#domain/account-events';
import type { Scope } from '#domain/key-rights';
import { formatCounted, formatMoment } from '../components';
import { formatScopes } from '../keys/rights';
import { countryName } from '../statistics/ranking';
import { lowerFirst, namePlan } from '../words';

/** What happened, in a sentence that does not say who did it. */
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
  'key.made': (event) => <>Key {linkKey(event)} was created</>,
  'key.changed': (event) => describeKeyChange(event),
  'key.rotated': (event) => <>The secret of key {linkKey(event)} was rotated</>,
  'key.text-ended': (event) => <>The previous secret of key {linkKey(event)} was ended early</>,
  'key.revoked': (event) => <>Key {linkKey(event)} was revoked</>,
  'link.deleted': ({ subject }) => (
    <>
      Link <a href={`/console/links/${subject}`}>/{subject}</a> was deleted
    </>
  ),
  'qr.logo-set': () => 'A logo for QR codes was uploaded',
  'qr.logo-removed': () => 'The logo for QR codes was removed',
  'qr.look-set': ({ name }) => `The look of new QR codes was set to ${name}`,
  'template.made': ({ name }) => <>UTM template {named(name)} was created</>,
  'template.changed': ({ name }) => <>UTM template {named(name)} was changed</>,
  'template.deleted': ({ name }) => <>UTM template {named(name)} was deleted</>,
  'plan.requested': ({ name }) => `The ${namePlan(name ?? '')} plan was requested`,
  'plan.granted': ({ name }) => `The ${namePlan(name ?? '')} plan was granted`,
  'plan.declined': ({ name }) => `The ${namePlan(name ?? '')} plan was declined`,
};

/** The sentence of an event. A later version may have logged a kind that this one does not know. */
export const describeEvent = (event: AccountEvent): Child => SENTENCES[event.kind]?.(event) ?? event.kind;

const named = (name: string | null): Child => (
  <b>
    <bdi>{name}</bdi>
  </b>
);

const linkKey = ({ subject, name }: AccountEvent): Child => (
  <a href={`/console/keys/${subject}`}>
    <bdi>{name}</bdi>
  </a>
);

/** What became of a key: a status or a name of its own has a sentence, and rights are listed. */
function describeKeyChange(event: AccountEvent): Child {
  const { name, status, ...others }: KeyDetail = JSON.parse(event.detail ?? '{}');
  const link = linkKey(event);
  const rights = listRights(others);
  return (
    <>
      {name !== undefined ? (
        <>
          Key {named(name)} was renamed to {link}
        </>
      ) : status !== undefined ? (
        <>
          Key {link} was switched {status === 'active' ? 'on' : 'off'}
        </>
      ) : rights.length > 0 ? (
        <>Permissions of key {link} were changed</>
      ) : (
        <>Key {link} was saved without changes</>
      )}
      {rights.length > 0 && `: ${rights.join(', ')}`}
    </>
  );
}

const listScopes = (scopes: readonly Scope[]): string => lowerFirst(formatScopes({ scopes: [...scopes] }));

/** The rights that an event has set, in words. */
function listRights({ plan, scopes, linkReach, expiresAt, perMinute, perMonth, origins }: KeyDetail): string[] {
  const limit = (value: number | null | undefined, unit: string) =>
    value === undefined
      ? []
      : value === null
        ? [`no extra limit ${unit}`]
        : [`${formatCounted(value, 'call')} ${unit}`];
  return [
    ...(scopes === undefined ? [] : [scopes === null ? 'full access' : `${listScopes(scopes)} only`]),
    ...(linkReach === undefined ? [] : [linkReach === 'own' ? 'only links it created' : 'all links in the account']),
    ...limit(perMinute, 'a minute'),
    ...limit(perMonth, 'a month'),
    ...(origins === undefined
      ? []
      : [origins === null ? 'no browser origins' : formatCounted(origins, 'browser origin')]),
    ...(expiresAt === undefined ? [] : [expiresAt === null ? 'never expires' : `expires ${formatMoment(expiresAt)}`]),
    ...(plan === undefined ? [] : [plan === null ? 'the account’s plan' : `the ${namePlan(plan)} plan`]),
  ];
}

/** The name of a browser inside a sentence: `A browser` is not a proper name. */
const lowerAgent = (agent: string): string => agent.replace(/^A browser/, 'a browser');

/** The place of a sign-in, which only that event has. */
function describePlace({ kind, detail }: AccountEvent): string {
  if (!kind.startsWith('session.begun') || detail === null) return '';
  const { country }: SessionDetail = JSON.parse(detail);
  return `, ${countryName(country)}`;
}

/** Who has acted, with a link to the key, or to all that was done since the same sign-in. */
export function describeActor(event: AccountEvent): Child {
  const { actor, actorId, actorName } = event;
  if (actor === 'operator') return 'By the operator';
  if (actor === 'key')
    return (
      <>
        By a call with key{' '}
        <a href={`/console/keys/${actorId}`}>
          <bdi>{actorName}</bdi>
        </a>
      </>
    );
  if (actorName === null) return 'In the console';
  return (
    <>
      From <a href={`/console/activity?session=${actorId}`}>{lowerAgent(actorName)}</a>
      {describePlace(event)}
    </>
  );
}
