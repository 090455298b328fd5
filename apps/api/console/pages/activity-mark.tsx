/** The icon beside an event of the log. Its shape is the kind of thing, its colour whether something was lost or won. */
import type { FC } from 'hono/jsx';
import type { EventKind } from '#domain/account-events';
import { ICONS } from '../icons';

type Look = readonly [path: string, colour?: 'good' | 'wrong'];

const DOOR_IN = 'M14 4h5v16h-5M4 12h10M10 8l4 4-4 4';
const DOOR_OUT = 'M10 4H5v16h5M10 12h10M16 8l4 4-4 4';
export const SHIELD = 'M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6zM9 12l2 2 4-4';
const BIN = 'M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13';

const LOOKS: Record<EventKind, Look> = {
  'account.registered': [ICONS.account, 'good'],
  'session.begun.passkey': [DOOR_IN],
  'session.begun.link': [DOOR_IN],
  'session.ended': [DOOR_OUT],
  'passkey.added': [SHIELD, 'good'],
  'passkey.removed': [SHIELD, 'wrong'],
  'key.made': [ICONS.keys, 'good'],
  'key.changed': [ICONS.keys],
  'key.rotated': [ICONS.keys],
  'key.text-ended': [ICONS.keys],
  'key.revoked': [ICONS.keys, 'wrong'],
  'link.deleted': [BIN, 'wrong'],
  'plan.requested': [ICONS.plan],
  'plan.granted': [ICONS.plan, 'good'],
  'plan.declined': [ICONS.plan, 'wrong'],
};

/** @param kind that a later version may have logged, and that this one does not know */
export const Mark: FC<{ kind: EventKind }> = ({ kind }) => {
  const [path, colour] = LOOKS[kind] ?? [ICONS.account];
  return (
    <svg class={colour === undefined ? 'mark' : `mark ${colour}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
};
