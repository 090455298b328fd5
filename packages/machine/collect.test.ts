/** The requests of an isolate trigger its garbage collection, at most once a second, so that visitors do not wait. */
import { expect, it, vi } from 'vitest';

const NOON = Date.UTC(2026, 10, 21, 12);

it('garbage is collected every five hundred requests, once a second at most, and also when the clock has gone back', async () => {
  const gc = vi.fn();
  vi.stubGlobal('gc', gc);
  const { countRequest } = await import('./workers/collect');
  const countCollections = (requests: number, now: number) => {
    gc.mockClear();
    for (let i = 0; i < requests; i++) countRequest(now);
    return gc.mock.calls.length;
  };
  expect(countCollections(499, NOON)).toBe(0);
  expect(countCollections(1, NOON)).toBe(1);
  expect(countCollections(5_000, NOON + 999)).toBe(0);
  expect(countCollections(1, NOON + 1_000)).toBe(1);
  expect(countCollections(500, NOON - 3_600_000)).toBe(1);
  vi.unstubAllGlobals();
});
