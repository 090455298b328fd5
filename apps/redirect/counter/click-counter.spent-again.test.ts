/**
 * Tests a limit that is raised and used up again while the object publishes the first tombstone. The second one is
 * published too.
 */
import { evictDurableObject, runDurableObjectAlarm } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { decodeEntry, makeEntryKey } from '#domain/edge-entry';
import { fakeClock } from '#testkit/clock';
import { rebind, Tap, tappedD1, tappedKv } from '#testkit/faults';
import { createWorld, freshAlias } from '#testkit/world';

const world = createWorld();
const turnTo = fakeClock();

const readRow = (code: string) =>
  env.DB.prepare('SELECT id, gone, max_clicks FROM links WHERE code = ?1').bind(code).first();

/** Makes a limited link whose only click was taken, and whose alarm has not run yet. */
async function spentLink() {
  turnTo(Date.UTC(2031, 5, 15, 12, 0, 7, 457));
  const { key } = await world.newKey('PRO');
  const alias = freshAlias('again');
  await world.shorten(key, { url: 'https://example.com/', alias, maxClicks: 1 });
  expect((await world.visit(alias)).status).toBe(302);
  const counter = env.CLICKS.getByName(String((await readRow(alias))?.id));
  const raise = async () => {
    expect((await world.v2(key, 'PATCH', `/links/${alias}`, { maxClicks: 2 })).status).toBe(200);
    expect((await createWorld().visit(alias)).status).toBe(302);
  };
  return { alias, counter, raise };
}

/** Makes a tap that runs `act` before the first call. */
function meanwhile(act: () => Promise<void>): Tap {
  return new Tap(async (call, _what, nth) => {
    if (nth === 1) await act();
    return call();
  });
}

describe('the second tombstone of a link whose limit was raised during the first put', () => {
  it.each(['to D1', 'to KV'])('is published as well (the first one was being written %s)', async (where) => {
    const { alias, counter, raise } = await spentLink();
    const tap = meanwhile(raise);
    await rebind(
      counter,
      where === 'to D1' ? { DB: tappedD1(env.DB, tap) } : { ROUTES: tappedKv(env.ROUTES, tap, ['put']) },
    );
    expect(await runDurableObjectAlarm(counter)).toBe(true);
    await evictDurableObject(counter);
    for (let ring = 0; ring < 3; ring++) await runDurableObjectAlarm(counter);
    expect(await readRow(alias)).toMatchObject({ gone: 'CLICKS', max_clicks: 2 });
    expect(decodeEntry((await env.ROUTES.get(makeEntryKey(alias))) ?? '')).toMatchObject({
      state: 'gone',
      reason: 'CLICKS',
    });
    expect((await createWorld().visit(alias)).status).toBe(410);
  });
});
