/** The limiter of unknown codes counts networks, and an isolate remembers a thousand of them at most. */
import { describe, expect, it } from 'vitest';
import type { Env } from './env';
import { notFoundLimiter } from './not-found-limiter';

const NOW = Date.UTC(2031, 5, 15, 12, 0, 7, 457);

const from = (address?: string) =>
  new Request('https://s.example.com/none', {
    headers: address === undefined ? {} : { 'CF-Connecting-IP': address },
  });

/** An isolate with `limit` in the place of its rate limiter, and the keys that it was called with. */
function isolate(limit: () => Promise<{ success: boolean }>) {
  const asked: string[] = [];
  const MISSES = {
    limit: ({ key }: { key: string }) => {
      asked.push(key);
      return limit();
    },
  };
  return { env: { MISSES } as unknown as Env, asked };
}

const refusing = () => isolate(async () => ({ success: false }));

describe('a client that has requested too many unknown codes', () => {
  it.each([
    [0, true],
    [9_999, true],
    [10_000, false],
  ])('is refused without being counted %i ms later: %s', async (age, isStillRefused) => {
    const { env } = refusing();
    expect(await notFoundLimiter.allows(from('192.0.2.1'), env, NOW)).toBe(false);
    expect(notFoundLimiter.isRefused(from('192.0.2.1'), env, NOW + age)).toBe(isStillRefused);
  });

  it('is a network: the /64 of an IPv6 address, one IPv4 address', async () => {
    const { env, asked } = refusing();
    await notFoundLimiter.allows(from('2001:db8:1:2:3::4'), env, NOW);
    await notFoundLimiter.allows(from('192.0.2.1'), env, NOW);
    expect(asked).toEqual(['2001:db8:1:2::/64', '192.0.2.1']);
    for (const [address, expected] of [
      ['2001:db8:1:2:ffff::1', true],
      ['2001:db8:1:3::4', false],
      ['::ffff:192.0.2.1', true],
      ['192.0.2.2', false],
    ] as const)
      expect(notFoundLimiter.isRefused(from(address), env, NOW), address).toBe(expected);
  });
});

it('refuses no client within the limit, none without an address, and none while the rate limiter fails', async () => {
  const letting = isolate(async () => ({ success: true }));
  expect(await notFoundLimiter.allows(from('192.0.2.1'), letting.env, NOW)).toBe(true);
  expect(notFoundLimiter.isRefused(from('192.0.2.1'), letting.env, NOW)).toBe(false);
  const { env, asked } = refusing();
  for (const address of [undefined, '', 'nonsense']) {
    expect(await notFoundLimiter.allows(from(address), env, NOW)).toBe(true);
    expect(notFoundLimiter.isRefused(from(address), env, NOW)).toBe(false);
  }
  expect(asked).toEqual([]);
  const away = isolate(() => Promise.reject(new Error('Network connection lost.')));
  expect(await notFoundLimiter.allows(from('192.0.2.1'), away.env, NOW)).toBe(true);
});

it('remembers a thousand networks at most, the newest among them', async () => {
  const { env } = refusing();
  const address = (i: number) => `10.1.${i >> 8}.${i & 255}`;
  for (let i = 0; i < 2_500; i++) await notFoundLimiter.allows(from(address(i)), env, NOW);
  const known = Array.from({ length: 2_500 }, (_, i) => notFoundLimiter.isRefused(from(address(i)), env, NOW));
  expect(known.at(-1)).toBe(true);
  expect(known.filter(Boolean).length).toBeLessThanOrEqual(1_000);
});
