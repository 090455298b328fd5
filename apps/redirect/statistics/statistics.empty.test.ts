/** What the statistics object of an account without clicks holds: nothing, a minute after a read. */
import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { fakeClock, NOON } from '#testkit/clock';
import { createWorld, freshAlias } from '#testkit/world';

const world = createWorld();
const turnTo = fakeClock();

const heldBy = (object: DurableObjectStub<Rpc.DurableObjectBranded>) =>
  runInDurableObject(object, async (_, { storage }) => ({
    tables: storage.sql.exec("SELECT name FROM sqlite_master WHERE type = 'table'").toArray(),
    values: [...storage.kv.list()],
    alarm: await storage.getAlarm(),
  }));
const NOTHING = { tables: [], values: [], alarm: null };

it('an account that has read its statistics before the first click leaves nothing, and its clicks count later', async () => {
  turnTo(NOON);
  const { key, accountId } = await world.newKey();
  expect(await (await world.v2(key, 'GET', '/stats')).json()).toMatchObject({ clickCount: 0 });
  const object = env.STATISTICS.getByName(`${accountId}:0`);
  turnTo(NOON + 60_000);
  expect(await runDurableObjectAlarm(object)).toBe(true);
  expect(await heldBy(object)).toEqual(NOTHING);

  const alias = freshAlias('later');
  await world.shorten(key, { url: 'https://example.com/', alias });
  await world.visit(alias);
  await runDurableObjectAlarm(object);
  expect(await (await world.v2(key, 'GET', '/stats')).json()).toMatchObject({ clickCount: 1 });

  await object.erase();
  expect(await heldBy(object)).toEqual(NOTHING);
});
