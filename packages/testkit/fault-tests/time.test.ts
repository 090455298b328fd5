/** Faults of time: clocks that differ, a cron that stands still, an alarm that runs twice. */
import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type BatchedClick, encodeClicks, makeBatchId } from '#domain/click-batch';
import { decodeEntry, makeEntryKey } from '#domain/edge-entry';
import { fakeClock, NOON } from '#testkit/clock';
import { failing, KV_DOWN, pass, Tap, tappedKv, tappedObjects } from '#testkit/faults';
import { createWorld, freshAlias } from '#testkit/world';

const DAY_MS = 86_400_000;
const turnTo = fakeClock();

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  turnTo(NOON);
  // Rows that other tests left dirty would use up a run of the cron.
  await env.DB.batch(
    [
      'UPDATE links SET dirty = 0, threat = NULL',
      'UPDATE keys SET pushed_version = version',
      'UPDATE denylist SET dirty = 0, put_at = 0, quiet_at = 0',
    ].map((sql) => env.DB.prepare(sql)),
  );
});
afterEach(() => void vi.restoreAllMocks());

async function newLink(options: Record<string, unknown>, world = createWorld()) {
  const { id: keyId, key, accountId } = await world.newKey('PRO');
  const alias = freshAlias('time');
  expect((await world.shorten(key, { url: 'https://example.com/', alias, ...options })).status).toBe(201);
  return { key, keyId, accountId, alias };
}

const readRow = (code: string) =>
  env.DB.prepare('SELECT id, version, gone, dirty FROM links WHERE code = ?1')
    .bind(code)
    .first<{ id: string; version: number; gone: string | null; dirty: number }>();
const readEntry = async (code: string) => decodeEntry((await env.ROUTES.get(makeEntryKey(code))) ?? '');

describe('two edges whose clocks are five seconds off', () => {
  /** A visit at an edge whose clock is `offMs` ahead; the clock of the Durable Object is right. @returns the status */
  async function visitAt(moment: number, offMs: number, alias: string): Promise<number> {
    const right = new Tap((call) => {
      turnTo(moment);
      return call();
    });
    turnTo(moment + offMs);
    return (await createWorld({ CLICKS: tappedObjects(env.CLICKS, right) }).visit(alias)).status;
  }

  it('each end a link by their own clock, and a limited link by the clock of its counter too', async () => {
    const plain = await newLink({ expiresIn: 60 });
    const limited = await newLink({ expiresIn: 60, maxClicks: 9 });
    const end = NOON + 60_000;
    const seen = {
      fast: [await visitAt(end - 5_001, 5_000, plain.alias), await visitAt(end - 5_000, 5_000, plain.alias)],
      slow: [await visitAt(end + 4_999, -5_000, plain.alias), await visitAt(end + 5_000, -5_000, plain.alias)],
      limited: [await visitAt(end - 1, -5_000, limited.alias), await visitAt(end, -5_000, limited.alias)],
    };
    expect(seen).toEqual({ fast: [302, 410], slow: [302, 410], limited: [302, 410] });
  });
});

describe('a cron that has not run for a day', () => {
  /** Leaves work for the cron: a tombstone, a denylist, the object of a key, an expired session. */
  async function workForTheCron() {
    const puts = new Tap();
    const pushes = new Tap();
    const world = createWorld({
      ROUTES: tappedKv(env.ROUTES, puts, ['put']),
      KEYS: tappedObjects(env.KEYS, pushes),
    });
    const deleted = await newLink({}, world);
    const suspended = await newLink({}, world);
    const revoked = await newLink({}, world);
    turnTo(NOON + 1_000);
    puts.fault = KV_DOWN;
    await world.v2(deleted.key, 'DELETE', `/links/${deleted.alias}`);
    await world.admin('POST', `/accounts/${suspended.accountId}/suspend`);
    pushes.fault = failing();
    expect((await world.admin('DELETE', `/keys/${revoked.keyId}`)).status).toBe(503);
    puts.fault = pass;
    await env.DB.prepare(
      `INSERT INTO sessions (digest, id, account_id, agent, created_at, seen_at, expires_at) VALUES (?1, ?1, ?2, '', 0, 0, ?3)`,
    )
      .bind(crypto.randomUUID(), suspended.accountId, NOON + 2_000)
      .run();
    return { deleted, suspended, revoked };
  }

  it('does all its pending work with its next run', async () => {
    const { deleted, suspended, revoked } = await workForTheCron();
    turnTo(NOON + DAY_MS);
    const visits = async () => [
      (await createWorld().visit(deleted.alias)).status,
      (await createWorld().visit(suspended.alias)).status,
    ];
    const before = await visits();
    const world = createWorld();
    await world.cron();
    const after = await visits();
    expect([before, after]).toEqual([
      [302, 302],
      [410, 410],
    ]);
    expect(await readRow(deleted.alias)).toMatchObject({ dirty: 0 });
    expect(await readEntry(deleted.alias)).toMatchObject({ state: 'gone', version: 2 });
    expect((await world.v2(revoked.key, 'GET', '/usage')).status).toBe(401);
    const sessions = env.DB.prepare('SELECT count(*) AS n FROM sessions WHERE account_id = ?1');
    expect(await sessions.bind(suspended.accountId).first('n')).toBe(0);
  });
});

describe('an alarm that runs twice', () => {
  /** Runs an alarm as the platform may: twice at the same time, and once more afterwards. */
  const runTwice = (stub: unknown) =>
    runInDurableObject(stub as DurableObjectStub<never>, async (object: { alarm?(): void | Promise<void> }) => {
      await Promise.all([object.alarm?.(), object.alarm?.()]);
      await object.alarm?.();
    });

  async function lastClick(): Promise<void> {
    const { alias } = await newLink({ maxClicks: 2 });
    const world = createWorld();
    for (let i = 0; i < 2; i++) expect((await world.visit(alias)).status).toBe(302);
    const counter = env.CLICKS.getByName((await readRow(alias))?.id ?? '');
    await runTwice(counter);
    const [row, entry, clicks] = await Promise.all([readRow(alias), readEntry(alias), counter.count()]);
    expect([row?.gone, entry?.state, clicks]).toEqual(['CLICKS', 'gone', 2]);
    expect(entry?.version).toBe(row?.version); // a second announcement would have raised the version again
  }

  async function dayOfClicks(): Promise<void> {
    const object = env.STATISTICS.getByName(`${crypto.randomUUID()}:0`);
    const profile = { country: '', city: '', device: '', browser: '', os: '', referrer: '', language: '' };
    const clicks: BatchedClick[] = [1, 2, 3].map((at) => ({
      linkId: 'link',
      code: 'code',
      at: NOON + at,
      kind: 'click',
      profile,
      visitor: 0,
    }));
    await object.add([{ id: makeBatchId(NOON, 'one'), clicks: encodeClicks(clicks), visitors: ['somebody'] }]);
    turnTo(NOON + DAY_MS);
    await runTwice(object);
    const { totals } = await object.readLink('link', null);
    expect(totals).toMatchObject({ clicks: 3, visitors: 1 });
  }

  it.each([
    ['of a link that is spent', lastClick],
    ['of a day that is over', dayOfClicks],
  ])('%s has the result of one run', (_, run) => run());
});
