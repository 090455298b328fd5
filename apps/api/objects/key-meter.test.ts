/** Tests the record of a key in its object: how it is loaded and refreshed, and that no older record replaces it. */
import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import type { Plan } from '#domain/plans';
import { mintKey, newId } from '#secrets/key-text';
import { fakeClock, NOON } from '#testkit/clock';
import { D1_DOWN, pass, rebind, Tap, tappedD1 } from '#testkit/faults';
import { createWorld } from '#testkit/world';
import { readStoredKey, type StoredKey } from './stored-key';

const world = createWorld();
const turnTo = fakeClock();
const getMeter = (id: string) => env.KEYS.getByName(id);

/** Sends a call without other effects. @returns 404 with a valid key, 401 with any other */
const status = async (key: string): Promise<number> => (await world.v2(key, 'DELETE', '/links/no-such-code')).status;
const planLimit = async (key: string) =>
  (await world.v2(key, 'DELETE', '/links/no-such-code')).headers.get('X-RateLimit-Limit');

const readRecord = async (id: string) => (await readStoredKey(env.DB, id)) as StoredKey;

/** Changes a key in D1 only, as if the call of the key's object had been lost. */
const changeInD1 = (id: string, set: string) =>
  env.DB.prepare(`UPDATE keys SET ${set}, version = version + 1 WHERE id = ?1`).bind(id).run();

/** Waits for the object's refresh after a response. D1 returns the reads of this function after that of the refresh. */
const settled = (id: string) =>
  runInDurableObject(getMeter(id), async () => {
    await readStoredKey(env.DB, id);
    await readStoredKey(env.DB, id);
  });

describe('an id without a record', () => {
  it('is refused with 401 and stores nothing in its object', async () => {
    const id = newId();
    const { text } = await mintKey(id);
    expect(await Promise.all([status(text), status(text), status(text)])).toEqual([401, 401, 401]);
    const stored = await runInDurableObject(getMeter(id), (_, { storage }) =>
      storage.sql.exec("SELECT name FROM sqlite_master WHERE type = 'table'").toArray(),
    );
    expect(stored).toEqual([]);
  });

  it('is admitted as soon as a key with that id exists', async () => {
    const { id, key } = await world.newKey();
    const late = newId();
    const { text, digest } = await mintKey(late);
    expect(await status(text)).toBe(401);
    await env.DB.prepare(
      `INSERT INTO keys (id, account_id, name, digest, last_four, made_by, created_at)
        SELECT ?1, account_id, ?2, ?3, last_four, made_by, 1 FROM keys WHERE id = ?4`,
    )
      .bind(late, 'late', digest, id)
      .run();
    expect(await status(text)).toBe(404);
    expect(await status(key)).toBe(404);
  });
});

describe('a version of the record', () => {
  it('stays although lower or equal versions arrive later', async () => {
    const { id, key } = await world.newKey('PRO');
    expect(await status(key)).toBe(404);
    const record = await readRecord(id);
    await getMeter(id).adopt({ ...record, version: 7, plan: 'HOBBY' });
    for (const version of [1, 6, 7]) await getMeter(id).adopt({ ...record, version, plan: 'INDIE', status: 'revoked' });
    expect(await planLimit(key)).toBe('300');
    await evictDurableObject(getMeter(id));
    expect(await planLimit(key)).toBe('300');
  });

  it('wins among racing pushes if it is the highest', async () => {
    const { id, key } = await world.newKey('PRO');
    const record = await readRecord(id);
    const plans: Plan[] = ['FREE', 'INDIE', 'HOBBY'];
    const orders = [
      [4, 2, 3],
      [3, 4, 2],
      [2, 3, 4],
    ] as const;
    for (const [i, order] of orders.entries()) {
      const versions = order.map((version) => ({
        ...record,
        version: version + i * 10,
        plan: plans[version - 2] as Plan,
      }));
      await Promise.all(versions.map((one) => getMeter(id).adopt(one)));
    }
    expect(await planLimit(key)).toBe('300');
  });
});

