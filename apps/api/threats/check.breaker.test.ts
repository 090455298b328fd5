import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeClock } from '#testkit/clock';
import { type ThreatWorld, threatWorld } from '#testkit/threat-world';
import { freshAlias } from '#testkit/world';
import { Breaker } from './check';

const OPEN_MS = 30_000;

function opened(at: number): Breaker {
  const breaker = new Breaker();
  for (let i = 0; i < 3; i++) breaker.record(true, at);
  return breaker;
}

describe('a breaker', () => {
  it('stays closed after two failures, and a success resets their count', () => {
    const breaker = new Breaker();
    for (const hasFailed of [true, true, false, true, true]) breaker.record(hasFailed, 0);
    expect(breaker.admits(0)).toBe(true);
  });

  it('opens after the third failure in a row, for half a minute', () => {
    const breaker = opened(1_000);
    expect(breaker.admits(1_000 + OPEN_MS - 1)).toBe(false);
    expect(breaker.admits(1_000 + OPEN_MS)).toBe(true);
  });

  it('admits exactly one request after the half minute', () => {
    const breaker = opened(0);
    expect([1, 2, 3].map(() => breaker.admits(OPEN_MS))).toEqual([true, false, false]);
  });

  it('opens again at once if the request after the half minute fails, and closes if it succeeds', () => {
    const failed = opened(0);
    failed.admits(OPEN_MS);
    failed.record(true, OPEN_MS + 1);
    expect(failed.admits(2 * OPEN_MS)).toBe(false);
    const healed = opened(0);
    healed.admits(OPEN_MS);
    healed.record(false, OPEN_MS + 1);
    expect([1, 2, 3].map(() => healed.admits(OPEN_MS + 2))).toEqual([true, true, true]);
  });

  it('admits another request half a minute later if the first one recorded no result', () => {
    const breaker = opened(0);
    breaker.admits(OPEN_MS);
    expect(breaker.admits(2 * OPEN_MS)).toBe(true);
  });
});

describe('creations of links', () => {
  const turnTo = fakeClock();
  afterEach(() => void vi.restoreAllMocks());

  async function timed(world: ThreatWorld, key: string) {
    const startedAt = performance.now();
    const response = await world.shorten(key, { url: 'https://good.example/', alias: freshAlias('slow') });
    return { status: response.status, tookMs: performance.now() - startedAt };
  }

  it('do not wait for a service that hangs once three of them have waited in vain', async () => {
    const world = await threatWorld('webrisk', 'never');
    const { key } = await world.newKey();
    const limit = AbortSignal.timeout.bind(AbortSignal);
    const limits = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => limit(ms / 10));
    const creations = [];
    for (let i = 0; i < 10; i++) creations.push(await timed(world, key));
    expect(creations.map(({ status }) => status)).toEqual(creations.map(() => 201));
    expect(limits.mock.calls).toEqual([[1_500], [1_500], [1_500]]);
    for (const { tookMs } of creations.slice(0, 3)) expect(tookMs).toBeGreaterThan(140);
    expect(await world.requests()).toHaveLength(3);
  });

  it('call the service again after half a minute: one creation while the service fails, all once it responds', async () => {
    const start = Date.now();
    turnTo(start);
    const world = await threatWorld('webrisk', '500');
    const { key } = await world.newKey();
    for (let i = 0; i < 5; i++) await timed(world, key);
    expect(await world.requests()).toHaveLength(3);
    turnTo(start + OPEN_MS);
    for (let i = 0; i < 3; i++) await timed(world, key);
    expect(await world.requests()).toHaveLength(4);
    turnTo(start + 2 * OPEN_MS);
    await world.setBehaviour('right');
    for (let i = 0; i < 3; i++) await timed(world, key);
    expect(await world.requests()).toHaveLength(7);
  });
});
