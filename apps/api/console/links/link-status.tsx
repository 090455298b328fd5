/**
 * The status of a link in words: its badge, and why a link does not redirect, with what its owner can do to make it live
 * again, or to have its code for a new link.
 */
import type { Child, FC } from 'hono/jsx';
import type { DetailedLink } from '#api/links/link-details';
import type { LinkStatus } from '#api/links/link-record';
import { LinkBody, type LinkPolicy, listRefusals } from '#api/links/link-request';
import { hasExpired, type Link } from '#domain/link';
import { type Contact, parseContact } from '#store/contact';
import { Alert, formatCount, Head, Moment } from '../components';
import type { Fields } from '../forms/form';
import { formatMessage } from '../forms/handle-form';
import type { ConsolePage } from '../page';
import { linkPath } from './account-links';
import { type EditableName, formatValue } from './link-property';
import { EDITABLE } from './properties';

/** The statuses, which lists are filtered by. */
export const STATUS_WORDS: Readonly<Record<LinkStatus['status'], string>> = { active: 'Active', expired: 'Expired' };

type Reason = NonNullable<LinkStatus['expiredReason']>;

const BADGES: Readonly<Record<Reason, readonly [kind: string, label: string]>> = {
  TIME: ['wait', STATUS_WORDS.expired],
  CLICKS: ['wait', 'Clicks used up'],
  DELETED: ['wrong', 'Deleted'],
  BLOCKED: ['wrong', 'Blocked'],
};

export const LinkBadge: FC<{ status: LinkStatus }> = ({ status: { expiredReason } }) => {
  const [kind, label] = expiredReason === null ? ['good', STATUS_WORDS.active] : BADGES[expiredReason];
  return <span class={`badge ${kind}`}>{label}</span>;
};

/** What became of a link that does not redirect. */
export type DeadLink = {
  readonly message: Child;
  /** Whether an edit can make the link redirect again. No edit undoes a deletion, or a block of the link itself. */
  readonly canRevive: boolean;
  /** What helps the owner. */
  readonly action?: { readonly label: string; readonly href: string };
};

/** The action that opens the form of a property on the link's page. */
export const changing = (link: Link, name: EditableName, label: string) => ({
  label,
  href: `${linkPath(link)}?change=${EDITABLE[name].path}`,
});

/** What a page knows besides the link: whom to ask, and the time of the latest click. */
type Known = { readonly contact: Contact | null; readonly lastClickAt: string | null };

const DEAD_REASONS: Record<Reason | 'HOST', (link: Link, known: Known) => DeadLink> = {
  TIME: (link) => ({
    message: (
      <>
        This link expired{link.expiresAt !== null && <> on {<Moment at={link.expiresAt} />}</>}. Visitors see that it no
        longer leads anywhere.
      </>
    ),
    canRevive: true,
    action: changing(link, 'expiresIn', 'Set a new expiry'),
  }),
  CLICKS: (link, { lastClickAt }) => ({
    message: (
      <>
        {formatClicks(link)} used up.{' '}
        {lastClickAt !== null && <>The latest was on {<Moment at={Date.parse(lastClickAt)} />}. </>}
        Visitors see that it no longer leads anywhere.
      </>
    ),
    canRevive: true,
    action: changing(link, 'maxClicks', 'Allow more clicks'),
  }),
  DELETED: ({ alias, code }) => ({
    message:
      'This link was deleted. Visitors see that it was removed. Its clicks stay here, and you can use its alias for a new link.',
    canRevive: false,
    action: { label: 'Create a link with this alias', href: `/console/new-link?again=${alias ?? code}` },
  }),
  BLOCKED: ({ blocked }, { contact }) => ({
    message: (
      <>
        This link was blocked. {explainBlock(blocked)} Visitors see that it may be harmful. No change lifts the block.{' '}
        <WhomToAsk contact={contact} />
      </>
    ),
    canRevive: false,
  }),
  HOST: (link, { contact }) => ({
    message: (
      <>
        The operator has blocked the host of its destination. Visitors see that it may be harmful.{' '}
        <WhomToAsk contact={contact} />
      </>
    ),
    canRevive: true,
    action: changing(link, 'url', 'Change the destination'),
  }),
};

const formatClicks = ({ maxClicks }: Link): string => {
  if (maxClicks === null) return 'Its clicks are';
  return maxClicks === 1 ? 'Its only click is' : `All its ${formatCount(maxClicks)} clicks are`;
};

