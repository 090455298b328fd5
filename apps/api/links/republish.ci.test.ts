/** Tests that a republication makes KV equal to D1 again, even while links change and KV fails. */
import { env } from 'cloudflare:workers';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { DENYLIST_KEY } from '#domain/denylist';
import { decodeEntry, makeEntryKey } from '#domain/edge-entry';
import { fakeClock, NOON } from '#testkit/clock';
import { D1_DOWN, d1Where, failing, KV_DOWN, Tap, tappedKv } from '#testkit/faults';
import { insertLinks } from '#testkit/many-links';
import { createWorld, freshAlias, type World } from '#testkit/world';

const world = createWorld();
const turnTo = fakeClock();
afterEach(() => void vi.restoreAllMocks());

type Report = Record<string, number> & { denylist: string; threatList: string; nextCursor: string | null };

/** Makes every call of a republication. @returns the sums of its reports */
async function republish(mode: Record<string, unknown> = {}, on: World = world): Promise<Record<string, number>> {
  const sums: Record<string, number> = {};
  let cursor: string | null = null;
  do {
    const response = await on.admin('POST', '/republish', { ...mode, cursor });
    expect(response.status).toBe(200);
    const report: Report = await response.json();
    for (const [name, value] of Object.entries(report))
      if (typeof value === 'number') sums[name] = (sums[name] ?? 0) + value;
    cursor = report.nextCursor;
  } while (cursor !== null);
  return sums;
}

const readEntry = async (code: string) => decodeEntry((await env.ROUTES.get(makeEntryKey(code))) ?? '');
const readVersion = (code: string) =>
  env.DB.prepare('SELECT version FROM links WHERE code = ?1').bind(code).first('version');

/** Deletes everything from KV, as somebody with access to the account may. */
async function emptyKv(): Promise<void> {
  for (let cursor: string | null = null; ; ) {
    const listed: KVNamespaceListResult<unknown> = await env.ROUTES.list({ cursor });
    await Promise.all(listed.keys.map(({ name }) => env.ROUTES.delete(name)));
    if (listed.list_complete) return;
    cursor = listed.cursor;
  }
}

// A republication goes through every entry, also through the thousands that other files have made.
beforeAll(emptyKv);

/** A link of every kind whose put is an hour old, and what a visit of each gets. */
async function everyKind() {
  turnTo(NOON - 3_600_000);
  const { key } = await world.newKey('PRO');
  const other = await world.newKey('PRO');
  const make = async (options: Record<string, unknown>, by = key) => {
    const alias = freshAlias('again');
    expect((await world.shorten(by, { url: 'https://example.com/there', alias, ...options })).status).toBe(201);
    return alias;
  };
  const codes = {
    plain: await make({}),
    limited: await make({ maxClicks: 100 }),
    protected: await make({ password: 'open sesame' }),
    deleted: await make({}),
    blocked: await make({}),
    suspended: await make({}, other.key),
  };
  await world.v2(key, 'DELETE', `/links/${codes.deleted}`);
  await world.admin('POST', `/links/${codes.blocked}/block`, { reason: 'test' });
  await world.admin('POST', `/accounts/${other.accountId}/suspend`);
  await env.DB.prepare('UPDATE links SET dirty = 0').run();
  turnTo(NOON);
  return { key, codes };
}

const statuses = async (codes: Record<string, string>, on: World = createWorld()) =>
  Object.fromEntries(
    await Promise.all(Object.entries(codes).map(async ([name, code]) => [name, (await on.visit(code)).status])),
  );
const STATUSES = { plain: 302, limited: 302, protected: 200, deleted: 410, blocked: 410, suspended: 410 };

