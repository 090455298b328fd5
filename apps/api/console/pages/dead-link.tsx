/** The reasons why a link does not redirect, and what its owner can do. */
import type { LinkStatus } from '#api/links/link-status';
import type { Link } from '#domain/link';
import type { ConsolePage } from '../page';
import { Alert, Head } from './components';

type Reason = NonNullable<LinkStatus['expiredReason']> | 'HOST';

/** `canRevive`: an edit can make the link redirect again. No edit undoes a deletion, or a block of the link itself. */
const DEAD_REASONS: Record<Reason, { readonly message: string; readonly canRevive: boolean }> = {
  TIME: { message: 'It has expired: visitors get 410. Edit the link to give it a new end.', canRevive: true },
  CLICKS: { message: 'Its clicks are used up: visitors get 410. Edit the link to allow more clicks.', canRevive: true },
  DELETED: {
    message:
      'It was deleted, and cannot be edited: visitors get 410. The code stays yours: you may use it for a new link.',
    canRevive: false,
  },
  BLOCKED: {
    message: 'It was blocked: visitors get 410, and an edit lifts no block. Please ask the operator of this service.',
    canRevive: false,
  },
  HOST: {
    message: 'The host of its destination is blocked: visitors get 410. Edit the link to change the destination.',
    canRevive: true,
  },
};

/**
 * Returns the reason why a link is dead; null for an active one. For `BLOCKED` it distinguishes a block of the link
 * from a block of its host.
 */
export function deadReasonOf({ blocked }: Link, reason: LinkStatus['expiredReason']) {
  if (reason === null) return null;
  return DEAD_REASONS[reason === 'BLOCKED' && blocked === null ? 'HOST' : reason];
}

/** The page that a dead link shows in place of its edit form or its QR code. */
export const deadLinkPage = (shortCode: string, message: string): ConsolePage => ({
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
