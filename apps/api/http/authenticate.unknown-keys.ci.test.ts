/**
 * Tests the limit on lookups of unknown keys: the number of lookups per network, and the keys that are not affected.
 */
import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { mintKey, newId } from '#secrets/key-text';
import { fakeClock, NOON } from '#testkit/clock';
import { countedBindings } from '#testkit/counting';
import { D1_DOWN, rebind, Tap, tappedD1 } from '#testkit/faults';
import { createWorld, type World } from '#testkit/world';

const world = createWorld();
const turnTo = fakeClock();
afterEach(() => void vi.restoreAllMocks());

let networks = 0;
/** Returns a client address in a /24 that no other test uses. */
const freshAddress = () => `10.99.${++networks}.1`;

/** Deletes a link that does not exist. The response is 404 with a valid key, 401 with any other. */
const sendCall = (key: string, address: string | null, here: World = world) =>
  here.call('DELETE', '/v2/links/no-such-code', {
    headers: { Authorization: `Bearer ${key}`, ...(address !== null && { 'CF-Connecting-IP': address }) },
  });

const unknownKey = async () => (await mintKey(newId())).text;

/** Sends `count` requests at once, each with another unknown key. @returns the responses */
const sendUnknownKeys = (count: number, address: string | null, here?: World) =>
  Promise.all(Array.from({ length: count }, async () => sendCall(await unknownKey(), address, here)));

const statuses = (responses: Response[]) => [...new Set(responses.map(({ status }) => status))];

/** Counts the reads of D1's primary from now on. Each read begins a session, and nothing else here begins one. */
function primaryReads(): () => number {
  const begun = vi.spyOn(Object.getPrototypeOf(env.DB), 'withSession');
  return () => begun.mock.calls.length;
}

describe('unknown keys', () => {
  it('from one network are all 401, and cost sixty reads of D1 a minute', async () => {
    turnTo(NOON);
    const address = freshAddress();
    const reads = primaryReads();
    expect(statuses(await sendUnknownKeys(200, address))).toEqual([401]);
    expect(reads()).toBe(60);
    expect(statuses(await sendUnknownKeys(50, address))).toEqual([401]);
    expect(statuses(await sendUnknownKeys(50, address, createWorld()))).toEqual([401]);
    expect(reads()).toBe(60);
    await sendUnknownKeys(1, freshAddress());
    expect(reads()).toBe(61);
    turnTo(NOON + 60_000);
    await sendUnknownKeys(1, address);
    expect(reads()).toBe(62);
  });

  it('get the same response whether D1 was read or not', async () => {
    const address = freshAddress();
    const comparable = async (response: Response | undefined) => {
      const { timestamp: _, ...envelope } = await (response as Response).clone().json<Record<string, unknown>>();
      return [response?.status, [...(response?.headers ?? [])], envelope];
    };
    const [first] = await sendUnknownKeys(1, address);
    await sendUnknownKeys(60, address);
    const [last] = await sendUnknownKeys(1, address);
    const [withoutAddress] = await sendUnknownKeys(1, null);
    expect(await comparable(last)).toEqual(await comparable(first));
    expect(await comparable(withoutAddress)).toEqual(await comparable(first));
  });

  it('are refused from the isolate’s memory for the rest of the minute, without a call to the meter', async () => {
    turnTo(NOON);
    const counted = countedBindings();
    const here = createWorld(counted.bindings);
    const admit = vi.spyOn((await import('#api/objects/address-meter')).AddressMeter.prototype, 'admit');
    const address = freshAddress();
    await sendUnknownKeys(61, address, here);
    expect(admit).toHaveBeenCalledTimes(61);
    counted.takeCost();
    await sendUnknownKeys(10, address, here);
    expect(admit).toHaveBeenCalledTimes(61);
    expect(counted.takeCost()).toMatchObject({ d1: [], objects: Array(10).fill('KEYS.admit') });
  });

  it('are charged once each, so that a program that repeats an old key does not fill the window', async () => {
    turnTo(NOON);
    const address = freshAddress();
    const reads = primaryReads();
    const key = await unknownKey();
    expect(statuses(await Promise.all(Array.from({ length: 200 }, () => sendCall(key, address))))).toEqual([401]);
    expect(reads()).toBe(1);
    const { key: good } = await world.newKey();
    expect((await sendCall(good, address)).status).toBe(404);
  });

  it('are not limited without a client address', async () => {
    const reads = primaryReads();
    expect(statuses(await sendUnknownKeys(70, null))).toEqual([401]);
    expect(reads()).toBe(70);
  });

  it('store nothing in their objects', async () => {
    const id = newId();
    const { text } = await mintKey(id);
    await sendCall(text, freshAddress());
    const stored = await runInDurableObject(env.KEYS.getByName(id), (_, { storage }) => [
      ...storage.sql.exec("SELECT name FROM sqlite_master WHERE type = 'table'"),
    ]);
    expect(stored).toEqual([]);
  });
});

