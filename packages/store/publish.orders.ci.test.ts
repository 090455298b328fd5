/** Two hundred random histories of links whose puts fail or land late. After two runs of the cron KV equals D1. */
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { decodeEntry, makeEntryKey } from '#domain/edge-entry';
import { fakeClock, NOON } from '#testkit/clock';
import { KV_DOWN, KV_TOO_MANY, LateCalls, losingResponses, pass, Tap, tappedKv } from '#testkit/faults';
import { createWorld, freshAlias, type World } from '#testkit/world';
import { PUT_SETTLES_MS } from './publish';

const HISTORIES = 200;
const STEPS = 6;

const turnTo = fakeClock();
const puts = new Tap();
const world = createWorld({ ROUTES: tappedKv(env.ROUTES, puts, ['put']) });

// The product logs every injected fault. Hundreds of such lines would hide the result.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));
afterEach(() => void vi.restoreAllMocks());

/** A generator of random choices that follow from its seed alone (mulberry32). */
function randomFrom(seed: number): <T>(choices: readonly T[]) => T {
  let state = seed;
  return (choices) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    const chosen = ((mixed ^ (mixed >>> 14)) >>> 0) % choices.length;
    return choices[chosen] as (typeof choices)[number];
  };
}

const OPERATIONS: ((on: World, key: string, alias: string) => Promise<unknown>)[] = [
  (on, key, alias) => on.shorten(key, { url: `https://example.com/${crypto.randomUUID()}`, alias }),
  (on, key, alias) => on.v2(key, 'DELETE', `/links/${alias}`),
  (on, key, alias) => on.v2(key, 'PATCH', `/links/${alias}`, { url: `https://example.com/${crypto.randomUUID()}` }),
  (on, _, alias) => on.admin('POST', `/links/${alias}/block`, { reason: 'random' }),
  (on, _, alias) => on.admin('POST', `/links/${alias}/unblock`),
  (on, _, alias) => on.visit(alias),
];

it.each([1, 20_261_121])('a history from seed %i ends in a KV that equals D1', { timeout: 120_000 }, async (seed) => {
  await env.DB.prepare('UPDATE links SET dirty = 0').run();
  const pick = randomFrom(seed);
  const late = new LateCalls();
  const faults = [pass, pass, KV_DOWN, KV_TOO_MANY, losingResponses(), late.fault, late.fault];
  puts.fault = (call, what, nth) => pick(faults)(call, what, nth);

  turnTo(NOON);
  const { key } = await world.newKey('PRO');
  const aliases = Array.from({ length: HISTORIES / 2 }, () => freshAlias('order'));
  let now = NOON;
  for (let step = 0; step < STEPS; step++) {
    await Promise.all(aliases.map((alias) => (step === 0 ? OPERATIONS[0] : pick(OPERATIONS))?.(world, key, alias)));
    if (pick([true, false])) await world.cron();
    // All late puts of this step land in less than PUT_SETTLES_MS, some of them before the next step begins.
    const pause = pick([100, 5_000, PUT_SETTLES_MS - 1]);
    await late.release(pause === PUT_SETTLES_MS - 1 ? undefined : pick([0, 10, 40]));
    now += pause;
    turnTo(now);
  }
  await late.release();
  puts.fault = pass;
  for (let minute = 1; minute <= 2; minute++) {
    turnTo(now + minute * 60_000);
    await world.cron();
  }

  const { results } = await env.DB.prepare(
    'SELECT code, version, dirty FROM links WHERE account_id = (SELECT account_id FROM keys WHERE id = ?1)',
  )
    .bind(key.slice(3, 15))
    .all<{ code: string; version: number; dirty: number }>();
  expect(results).toHaveLength(HISTORIES / 2);
  const differing: unknown[] = [];
  for (const { code, version, dirty } of results) {
    const entry = decodeEntry((await env.ROUTES.get(makeEntryKey(code))) ?? '');
    // A link of version 1 whose only put failed is not in KV. Its first visit finds it in D1.
    const equal = entry === null ? version === 1 : entry.version === version;
    if (!equal || dirty !== 0) differing.push({ code, version, dirty, entry });
  }
  expect(differing).toEqual([]);
});
