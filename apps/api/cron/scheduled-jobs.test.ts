/** Tests that a link stays dirty until KV and the counter have its change, and that the cron repeats what failed. */
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { decodeEntry, makeEntryKey } from '#domain/edge-entry';
import { fakeClock } from '#testkit/clock';
import { D1_DOWN, d1Where, failing, firstCalls, KV_DOWN, onlyFor, Tap, tappedKv, tappedObjects } from '#testkit/faults';
import { insertLinks } from '#testkit/many-links';
import { createWorld, freshAlias } from '#testkit/world';

const world = createWorld();
const turnTo = fakeClock();
const NOW = Date.UTC(2031, 5, 15, 12, 0, 0, 457);
const MINUTE = 60_000;

afterEach(() => void vi.restoreAllMocks());

const readDirty = (code: string) => env.DB.prepare('SELECT dirty FROM links WHERE code = ?1').bind(code).first('dirty');
const readEntry = async (code: string) => decodeEntry((await env.ROUTES.get(makeEntryKey(code))) ?? '');

/** Creates a link, and moves the clock so far that the next put can clear the dirty mark at once. */
async function quietLink(options: Record<string, unknown> = {}) {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  turnTo(NOW);
  const { key } = await world.newKey('PRO');
  const alias = freshAlias('dirty');
  expect((await world.shorten(key, { url: 'https://example.com/', alias, ...options })).status).toBe(201);
  turnTo(NOW + 10 * MINUTE);
  return { key, alias };
}

describe('the dirty mark', () => {
  it('is cleared by an edit that has reached the edge', async () => {
    const { key, alias } = await quietLink({ maxClicks: 5 });
    expect((await world.v2(key, 'PATCH', `/links/${alias}`, { maxClicks: 6 })).status).toBe(200);
    expect(await readDirty(alias)).toBe(0);
  });

  it('stays after an edit that has not reached the counter, until the cron has updated the counter', async () => {
    const { key, alias } = await quietLink({ maxClicks: 5 });
    const CLICKS = tappedObjects(env.CLICKS, new Tap(onlyFor(/^limit$/, failing())));
    expect((await createWorld({ CLICKS }).v2(key, 'PATCH', `/links/${alias}`, { maxClicks: 1 })).status).toBe(503);
    expect(await readDirty(alias)).toBe(1);
    turnTo(NOW + 12 * MINUTE);
    await world.cron();
    expect(await readDirty(alias)).toBe(0);
  });

  it('stays after a put failed for a link that took an alias again', async () => {
    const { key, alias } = await quietLink();
    await world.v2(key, 'DELETE', `/links/${alias}`);
    turnTo(NOW + 20 * MINUTE);
    const ROUTES = tappedKv(env.ROUTES, new Tap(firstCalls(1, KV_DOWN)), ['put']);
    const again = await createWorld({ ROUTES }).shorten(key, { url: 'https://example.com/again', alias });
    expect([again.status, await readDirty(alias)]).toEqual([201, 1]);
    turnTo(NOW + 22 * MINUTE);
    await world.cron();
    expect(await readEntry(alias)).toMatchObject({ state: 'live', target: { location: 'https://example.com/again' } });
    expect(await readDirty(alias)).toBe(0);
  });
});

it('the cron publishes two hundred links a run, and first those that have waited longest', async () => {
  const { accountId } = await world.newKey();
  const mark = freshAlias('wait');
  const codes = await insertLinks(accountId, 201, (n) => `${mark}-${1_000 + n}`);
  const [youngest = '', oldest = ''] = [codes[0], codes[200]];
  const makeDirty =
    'UPDATE links SET dirty = (account_id = ?1), put_at = 200 - created_at WHERE account_id = ?1 OR dirty = 1';
  await env.DB.prepare(makeDirty).bind(accountId).run();
  turnTo(NOW);
  await world.cron();
  expect([await readDirty(oldest), await readDirty(youngest)]).toEqual([0, 1]);
});

it('the cron clears the dirty mark even if an earlier job fails', async () => {
  const { key, alias } = await quietLink();
  const ROUTES = tappedKv(env.ROUTES, new Tap(KV_DOWN), ['put']);
  const edited = await createWorld({ ROUTES }).v2(key, 'PATCH', `/links/${alias}`, { url: 'https://example.com/new' });
  expect([edited.status, await readDirty(alias)]).toEqual([200, 1]);
  turnTo(NOW + 12 * MINUTE);
  await createWorld({ DB: d1Where(/^update "denylist"/, D1_DOWN) }).cron();
  expect(await readDirty(alias)).toBe(0);
  expect(await readEntry(alias)).toMatchObject({ target: { location: 'https://example.com/new' } });
});
