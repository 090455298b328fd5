/** What the object of a link holds: its count, until the end of its link is final and a day old; then nothing. */
import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { newDeveloper } from '#testkit/browser';
import { fakeClock, NOON } from '#testkit/clock';
import { quickPasswords } from '#testkit/quick-passwords';
import { createWorld, freshAlias } from '#testkit/world';

const world = createWorld();
const turnTo = fakeClock();
quickPasswords();
const DAY = 86_400_000;

const heldBy = (object: DurableObjectStub<Rpc.DurableObjectBranded>) =>
  runInDurableObject(object, async (_, { storage }) => ({
    tables: storage.sql.exec("SELECT name FROM sqlite_master WHERE type = 'table'").toArray().length,
    values: [...storage.kv.list()].map(([name]) => name),
    alarm: await storage.getAlarm(),
  }));
const NOTHING = { tables: 0, values: [], alarm: null };

/** Makes a link and its object. */
async function newLink(options: Record<string, unknown>, account?: { accountId: string }) {
  turnTo(NOON);
  const { key } = await world.newKey('PRO', account);
  const alias = freshAlias('end');
  expect((await world.shorten(key, { url: 'https://example.com/', alias, ...options })).status).toBe(201);
  const id = await env.DB.prepare('SELECT id FROM links WHERE code = ?1').bind(alias).first<string>('id');
  return { key, alias, object: env.CLICKS.getByName(id ?? '') };
}

/** Runs the cron a minute later, when no earlier put of a link can take effect any more. */
async function publishAll(): Promise<void> {
  turnTo(NOON + 60_000);
  await world.cron();
}

/** Runs the alarm of an object at a time. */
async function alarmAt(object: DurableObjectStub<Rpc.DurableObjectBranded>, now: number): Promise<void> {
  turnTo(now);
  await runDurableObjectAlarm(object);
}

describe('the object of a limited link', () => {
  it('that is deleted holds its count for a day after the deletion, and then nothing', async () => {
    const { key, alias, object } = await newLink({ maxClicks: 3 });
    expect((await world.visit(alias)).status).toBe(302);
    await world.v2(key, 'DELETE', `/links/${alias}`);
    await publishAll();
    for (const at of [NOON + 600_000, NOON + DAY]) {
      await alarmAt(object, at);
      expect((await heldBy(object)).values).toEqual(expect.arrayContaining(['count', 'limits']));
    }
    await alarmAt(object, NOON + DAY + 3_600_000);
    expect(await heldBy(object)).toEqual(NOTHING);
    expect(await (await world.v2(key, 'GET', `/stats/${alias}`)).json()).toMatchObject({ clickCount: 1 });
    expect((await createWorld().visit(alias)).status).toBe(410);
  });

  it('stays while KV may lack the tombstone', async () => {
    const { key, alias, object } = await newLink({ maxClicks: 3 });
    await world.v2(key, 'DELETE', `/links/${alias}`);
    await env.DB.prepare('UPDATE links SET dirty = 1 WHERE code = ?1').bind(alias).run();
    await alarmAt(object, NOON + 2 * DAY);
    expect((await heldBy(object)).values).toContain('limits');
    turnTo(NOON + 2 * DAY);
    await world.cron();
    await alarmAt(object, NOON + 3 * DAY);
    await alarmAt(object, NOON + 4 * DAY);
    expect(await heldBy(object)).toEqual(NOTHING);
  });

  it.each([
    ['clicks', { maxClicks: 1 }],
    ['time', { maxClicks: 5, expiresIn: 60 }],
  ])('that ended by %s keeps its count for years, and an edit revives the link with it', async (_, options) => {
    const { key, alias, object } = await newLink(options);
    expect((await world.visit(alias)).status).toBe(302);
    for (const at of [1, 60_000, 600_000, DAY, 3 * DAY, 30 * DAY, 400 * DAY, 900 * DAY])
      await alarmAt(object, NOON + at);
    expect((await createWorld().visit(alias)).status).toBe(410);
    const revived = await world.v2(key, 'PATCH', `/links/${alias}`, { maxClicks: 2, expiresIn: null });
    expect(revived.status).toBe(200);
    const here = createWorld();
    expect([(await here.visit(alias)).status, (await here.visit(alias)).status]).toEqual([302, 410]);
  });

  it('whose code was taken again holds nothing after a later check', async () => {
    const { key, alias, object } = await newLink({ maxClicks: 1 });
    expect((await world.visit(alias)).status).toBe(302);
    await alarmAt(object, NOON);
    turnTo(NOON + 2 * DAY);
    expect((await world.shorten(key, { url: 'https://example.com/new', alias, maxClicks: 1 })).status).toBe(201);
    for (const days of [3, 4, 8, 16]) await alarmAt(object, NOON + days * DAY);
    expect(await heldBy(object)).toEqual(NOTHING);
    const here = createWorld();
    expect([(await here.visit(alias)).status, (await here.visit(alias)).status]).toEqual([302, 410]);
  });

  it('that was erased with its account holds nothing a day later', async () => {
    turnTo(NOON);
    const { accountId, browser } = await newDeveloper(world);
    const { alias, object } = await newLink({ maxClicks: 3 }, { accountId });
    expect((await world.visit(alias)).status).toBe(302);
    await browser.post('/account/delete', { confirmation: 'delete' });
    await world.cron();
    await publishAll();
    for (const days of [2, 4, 8, 16]) {
      await alarmAt(object, NOON + days * DAY);
      await world.cron();
    }
    expect(await heldBy(object)).toEqual(NOTHING);
  });

  it('that nobody has visited holds nothing, even if its count is read', async () => {
    const { object } = await newLink({ maxClicks: 3 });
    expect([await object.count(), await object.handOver()]).toMatchObject([0, { count: 0 }]);
    await object.takeOver({ limits: null, count: 0, isSpent: false, isRecounting: false });
    expect(await heldBy(object)).toEqual(NOTHING);
  });
});

it('the object of a protected link without a limit holds nothing an hour after the last attempt', async () => {
  const { alias, object } = await newLink({ password: 'a word' });
  await world.visit(alias, { headers: { 'X-Link-Password': 'wrong' } });
  expect((await heldBy(object)).tables).toBeGreaterThan(0);
  await alarmAt(object, NOON + 3_600_000);
  expect(await heldBy(object)).toEqual(NOTHING);
});
