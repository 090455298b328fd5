/** What an isolate gathers of clicks: bounded by size as well as by number. */
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import type { Click } from './click';
import { type Gathering, leave } from './gatherings';
import { send } from './send-clicks';

const CHARACTERS = 16_000_000;
const LONG = 'x'.repeat(500);

/** A click whose request said as much as is kept. */
const loud: Click = {
  at: 0,
  linkId: 'id',
  code: 'code',
  host: 's.example.com',
  query: LONG,
  address: '2001:db8::1',
  userAgent: LONG,
  referrer: LONG,
  languages: LONG,
  isPrivate: false,
  country: 'DE',
  city: 'Berlin',
};

/** Leaves so many clicks, spread over accounts. */
function leaveMany(isolate: never, count: number): Gathering[] {
  const gatherings = new Set<Gathering>();
  for (let i = 0; i < count; i++) gatherings.add(leave(loud, `account-${i % 10}:0`, isolate));
  return [...gatherings];
}

const held = (gatherings: readonly Gathering[]) => gatherings.reduce((sum, { clicks }) => sum + clicks.length, 0);

it('keeps no more than 16 million characters of what requests said, and counts what there is no room for', () => {
  const isolate = { ...env } as never;
  const gatherings = leaveMany(isolate, 20_000);
  expect(held(gatherings) * 2_000).toBeLessThanOrEqual(CHARACTERS + 2_100);
  expect(held(gatherings)).toBeGreaterThan(7_500);
  expect(gatherings.reduce((sum, { lost }) => sum + lost, 0)).toBe(20_000 - held(gatherings));
});

it('has room again for what was sent', async () => {
  const isolate = { ...env, GATHER_MS: '0' } as never;
  const [first] = leaveMany(isolate, 20_000);
  const before = held([first as Gathering]);
  await send('account-0:0', first as Gathering, isolate);
  const after = leave(loud, 'account-0:0', isolate);
  expect([before > 700, after.clicks.length, after.lost]).toEqual([true, 1, 0]);
});