describe('the first load', () => {
  it('costs one read of D1 for all simultaneous calls', async () => {
    const { id, key } = await world.newKey();
    const tap = new Tap();
    await rebind(getMeter(id), { DB: tappedD1(env.DB, tap) });
    expect(new Set(await Promise.all(Array.from({ length: 20 }, () => status(key))))).toEqual(new Set([404]));
    // Later the hour of the last use is written too.
    expect(tap.calls.filter((sql) => sql.startsWith('SELECT'))).toHaveLength(1);
  });

  it('fails with 503 while D1 is down, and succeeds afterwards in the same object', async () => {
    const { id, key } = await world.newKey('FREE');
    const tap = new Tap(D1_DOWN);
    await rebind(getMeter(id), { DB: tappedD1(env.DB, tap) });
    const refused = await world.v2(key, 'DELETE', '/links/no-such-code');
    expect(refused.status).toBe(503);
    expect(refused.headers.get('X-RateLimit-Limit')).toBeNull();
    expect(refused.headers.get('Retry-After')).toBe('5');
    tap.fault = pass;
    const response = await world.v2(key, 'DELETE', '/links/no-such-code');
    expect(response.headers.get('X-RateLimit-Remaining')).toBe('59');
  });
});

describe('a copy of the record that is older than 60 s', () => {
  it('is refreshed with a change that was made in D1 only', async () => {
    const { id, key } = await world.newKey('PRO');
    turnTo(NOON);
    expect(await planLimit(key)).toBe('5000');
    await changeInD1(id, "plan = 'HOBBY'");
    turnTo(NOON + 59_999);
    expect(await planLimit(key)).toBe('5000');
    turnTo(NOON + 60_000);
    expect(await planLimit(key)).toBe('5000'); // the object refreshes its copy after this response
    await settled(id);
    expect(await planLimit(key)).toBe('300');
    await evictDurableObject(getMeter(id));
    expect(await planLimit(key)).toBe('300');
  });

  it.each([
    ['made inactive', "status = 'inactive'", 401],
    ['revoked', "status = 'revoked'", 401],
    ['given another text', "digest = 'x'", 401],
  ])('is refreshed, and its key refused, if the key was %s in D1 only', async (_, set, expected) => {
    const { id, key } = await world.newKey();
    turnTo(NOON);
    await status(key);
    await changeInD1(id, set);
    turnTo(NOON + 60_000);
    await status(key);
    await settled(id);
    expect(await status(key)).toBe(expected);
  });

  it('is deleted, and its key refused, while D1 lacks the key', async () => {
    const { id, key } = await world.newKey();
    turnTo(NOON);
    await status(key);
    const row = await env.DB.prepare('SELECT * FROM keys WHERE id = ?1').bind(id).first<Record<string, string>>();
    await env.DB.prepare('DELETE FROM keys WHERE id = ?1').bind(id).run();
    turnTo(NOON + 60_000);
    await status(key);
    await settled(id);
    expect(await status(key)).toBe(401);
    await evictDurableObject(getMeter(id));
    expect(await status(key)).toBe(401);

    const columns = Object.keys(row ?? {});
    const values = columns.map((_, index) => `?${index + 1}`);
    await env.DB.prepare(`INSERT INTO keys (${columns}) VALUES (${values})`)
      .bind(...Object.values(row ?? {}))
      .run();
    turnTo(NOON + 120_000);
    expect(await status(key)).toBe(404);
  });

  it('is refreshed, and its key admitted, if the key was made active again in D1 only', async () => {
    const { id, key } = await world.newKey();
    turnTo(NOON);
    await world.admin('PATCH', `/keys/${id}`, { status: 'inactive' });
    expect(await status(key)).toBe(401);
    await changeInD1(id, "status = 'active'");
    turnTo(NOON + 60_000);
    await status(key);
    await settled(id);
    expect(await status(key)).toBe(404);
  });

  it('stays valid while D1 is down, and is refreshed by the next call', async () => {
    const { id, key } = await world.newKey();
    turnTo(NOON);
    await status(key);
    await changeInD1(id, "plan = 'FREE'");
    const tap = new Tap(D1_DOWN);
    await rebind(getMeter(id), { DB: tappedD1(env.DB, tap) });
    turnTo(NOON + 60_000);
    expect(await planLimit(key)).toBe('5000');
    await settled(id);
    tap.fault = pass;
    expect(await planLimit(key)).toBe('5000');
    await settled(id);
    expect(await planLimit(key)).toBe('60');
  });
});
