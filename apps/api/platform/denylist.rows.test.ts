/** The dirty mark of the denylist: only the newest put clears it, once no earlier put can take effect any more. */
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON } from '#testkit/clock';
import { Tap, tappedKv } from '#testkit/faults';
import { createWorld } from '#testkit/world';
import { announceDenylist, publishDenylist, republishDenylist } from './denylist';

/** A time at which every put that began at noon has taken effect or is lost. */
const LATER = NOON + 600_000;

const api = createWorld().env;
const isDirty = () => env.DB.prepare('SELECT dirty FROM denylist').first('dirty');

beforeEach(() => env.DB.prepare('UPDATE denylist SET dirty = 0, put_at = 0, quiet_at = 0').run());

describe('the dirty mark of the denylist', () => {
  it('stays if another change is announced during the put', async () => {
    await announceDenylist(api, NOON);
    const tap = new Tap(async (call) => {
      await announceDenylist(api, NOON);
      return call();
    });
    await publishDenylist(createWorld({ ROUTES: tappedKv(env.ROUTES, tap, ['put']) }).env, LATER);
    expect(await isDirty()).toBe(1);
    await publishDenylist(api, LATER);
    expect(await isDirty()).toBe(0);
  });

  it('stays while an earlier put may take effect', async () => {
    for (const at of [NOON, NOON + 1]) await announceDenylist(api, at);
    await publishDenylist(api, NOON + 39_999);
    expect(await isDirty()).toBe(1);
    await publishDenylist(api, NOON + 40_000);
    expect(await isDirty()).toBe(0);
  });
});

it('the cron puts the denylist only while it is dirty', async () => {
  const tap = new Tap();
  const tapped = createWorld({ ROUTES: tappedKv(env.ROUTES, tap, ['put']) }).env;
  await announceDenylist(api, NOON);
  for (const at of [LATER, LATER + 60_000]) await republishDenylist(tapped, at);
  expect(tap.calls).toEqual(['put']);
});
