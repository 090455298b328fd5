/**
 * How pages show a key in short: its badges, its secret, and when it was used. A key without badges works, and will not
 * end soon.
 */
import type { FC } from 'hono/jsx';
import type { Key } from '#api/accounts/keys';
import { readTexts } from '#api/accounts/rotation';
import { hasExpired } from '#domain/link';
import { makeKeyPrefix } from '#secrets/key-text';
import { Day, formatMoment } from '../components';
import { DAY_MS, formatAge, formatUntil } from '../words';

/** An end within so many days is shown beside the name. */
const SOON_MS = 14 * DAY_MS;

/** What is unusual about a key, most important first. */
function listBadges(key: Key, now: number): (readonly [kind: string, label: string])[] {
  const { status, expiresAt } = key;
  if (status === 'revoked') return [['wrong', 'Revoked']];
  const isOver = hasExpired(expiresAt, now);
  const endsSoon = expiresAt !== null && !isOver && expiresAt - now < SOON_MS;
  const hasOldSecret = status === 'active' && !isOver && readTexts(key, now).previous !== null;
  return [
    ...(status === 'inactive' ? [['wait', 'Off'] as const] : []),
    ...(isOver ? [['wrong', 'Expired'] as const] : []),
    ...(endsSoon ? [['wait', `Expires ${formatUntil(expiresAt, now)}`] as const] : []),
    ...(key.origins === null ? [] : [['', 'Web pages'] as const]),
    ...(hasOldSecret ? [['wait', 'Old secret still works'] as const] : []),
  ];
}

export const Badges: FC<{ one: Key; now: number }> = ({ one, now }) => (
  <>
    {listBadges(one, now).map(([kind, label]) => (
      <span class={`badge ${kind}`.trim()}>{label}</span>
    ))}
  </>
);

/** How much of the beginning is shown: the mark and four characters of the id. */
const SHOWN = 7;

/** Shows the beginning of a secret, and the four characters that tell two secrets of one key apart. */
export const KeyMask: FC<{ id: string; four: string }> = ({ id, four }) => (
  <code title={`Six more characters follow ${four}`}>{`${makeKeyPrefix(id).slice(0, SHOWN)}…${four}`}</code>
);

const RECENT_MS = 30 * DAY_MS;

/** A time in the past: how long ago a recent one was, and the day of any other. @param at epoch milliseconds */
export const When: FC<{ at: number; now: number }> = ({ at, now }) =>
  now - at < RECENT_MS ? (
    <time datetime={new Date(at).toISOString()} title={formatMoment(at)}>
      {formatAge(at, now)}
    </time>
  ) : (
    <Day at={at} />
  );