describe('a key that was used before', () => {
  it('is admitted with one object call from a network whose window is full, even if its object was evicted', async () => {
    const { id, key } = await world.newKey();
    expect((await sendCall(key, freshAddress())).status).toBe(404);
    const address = freshAddress();
    const counted = countedBindings();
    const here = createWorld(counted.bindings);
    await sendUnknownKeys(70, address, here);
    for (const evict of [false, true]) {
      if (evict) await evictDurableObject(env.KEYS.getByName(id));
      counted.takeCost();
      expect((await sendCall(key, address, here)).status).toBe(404);
      expect(counted.takeCost().objects).toEqual(['KEYS.admit']);
    }
  });

  it('is not charged as an unknown key once it is inactive', async () => {
    const { id, key } = await world.newKey();
    const address = freshAddress();
    await sendCall(key, address);
    await world.admin('PATCH', `/keys/${id}`, { status: 'inactive' });
    const reads = primaryReads();
    for (let i = 0; i < 70; i++) expect((await sendCall(key, address)).status).toBe(401);
    await sendUnknownKeys(60, address);
    expect(reads()).toBe(60);
  });
});

describe('a key that is used for the first time', () => {
  it('costs one more object call with its first request only', async () => {
    const counted = countedBindings();
    const here = createWorld(counted.bindings);
    const { key } = await here.newKey();
    const address = freshAddress();
    counted.takeCost();
    await sendCall(key, address, here);
    expect(counted.takeCost().objects).toEqual(['KEYS.admit', 'KEYS.admit']);
    await sendCall(key, address, here);
    expect(counted.takeCost().objects).toEqual(['KEYS.admit']);
  });

  it('is not charged to its network', async () => {
    turnTo(NOON);
    const address = freshAddress();
    await sendUnknownKeys(59, address);
    for (let i = 0; i < 3; i++) expect((await sendCall((await world.newKey()).key, address)).status).toBe(404);
    const reads = primaryReads();
    await sendUnknownKeys(2, address);
    expect(reads()).toBe(1);
  });

  it('admits all of a hundred simultaneous requests', async () => {
    turnTo(NOON);
    const { key } = await world.newKey();
    const address = freshAddress();
    expect(statuses(await Promise.all(Array.from({ length: 100 }, () => sendCall(key, address))))).toEqual([404]);
  });

  it('admits exactly sixty of two hundred simultaneous requests on FREE', async () => {
    turnTo(NOON);
    const { key } = await world.newKey('FREE');
    const address = freshAddress();
    const responses = await Promise.all(Array.from({ length: 200 }, () => sendCall(key, address)));
    expect(responses.filter(({ status }) => status === 404)).toHaveLength(60);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(140);
  });

  it('gets 401 from a network with a full window, until the window ends or another network uses the key', async () => {
    turnTo(NOON);
    const address = freshAddress();
    await sendUnknownKeys(60, address);
    const [{ key }, { key: other }] = [await world.newKey(), await world.newKey()];
    expect((await sendCall(key, address)).status).toBe(401);
    expect((await sendCall(key, freshAddress())).status).toBe(404);
    expect((await sendCall(key, address)).status).toBe(404);
    turnTo(NOON + 59_999);
    expect((await sendCall(other, address)).status).toBe(401);
    turnTo(NOON + 60_000);
    expect((await sendCall(other, address)).status).toBe(404);
  });

  it('is 503, not 401, while D1 fails, and is not charged to its network', async () => {
    turnTo(NOON);
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { id, key } = await world.newKey();
    const address = freshAddress();
    const tap = new Tap(D1_DOWN);
    await rebind(env.KEYS.getByName(id), { DB: tappedD1(env.DB, tap) });
    for (let i = 0; i < 70; i++) expect((await sendCall(key, address)).status).toBe(503);
    tap.fault = (call) => call();
    expect((await sendCall(key, address)).status).toBe(404);
  });
});

describe('the meter of a network', () => {
  it('refunds a call only in the window in which the call was charged', async () => {
    turnTo(NOON);
    const meter = env.ADDRESSES.getByName(crypto.randomUUID());
    const { reading } = await meter.admit(2);
    await meter.admit(2);
    await meter.refund(reading.windowEndsAt - 1);
    expect((await meter.admit(2)).isAdmitted).toBe(false);
    await meter.refund(reading.windowEndsAt);
    expect((await meter.admit(2)).isAdmitted).toBe(true);
    turnTo(NOON + 60_000);
    await meter.admit(2);
    await meter.refund(reading.windowEndsAt);
    expect((await meter.admit(2)).reading.remaining).toBe(0);
  });
});
