/** The reasons why a link does not redirect, and what its owner can do. */
import type { Child } from 'hono/jsx';
import type { LinkStatus } from '#api/links/link-status';
import type { Link } from '#domain/link';
import type { Fact } from '../link-facts';
import type { ConsolePage } from '../page';
import { Alert, formatCount, Head, Moment } from './components';

type Reason = NonNullable<LinkStatus['expiredReason']> | 'HOST';

/** What became of a link that does not redirect. */
export type DeadLink = {
  readonly message: Child;
  /** Whether an edit can make the link redirect again. None undoes a deletion, or a block of the link itself. */
  readonly canRevive: boolean;
  /** What helps the owner. */
  readonly action?: { readonly label: string; readonly href: string };
};

/** The action that opens the form of a fact on the link's page. */
const changing = ({ alias, code }: Link, fact: Fact, label: string) => ({
  label,
  href: `/console/links/${alias ?? code}?change=${fact}`,
});

const DEAD_REASONS: Record<Reason, (link: Link) => DeadLink> = {
  TIME: (link) => ({
    message: (
      <>
        It has expired{link.expiresAt !== null && <> on {<Moment at={link.expiresAt} />}</>}. Visitors see that it leads
        nowhere any more.
      </>
    ),
    canRevive: true,
    action: changing(link, 'end', 'Give it a new end'),
  }),
  CLICKS: (link) => ({
    message: `Its clicks are used up${link.maxClicks === null ? '' : `, all ${formatCount(link.maxClicks)}`}. Visitors see that it leads nowhere any more.`,
    canRevive: true,
    action: changing(link, 'limit', 'Allow more clicks'),
  }),
  DELETED: () => ({
    message:
      'It was deleted, and cannot be changed. Visitors see that it was removed. The code stays yours: you may use it for a new link.',
    canRevive: false,
    action: { label: 'Make a new link', href: '/console/new-link' },
  }),
  BLOCKED: ({ blocked }) => ({
    message: (
      <>
        It was blocked. {whyOf(blocked)} Visitors see that it may be harmful. No change lifts the block. If it is a
        mistake, please ask the operator of this service.
      </>
    ),
    canRevive: false,
  }),
  HOST: (link) => ({
    message: (
      <>
        The operator has blocked the host of its destination. Visitors see that it may be harmful. If it is a mistake,
        please ask the operator of this service.
      </>
    ),
    canRevive: true,
    action: changing(link, 'destination', 'Change the destination'),
  }),
};

/** Why a link was blocked. `threat` is the reason of a check; any other text is one that the operator has given. */
const whyOf = (reason: string | null): Child =>
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
 */
export function deadReasonOf(link: Link, reason: LinkStatus['expiredReason']): DeadLink | null {
  if (reason === null) return null;
  return DEAD_REASONS[reason === 'BLOCKED' && link.blocked === null ? 'HOST' : reason](link);
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
          To the link
        </a>
      </p>
    </>
  ),
});