const WhomToAsk: FC<{ contact: Contact | null }> = ({ contact }) => (
  <>Is it a mistake? Ask the operator{contact === null ? '' : <>: {<a href={contact.href}>{contact.label}</a>}</>}.</>
);

/** Why a link was blocked. `threat` is the reason of a check; any other text is one that the operator has given. */
const explainBlock = (reason: string | null): Child =>
  reason === 'threat' ? (
    'A check found its destination unsafe.'
  ) : (
    <>
      The operator gave the reason “<bdi>{reason}</bdi>”.
    </>
  );

/**
 * Returns what became of a link; null for an active one. For `BLOCKED` it distinguishes a block of the link from a
 * block of its host.
 * @param contact the variable CONTACT
 * @param lastClickAt the time of the latest click, ISO 8601; null where the page does not know it
 */
export function explainDeadLink(
  link: Link,
  { expiredReason: reason }: LinkStatus,
  contact: string | undefined,
  lastClickAt: string | null = null,
): DeadLink | null {
  if (reason === null) return null;
  return DEAD_REASONS[reason === 'BLOCKED' && link.blocked === null ? 'HOST' : reason](link, {
    contact: parseContact(contact),
    lastClickAt,
  });
}

/** The page that a dead link shows in place of its QR code. */
export const deadLinkPage = (shortCode: string, message: Child): ConsolePage => ({
  title: `QR code of ${shortCode}`,
  section: 'links',
  main: (
    <>
      <Head title="QR code" back={[shortCode, `/console/links/${shortCode}`]} />
      <Alert kind="wait" lead={`${shortCode} has no QR code now.`}>
        {message}
      </Alert>
    </>
  ),
});

/**
 * What the form of a new link takes over from another link of the account: the code and the destination of a dead one
 * (`/console/new-link?again=CODE`), or all else of a link (`?copy=CODE`).
 */
export type Again = {
  /** The code of the other link. What is typed into the form is a draft of its own. */
  readonly of: string;
  /** The initial values of the form. */
  readonly values: Fields;
  /** The short code of the link whose copy the form has; undefined for no copy. */
  readonly copyOf?: string;
  /** What the new link lacks, and why; null if it lacks nothing. */
  readonly refusal: string | null;
};

/** What a copy has. A code and an external ID name one link only, and nobody can read a password. */
const COPIED: readonly EditableName[] = ['url', 'expiresIn', 'maxClicks', 'title', 'tags', 'notes'];

/** @param canHave whether the account can give a property to a link @param reader the time and the zone of the reader */
export function fillCopy(
  link: DetailedLink,
  canHave: (name: string) => boolean,
  { now, timeZone }: { readonly now: number; readonly timeZone: string },
): Again {
  const names = COPIED.filter((name) => canHave(name) && !(name === 'expiresIn' && hasExpired(link.expiresAt, now)));
  const values = names.map((name) => {
    const { fill, value } = EDITABLE[name];
    return fill?.(link, timeZone) ?? { [name]: formatValue(value(link)) };
  });
  return {
    of: link.code,
    copyOf: link.alias ?? link.code,
    values: Object.assign({}, ...values),
    refusal: link.password && 'The password is not copied. Enter one if this link needs it too.',
  };
}

/** @param policy the rules by which the account makes links @param now epoch milliseconds */
export function fillAgain(link: Link, policy: LinkPolicy, now: number): Again {
  const shortCode = link.alias ?? link.code;
  const why = whyNotAgain(link, shortCode, policy, now);
  return {
    of: link.code,
    values: { url: link.url, ...(why === null && { alias: shortCode }) },
    refusal: why && `The code ${shortCode} cannot be taken again: ${why}`,
  };
}

/** A dead link that is not blocked can be replaced, if the account may choose its code (specification 5.4). */
function whyNotAgain(link: Link, shortCode: string, policy: LinkPolicy, now: number): string | null {
  if (link.blocked !== null) return 'its link was blocked.';
  if (link.gone === null && !hasExpired(link.expiresAt, now)) return 'its link still redirects.';
  const [refused] = listRefusals({ alias: shortCode }, policy, LinkBody.pick({ alias: true }));
  return refused === undefined ? null : formatMessage(refused[1]);
}
