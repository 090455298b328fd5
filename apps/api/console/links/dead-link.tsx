/**
 * Why a link does not redirect or soon will not, and what its owner can do: make it live again, or undo its deletion.
 */
import type { Child, FC } from 'hono/jsx';
import type { LinkStatus } from '#api/links/link-record';
import type { ScheduledDeletion } from '#api/links/scheduled-deletions';
import type { Link } from '#domain/link';
import { type Contact, parseContact } from '#store/contact';
import { Alert, AlertIcon, formatCount, Head, Moment } from '../components';
import type { ConsoleContext } from '../context';
import type { Forms } from '../forms/form';
import { FormElement } from '../forms/form-element';
import { Input } from '../forms/input';
import type { ConsolePage } from '../page';
import { linkPath } from './account-links';
import { UNDO_DELETION } from './forms';
import type { EditableName } from './link-property';
import { EDITABLE } from './properties';

type Reason = NonNullable<LinkStatus['expiredReason']> | 'HOST';

/** What became of a link that does not redirect. */
export type DeadLink = {
  readonly message: Child;
  /** Whether an edit can make the link redirect again. No edit undoes a deletion, or a block of the link itself. */
  readonly canRevive: boolean;
  /** What helps the owner. */
  readonly action?: { readonly label: string; readonly href: string };
};

/** The action that opens the form of a property on the link's page. */
const changing = (link: Link, name: EditableName, label: string) => ({
  label,
  href: `${linkPath(link)}?change=${EDITABLE[name].path}`,
});

/** What a page knows besides the link: whom to ask, and the time of the latest click. */
type Known = { readonly contact: Contact | null; readonly lastClickAt: string | null };

const DEAD_REASONS: Record<Reason, (link: Link, known: Known) => DeadLink> = {
  TIME: (link) => ({
    message: (
      <>
        This link has expired{link.expiresAt !== null && <> on {<Moment at={link.expiresAt} />}</>}. Visitors see that
        it no longer leads anywhere.
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
  reason: LinkStatus['expiredReason'],
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
  title: shortCode,
  section: 'links',
  main: (
    <>
      <Head title={shortCode} />
      <Alert kind="wait">{message}</Alert>
      <p>
        <a class="button quiet" href={`/console/links/${shortCode}`}>
          Back to link
        </a>
      </p>
    </>
  ),
});

/** The deletions of links that can still be undone. */
export type UndoView = {
  readonly scheduled: readonly ScheduledDeletion[];
  /** Epoch milliseconds. */
  readonly now: number;
  readonly shortBaseUrl: string;
  readonly forms: Forms;
};

export const makeUndoView = (c: ConsoleContext, forms: Forms): UndoView => ({
  scheduled: c.get('scheduled'),
  now: c.get('now'),
  shortBaseUrl: c.get('config').shortBaseUrl,
  forms,
});

/** Whether a link will be deleted. */
export const isScheduled = ({ scheduled }: UndoView, link: Pick<Link, 'id'>): boolean =>
  scheduled.some(({ linkId }) => linkId === link.id);

/** The deletion that names a link, with all its links. */
export const pickDeletion = (undo: UndoView, link: Pick<Link, 'id'>): UndoView => {
  const due = undo.scheduled.find(({ linkId }) => linkId === link.id)?.dueAt;
  return { ...undo, scheduled: undo.scheduled.filter(({ dueAt }) => dueAt === due) };
};

/**
 * Each deletion with a button that undoes it as a whole. The script reads `data-left`, the milliseconds in which the
 * deletion can be undone, counts them down, and then loads the page again.
 */
export const UndoDeletions: FC<{ of: UndoView; list?: string }> = ({
  of: { scheduled, now, shortBaseUrl, forms },
  list,
}) => (
  <>
    {[...new Set(scheduled.map(({ dueAt }) => dueAt))].map((due) => {
      const codes = scheduled.filter(({ dueAt }) => dueAt === due).map(({ code }) => code);
      return (
        <FormElement form={UNDO_DELETION} forms={forms} class="alert wait" attributes={{ 'data-left': `${due - now}` }}>
          {(shown) => (
            <>
              <Input of={shown} name="due" value={`${due}`} />
              <Input of={shown} name="list" value={list} />
              <AlertIcon kind="wait" />
              <p role="status">{describeDeletion(codes, shortBaseUrl)}</p>
              <button type="submit">
                Undo
                <span aria-hidden="true" data-seconds>
                  {`${Math.max(1, Math.ceil((due - now) / 1_000))} s`}
                </span>
              </button>
            </>
          )}
        </FormElement>
      );
    })}
  </>
);

const describeDeletion = (codes: readonly string[], shortBaseUrl: string): string =>
  codes.length === 1
    ? `${shortBaseUrl.replace(/^https?:\/\//, '')}/${codes[0]} will be deleted in a few seconds, and works until then.`
    : `${codes.length} links will be deleted in a few seconds, and work until then.`;
