import { describe, expect, it } from 'vitest';
import { fakeClock } from '#testkit/clock';
import { SERVICES, threatWorld } from '#testkit/threat-world';
import { VerdictCache } from './check';

const URL_A = 'https://a.example/';

describe('a verdict', () => {
  const cacheWith = (goodUntil: number, status: 'safe' | 'unsafe' | 'unknown' = 'safe') => {
    const cache = new VerdictCache();
    cache.set(URL_A, { verdict: status, goodUntil }, 1_000);
    return cache;
  };

  it('is cached until its expiry', () => {
    expect(cacheWith(2_000).get(URL_A, 1_999)?.verdict).toBe('safe');
    expect(cacheWith(2_000).get(URL_A, 2_000)).toBeNull();
  });

  it('is not cached if it is unknown or has expired', () => {
    expect(cacheWith(2_000, 'unknown').get(URL_A, 1_000)).toBeNull();
    expect(cacheWith(1_000).get(URL_A, 1_000)).toBeNull();
  });

  it('is found by every spelling of its address, and by no other address', () => {
    const cache = cacheWith(2_000);
    expect(cache.get('HTTPS://A.example:443/./#part', 1_000)?.verdict).toBe('safe');
    for (const other of [
      'https://a.example/x',
      'https://a.example/?q',
      'https://b.a.example/',
      'https://a.example.org/',
    ])
      expect(cache.get(other, 1_000)).toBeNull();
  });

  it('is evicted by newer verdicts, so that memory is bounded', () => {
    const cache = cacheWith(2_000);
    for (let i = 0; i < 5_000; i++) cache.set(`https://a.example/${i}`, { verdict: 'safe', goodUntil: 2_000 }, 1_000);
    expect(cache.get(URL_A, 1_000)).toBeNull();
    expect(cache.get('https://a.example/4999', 1_000)).not.toBeNull();
  });
});

describe.each(SERVICES)('an address that %s flagged', (service) => {
  const turnTo = fakeClock();

  it('is refused from the cache until the verdict expires, and then checked again', async () => {
    const start = Date.now(); // the stub computes Web Risk's expireTime by a clock that a test cannot set
    turnTo(start);
    const world = await threatWorld(service, 'right');
    const { key } = await world.newKey();
    const status = async (at: number) => {
      turnTo(at);
      return (await world.shorten(key, { url: 'https://bad.example/x' })).status;
    };
    expect(await status(start)).toBe(400);
    await world.setBehaviour('flags none');
    expect(await status(start + 290_000)).toBe(400);
    expect(await world.requests()).toHaveLength(1);
    expect(await status(start + 310_000)).toBe(201);
    expect(await world.requests()).toHaveLength(2);
  });
});

it('Web Risk is called again for a safe address, because its verdict has no expiry', async () => {
  const world = await threatWorld('webrisk', 'right');
  const { key } = await world.newKey();
  for (let i = 0; i < 2; i++) await world.shorten(key, { url: 'https://good.example/' });
  expect(await world.requests()).toHaveLength(2);
});

it('Safe Browsing is called once for a safe address', async () => {
  const world = await threatWorld('safebrowsing', 'right');
  const { key } = await world.newKey();
  for (let i = 0; i < 2; i++) await world.shorten(key, { url: 'https://good.example/' });
  expect(await world.requests()).toHaveLength(1);
});
