/** The badges of a key. A key without any works, and will. */
import type { FC } from 'hono/jsx';
import { textsOf } from '#api/accounts/key-texts';
import type { Key } from '#api/accounts/keys';
import { hasExpired } from '#domain/link';
import { untilText } from '../age';

/** An end within so many days is told beside the name. */
const SOON_MS = 14 * 86_400_000;

/** What is unusual about a key, the most important first. */
function badgesOf(key: Key, now: number): (readonly [kind: string, label: string])[] {
  const { status, expiresAt } = key;
  if (status === 'revoked') return [['wrong', 'Revoked']];
  const isOver = hasExpired(expiresAt, now);
  const endsSoon = expiresAt !== null && !isOver && expiresAt - now < SOON_MS;
  return [
    ...(status === 'inactive' ? [['wait', 'Off'] as const] : []),
    ...(isOver ? [['wrong', 'Expired'] as const] : []),
    ...(endsSoon ? [['wait', `Expires ${untilText(expiresAt, now)}`] as const] : []),
    ...(textsOf(key, now).previous === null ? [] : [['wait', 'Old secret still works'] as const]),
  ];
}

export const Badges: FC<{ one: Key; now: number }> = ({ one, now }) => (
  <>
    {badgesOf(one, now).map(([kind, label]) => (
      <span class={`badge ${kind}`.trim()}>{label}</span>
    ))}
  </>
);