describe('a KV that was emptied', () => {
  it('gives no visit another answer, and a republication makes every entry again', async () => {
    const { codes } = await everyKind();
    expect(await statuses(codes)).toEqual(STATUSES);
    const before = await Promise.all(Object.values(codes).map(readEntry));
    await emptyKv();
    expect(await statuses(codes)).toEqual(STATUSES);
    await emptyKv();
    const sums = await republish();
    expect(sums.missing).toBeGreaterThanOrEqual(Object.keys(codes).length - 1);
    expect(sums).toMatchObject({ failed: 0, superfluous: 0 });
    expect(await Promise.all(Object.values(codes).map(readEntry))).toEqual(before);
    expect(await env.ROUTES.get(DENYLIST_KEY)).not.toBeNull();
    expect(await statuses(codes)).toEqual(STATUSES);
    expect(await republish({ dryRun: true })).toMatchObject({ missing: 0, outdated: 0, superfluous: 0, written: 0 });
  });

  it('gets its denylist from the next run of the cron', async () => {
    await env.ROUTES.delete(DENYLIST_KEY);
    await world.cron();
    expect(await env.ROUTES.get(DENYLIST_KEY)).not.toBeNull();
  });
});

describe('a republication', () => {
  it('only counts the differences in a dry run', async () => {
    const { codes } = await everyKind();
    await republish();
    await env.ROUTES.delete(makeEntryKey(codes.plain));
    await env.ROUTES.put(makeEntryKey(codes.limited), '{"f":1,"s":"gone","v":1,"r":"DELETED"}');
    const stray = freshAlias('stray');
    await env.ROUTES.put(makeEntryKey(stray), '{"f":1,"s":"gone","v":1,"r":"DELETED"}');
    const found = { missing: 1, outdated: 1, superfluous: 1 };
    expect(await republish({ dryRun: true, remove: true })).toMatchObject({ ...found, written: 0, removed: 0 });
    expect(await readEntry(codes.plain)).toBeNull();
    expect(await republish()).toMatchObject({ ...found, written: 2, removed: 0 });
    expect(await republish({ remove: true })).toMatchObject({ missing: 0, outdated: 0, superfluous: 1, removed: 1 });
    expect(await env.ROUTES.get(makeEntryKey(stray))).toBeNull();
  });

  it('goes through all pages, each link once, and publishes what differs on each', async () => {
    const { accountId } = await world.newKey('PRO');
    await env.DB.prepare('DELETE FROM links').run();
    await emptyKv();
    await insertLinks(accountId, 450, (n) => `page-${String(n).padStart(3, '0')}`);
    expect(await republish()).toMatchObject({ links: 450, missing: 450, written: 450, entries: 450, superfluous: 0 });
    expect(await republish()).toMatchObject({ links: 450, missing: 0, outdated: 0, written: 0 });
    await env.DB.prepare('DELETE FROM links').run();
    await emptyKv();
  });

  it('announces its puts, those of outdated links too, and touches no other link', async () => {
    const { codes } = await everyKind();
    await republish();
    await env.DB.prepare('UPDATE links SET put_at = 1, quiet_at = 2').run();
    await env.ROUTES.put(makeEntryKey(codes.plain), '{"f":1,"s":"gone","v":1,"r":"DELETED"}');
    expect(await republish()).toMatchObject({ outdated: 1, written: 1 });
    const { results } = await env.DB.prepare('SELECT code FROM links WHERE put_at > 1').all();
    expect(results).toEqual([{ code: codes.plain }]);
  });

  it('leaves the mark of a link whose put KV has refused', async () => {
    const { codes } = await everyKind();
    await republish();
    await env.ROUTES.delete(makeEntryKey(codes.plain));
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const full = createWorld({ ROUTES: tappedKv(env.ROUTES, new Tap(KV_DOWN), ['put']) });
    expect(await republish({}, full)).toMatchObject({ written: 0, failed: 1 });
    turnTo(NOON + 120_000);
    expect(await republish({ dryRun: true })).toMatchObject({ waiting: 1, missing: 1 });
    expect(await republish()).toMatchObject({ waiting: 1, written: 1 });
  });

  it('never replaces an entry that is newer than its link', async () => {
    const { codes } = await everyKind();
    await republish();
    const newer = '{"f":1,"s":"gone","v":99,"r":"DELETED"}';
    await env.ROUTES.put(makeEntryKey(codes.plain), newer);
    expect(await republish()).toMatchObject({ newer: 1, outdated: 0, written: 0 });
    expect(await env.ROUTES.get(makeEntryKey(codes.plain))).toBe(newer);
    await env.ROUTES.delete(makeEntryKey(codes.plain));
  });

  it('leaves the edge with the newest version, although its own put lands after an edit', async () => {
    const { key, codes } = await everyKind();
    await republish();
    await env.ROUTES.delete(makeEntryKey(codes.plain));
    const late: (() => Promise<unknown>)[] = [];
    const tap = new Tap(async (call) => {
      late.push(call);
      throw new Error('KV PUT failed: 500 Internal Server Error');
    });
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const slow = createWorld({ ROUTES: tappedKv(env.ROUTES, tap, ['put']) });
    expect(await republish({}, slow)).toMatchObject({ written: 0, failed: 1 });
    turnTo(NOON + 1_000);
    await world.v2(key, 'PATCH', `/links/${codes.plain}`, { url: 'https://example.com/second' });
    for (const call of late) await call();
    expect((await readEntry(codes.plain))?.version).toBe(1);
    for (const minutes of [1, 2]) {
      turnTo(NOON + minutes * 60_000);
      await world.cron();
    }
    expect((await readEntry(codes.plain))?.version).toBe(await readVersion(codes.plain));
    expect(await readEntry(codes.plain)).toMatchObject({ target: { location: 'https://example.com/second' } });
  });

  it('publishes a dirty link too, and leaves its mark to the cron', async () => {
    const { codes } = await everyKind();
    await republish();
    await env.DB.prepare('UPDATE links SET dirty = 1 WHERE code = ?1').bind(codes.plain).run();
    await env.ROUTES.delete(makeEntryKey(codes.plain));
    expect(await republish()).toMatchObject({ waiting: 1, missing: 1, written: 1 });
    expect(await republish()).toMatchObject({ waiting: 1, missing: 0, written: 0 });
  });

  it('counts no entry as missing that KV has dropped because its link has expired', async () => {
    const { key } = await everyKind();
    await republish();
    const alias = freshAlias('old');
    await world.shorten(key, { url: 'https://example.com/', alias, expiresIn: 60 });
    await env.ROUTES.delete(makeEntryKey(alias));
    await env.DB.prepare('UPDATE links SET dirty = 0').run();
    turnTo(NOON + 172_800_000);
    expect(await republish({ dryRun: true })).toMatchObject({ missing: 0 });
  });
});

