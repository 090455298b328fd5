/** The expiration of an edge entry in KV: a day after a live link expires, and none for a tombstone. */
import { expect, it } from 'vitest';
import type { Link } from '#domain/link';
import { PLAIN_LINK } from '#testkit/link';
import type { LinkStore } from './link-row';
import { putEntry } from './publish';

const NOW = Date.UTC(2031, 5, 15, 12, 0, 0, 457);
const DAY_SECONDS = 86_400;

async function readExpiration(more: Partial<Link>): Promise<number | undefined> {
  const puts: (KVNamespacePutOptions | undefined)[] = [];
  const ROUTES = {
    put: async (_key: string, _text: string, options?: KVNamespacePutOptions) => void puts.push(options),
  };
  await putEntry({ ROUTES } as unknown as LinkStore, { ...PLAIN_LINK, ...more }, NOW);
  expect(puts).toHaveLength(1);
  return puts[0]?.expiration;
}

it.each<[string, Partial<Link>, number | undefined]>([
  ['without expiry', {}, undefined],
  ['that expires later', { expiresAt: NOW + 600_000 }, Math.ceil((NOW + 600_000) / 1000) + DAY_SECONDS],
  // KV refuses an expiration less than a minute ahead, and an expired link may still be edited.
  ['that expired long ago', { expiresAt: NOW - 900_000_000 }, Math.ceil((NOW + 60_000) / 1000) + DAY_SECONDS],
  ['that was deleted', { expiresAt: NOW + 600_000, gone: 'DELETED' }, undefined],
  ['that is spent', { expiresAt: NOW + 600_000, gone: 'CLICKS' }, undefined],
  ['that is blocked', { expiresAt: NOW + 600_000, blocked: 'phishing' }, undefined],
])('the edge entry of a link %s has the right expiration', async (_, more, expiration) => {
  expect(await readExpiration(more)).toBe(expiration);
});
