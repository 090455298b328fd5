/** Tests the limiter of unknown codes. It counts per network, and an isolate remembers at most a thousand networks. */
import { describe, expect, it } from 'vitest';
import type { Env } from '../env';
import { notFoundLimiter } from './limiters';

const NOW = Date.UTC(2031, 5, 15, 12, 0, 7, 457);

const from = (address?: string) =>
  new Request('https://s.example.com/none', {
    headers: address === undefined ? {} : { 'CF-Connecting-IP': address },
  });

/** Makes an isolate whose rate limiter is replaced by `limit`, and the list of the keys with which it is called. */
function isolate(limit: () => Promise<{ success: boolean }>) {
  const keys: string[] = [];
  const MISSES = {
    limit: ({ key }: { key: string }) => {
      keys.push(key);
      return limit();
    },
  };
  const WIDE_MISSES = { limit: async ({ key }: { key: string }) => ({ success: !key.startsWith(FULL) }) };
  return { env: { MISSES, WIDE_MISSES } as unknown as Env, keys };
}

/** The wide network that has requested too many unknown codes. */
const FULL = '2001:db8:77:';

const refusing = () => isolate(async () => ({ success: false }));

describe('a client that has requested too many unknown codes', () => {
  it.each([
    [0, true],
    [9_999, true],
    [10_000, false],
  ])('is refused from memory %i ms later: %s', async (age, isStillRefused) => {
    const { env } = refusing();
    expect(await notFoundLimiter.allows(from('192.0.2.1'), env, NOW)).toBe(false);
    expect(notFoundLimiter.isRefused(from('192.0.2.1'), env, NOW + age)).toBe(isStillRefused);
  });

  it('is refused with its whole network: the /64 of an IPv6 address, or one IPv4 address', async () => {
    const { env, keys } = refusing();
    await notFoundLimiter.allows(from('2001:db8:1:2:3::4'), env, NOW);
    await notFoundLimiter.allows(from('192.0.2.1'), env, NOW);
    expect(keys).toEqual(['2001:db8:1:2::/64', '192.0.2.1']);
    for (const [address, expected] of [
      ['2001:db8:1:2:ffff::1', true],
      ['2001:db8:1:3::4', false],
      ['::ffff:192.0.2.1', true],
      ['192.0.2.2', false],
    ] as const)
      expect(notFoundLimiter.isRefused(from(address), env, NOW), address).toBe(expected);
  });
});

it('a client of a wide network that has requested too many is refused, at once in its other networks too', async () => {
  const { env, keys } = isolate(async () => ({ success: true }));
  expect(await notFoundLimiter.allows(from('2001:db8:77:1::1'), env, NOW)).toBe(false);
  expect(notFoundLimiter.isRefused(from('2001:db8:77:2::1'), env, NOW)).toBe(true);
  expect(await notFoundLimiter.allows(from('2001:db8:77:3::1'), env, NOW)).toBe(false);
  expect(await notFoundLimiter.allows(from('2001:db8:78:1::1'), env, NOW)).toBe(true);
  expect(keys).toEqual(['2001:db8:77:1::/64', '2001:db8:78:1::/64']);
});

it('the limiter refuses no client within the limit, none without an address, and none while it fails', async () => {
  const allowing = isolate(async () => ({ success: true }));
  expect(await notFoundLimiter.allows(from('192.0.2.1'), allowing.env, NOW)).toBe(true);
  expect(notFoundLimiter.isRefused(from('192.0.2.1'), allowing.env, NOW)).toBe(false);
  const { env, keys } = refusing();
  for (const address of [undefined, '', 'nonsense']) {
    expect(await notFoundLimiter.allows(from(address), env, NOW)).toBe(true);
    expect(notFoundLimiter.isRefused(from(address), env, NOW)).toBe(false);
  }
  expect(keys).toEqual([]);
  const away = isolate(() => Promise.reject(new Error('Network connection lost.')));
  expect(await notFoundLimiter.allows(from('192.0.2.1'), away.env, NOW)).toBe(true);
});

it('an isolate remembers at most a thousand refused networks, the newest among them', async () => {
  const { env } = refusing();
  const address = (i: number) => `10.1.${i >> 8}.${i & 255}`;
  for (let i = 0; i < 2_500; i++) await notFoundLimiter.allows(from(address(i)), env, NOW);
  const known = Array.from({ length: 2_500 }, (_, i) => notFoundLimiter.isRefused(from(address(i)), env, NOW));
  expect(known.at(-1)).toBe(true);
  expect(known.filter(Boolean).length).toBeLessThanOrEqual(1_000);
});