describe('the endpoint', () => {
  it.each([
    ['a cursor of its own making', { cursor: 'not one of ours' }],
    ['a cursor of 5,000 characters', { cursor: 'x'.repeat(5_000) }],
    ['a number as cursor', { cursor: 7 }],
    ['a text as dryRun', { dryRun: 'yes' }],
    ['null as remove', { remove: null }],
    ['a mistyped field', { dryrun: true }],
  ])('refuses %s with 400', async (_, body) => {
    const response = await world.admin('POST', '/republish', body);
    expect([response.status, ((await response.json()) as { errorType: string }).errorType]).toEqual([
      400,
      'INVALID_FIELD',
    ]);
  });

  it('is 401 for an API key, and takes a call without a body as that for the first page', async () => {
    const { key } = await world.newKey('PRO');
    const asked = (token: string) =>
      world.call('POST', '/admin/republish', { headers: { Authorization: `Bearer ${token}` } });
    expect((await asked(key)).status).toBe(401);
    expect((await asked(world.env.ADMIN_TOKEN as string)).status).toBe(200);
  });

  it('is 503 while a store fails', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const kv = createWorld({ ROUTES: tappedKv(env.ROUTES, new Tap(failing('KV GET failed: 500')), ['get']) });
    const full = createWorld({ ROUTES: tappedKv(env.ROUTES, new Tap(KV_DOWN), ['put']) });
    const d1 = createWorld({ DB: d1Where(/from "links"/, D1_DOWN) });
    for (const on of [kv, d1]) expect((await on.admin('POST', '/republish')).status).toBe(503);
    expect((await full.admin('POST', '/republish', { dryRun: true })).status).toBe(200);
  });
});
