/** The objects of the API worker store nothing for an unknown key or client, and nothing once their record is gone. */
import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { mintKey, newId } from '#secrets/key-text';
import { newDeveloper } from '#testkit/browser';
import { fakeClock, NOON } from '#testkit/clock';
import { createWorld } from '#testkit/world';
import { countForNetwork, nameNetworkMeter } from './network-meter';

const world = createWorld();
const turnTo = fakeClock();

/** The tables, the values and the alarm of an object. */
const heldBy = (object: DurableObjectStub<Rpc.DurableObjectBranded>) =>
  runInDurableObject(object, async (_, { storage }) => ({
    tables: storage.sql.exec("SELECT name FROM sqlite_master WHERE type = 'table'").toArray(),
    values: [...storage.kv.list()],
    alarm: await storage.getAlarm(),
  }));
const NOTHING = { tables: [], values: [], alarm: null };

let networks = 0;
const nameMeter = (address = `10.94.${++networks}.1`) => nameNetworkMeter(address, 'test', 'pepper');

describe('the meter of a network', () => {
  it('holds nothing once its minute is over', async () => {
    turnTo(NOON);
    const meter = await nameMeter();
    await countForNetwork(env, meter, 5);
    const object = env.ADDRESSES.getByName(meter.meter);
    expect(await heldBy(object)).toMatchObject({ alarm: NOON + 60_000 });
    turnTo(NOON + 60_000);
    await runDurableObjectAlarm(object);
    expect(await heldBy(object)).toEqual(NOTHING);
    expect((await countForNetwork(env, meter, 5)).reading.remaining).toBe(4);
  });

  it('is one object for all networks of a wide network, and admits ten times as many of all together', async () => {
    turnTo(NOON);
    const admitted: number[] = [];
    const names = new Set<string>();
    for (let n = 0; n < 12; n++) {
      const meter = await nameMeter(`2001:db8:94:${n}::1`);
      names.add(meter.meter);
      const responses = [];
      for (let i = 0; i < 6; i++) responses.push(await countForNetwork(env, meter, 5));
      admitted.push(responses.filter(({ isAdmitted }) => isAdmitted).length);
    }
    expect([names.size, admitted]).toEqual([1, [...Array(10).fill(5), 0, 0]]);
    expect((await countForNetwork(env, await nameMeter('2001:db8:95:1::1'), 5)).isAdmitted).toBe(true);
  });

  it('gives a refund to the network that was charged', async () => {
    turnTo(NOON);
    const [one, other] = [await nameMeter('2001:db8:96:1::1'), await nameMeter('2001:db8:96:2::1')];
    const { reading } = await countForNetwork(env, one, 1);
    await countForNetwork(env, other, 1);
    await env.ADDRESSES.getByName(one.meter).refund(reading.windowEndsAt, one.network);
    expect((await countForNetwork(env, other, 1)).isAdmitted).toBe(false);
    expect((await countForNetwork(env, one, 1)).isAdmitted).toBe(true);
  });
});

describe('the object of a key', () => {
  it('that nobody made holds nothing, whichever method is called', async () => {
    const id = newId();
    const object = env.KEYS.getByName(id);
    const { text } = await mintKey(id);
    expect((await world.v2(text, 'GET', '/usage')).status).toBe(401);
    await object.use(id);
    await object.handOver('');
    await object.settle({ refundMonth: 1, lease: { key: 'k', leasedAt: 1, response: null } });
    await runInDurableObject(object, (meter) => (meter as unknown as { alarm(): Promise<void> }).alarm());
    expect(await heldBy(object)).toEqual(NOTHING);
  });

  it('that D1 has lost holds nothing of it, and its count begins anew', async () => {
    turnTo(NOON);
    const { id, key } = await world.newKey();
    await world.call('POST', '/v2/shorten', {
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', 'Idempotency-Key': 'lost' },
      body: JSON.stringify({ url: 'https://example.com/' }),
    });
    const object = env.KEYS.getByName(id);
    expect((await heldBy(object)).values.length).toBeGreaterThan(0);
    await env.DB.prepare('DELETE FROM keys WHERE id = ?1').bind(id).run();
    turnTo(NOON + 60_001);
    await world.v2(key, 'GET', '/usage');
    await expect.poll(() => heldBy(object)).toEqual(NOTHING);
  });
});

it('the object of the forms of strangers holds nothing a day after the last form', async () => {
  turnTo(NOON);
  const object = env.KEYS.getByName(`console:door:${crypto.randomUUID()}`);
  const seed = { id: 'x' } as never;
  const lease = await object.leaseForm({ key: 'form', seed });
  expect(lease.state).toBe('leased');
  turnTo(NOON + 86_400_001);
  await runDurableObjectAlarm(object);
  expect(await heldBy(object)).toEqual(NOTHING);
});

it('the object of an account keeps its count when its forms are gone', async () => {
  turnTo(NOON);
  const { accountId } = await newDeveloper(world);
  const object = env.KEYS.getByName(`console:${accountId}`);
  await object.chargeLinks(2, 10);
  await object.leaseForm({ key: 'form', seed: { id: 'x' } as never });
  turnTo(NOON + 86_400_001);
  await runDurableObjectAlarm(object);
  expect((await heldBy(object)).values).toMatchObject([
    ['count', { links: 2 }],
    ['keptBytes', 0],
  ]);
});
