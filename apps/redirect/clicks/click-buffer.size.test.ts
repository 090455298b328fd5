/** Tests that the click buffer of an isolate is bounded by size as well as by number. */
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { type Click, joinTraits } from './click';
import { type ClickBuffer, flush, push } from './click-buffer';

const CHARACTERS = 16_000_000;
const LONG = 'x'.repeat(500);

/** A click whose texts are as long as truncation allows. No other number has the same user agent. */
const longClick = (n: number): Click => ({
  at: 0,
  linkId: 'id',
  code: 'code',
  query: LONG,
  address: '2001:db8::1',
  isPrivate: false,
  traits: joinTraits([String(n).padStart(500, 'x'), LONG, LONG, 's.example.com', 'DE', 'Berlin']),
});

/** Pushes `count` clicks of ten accounts. @returns the buffers */
function pushMany(isolate: never, count: number): ClickBuffer[] {
  const buffers = new Set<ClickBuffer>();
  for (let i = 0; i < count; i++) buffers.add(push(longClick(i), `account-${i % 10}:0`, isolate));
  return [...buffers];
}

const buffered = (buffers: readonly ClickBuffer[]) => buffers.reduce((sum, { clicks }) => sum + clicks.length, 0);

it('an isolate buffers at most 16 million characters of texts, and counts the clicks that it drops', () => {
  const isolate = { ...env } as never;
  const buffers = pushMany(isolate, 20_000);
  expect(buffered(buffers) * 2_000).toBeLessThanOrEqual(CHARACTERS + 2_100);
  expect(buffered(buffers)).toBeGreaterThan(7_500);
  expect(buffers.reduce((sum, { lost }) => sum + lost, 0)).toBe(20_000 - buffered(buffers));
});

it('an isolate has room again after a flush', async () => {
  const isolate = { ...env, GATHER_MS: '0' } as never;
  const [first] = pushMany(isolate, 20_000);
  const before = buffered([first as ClickBuffer]);
  await flush('account-0:0', first as ClickBuffer, isolate);
  const after = push(longClick(0), 'account-0:0', isolate);
  expect([before > 700, after.clicks.length, after.lost]).toEqual([true, 1, 0]);
});
