/** Why a link leads nowhere, and what its owner can do about it. */
import type { LinkStatus } from '#api/links/link-status';
import type { Link } from '#domain/link';
import type { ConsolePage } from '../page';
import { Head, Note } from './components';

type Reason = NonNullable<LinkStatus['expiredReason']> | 'HOST';

/** Editing gives a new end or a new limit; it brings nothing back from a deletion, and lifts no block. */
const DEATHS: Record<Reason, { readonly words: string; readonly canRevive: boolean }> = {
  TIME: { words: 'Its time is over: visits answer 410. Edit it to give it another end.', canRevive: true },
  CLICKS: { words: 'Its clicks are used up: visits answer 410. Edit it to allow more.', canRevive: true },
  DELETED: {
    words:
      'It was deleted, and cannot be edited: visits answer 410. The code stays yours: you may make a new link of it.',
    canRevive: false,
  },
  BLOCKED: {
    words: 'It was blocked: visits answer 410, and editing lifts no block. Please ask the operator of this service.',
    canRevive: false,
  },
  HOST: {
    words: 'The host that it leads to is blocked: visits answer 410. Edit it to lead elsewhere.',
    canRevive: true,
  },
};

/** What a link has died of; null of one that lives. */
export function deathOf({ blocked }: Link, reason: LinkStatus['expiredReason']) {
  if (reason === null) return null;
  return DEATHS[reason === 'BLOCKED' && blocked === null ? 'HOST' : reason];
}

/** In place of what a dead link cannot have. */
export const deadLinkPage = (shortCode: string, words: string): ConsolePage => ({
  title: shortCode,
  section: 'links',
  main: (
    <>
      <Head title={shortCode} />
      <Note kind="wait">{words}</Note>
      <p>
        <a class="button quiet" href={`/console/links/${shortCode}`}>
          To the link
        </a>
      </p>
    </>
  ),
});
