/**
 * Tests accepted destinations. After the operator has unblocked a link, no check blocks the link again until its
 * destination changes (docs/threats.md).
 */
import { env } from 'cloudflare:workers';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { blockUnsafe } from '#api/links/link-changes';
import { fakeClock, NOON } from '#testkit/clock';
import { clearThreats, cron, readRow, threatWorld } from '#testkit/threat-world';
import { createWorld, freshAlias, type World } from '#testkit/world';
import { importFeed } from './import';
import { IMPORTED_LIST_KEY } from './imported-list';

const MINUTE = 60_000;
const DAY = 86_400_000;
const WEEK = 7 * DAY;
const BAD = 'https://login.bad.example/';
const WORSE = 'https://other.bad.example/';
const BROWSER = { headers: { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:121.0) Gecko/20100101 Firefox/121.0' } };

const turnTo = fakeClock();
beforeEach(async () => {
  await clearThreats();
  turnTo(NOON);
});
afterAll(clearThreats);

async function cronAt(world: World, at: number): Promise<void> {
  turnTo(at);
  await cron(world);
}

const unblock = (world: World, alias: string, body?: { url: string }) =>
  world.admin('POST', `/links/${alias}/unblock`, body);
const readBlocked = async (world: World, alias: string) => (await readRow(world, alias))?.blocked;

/** Makes a link that the check after a day blocks, and that the operator then unblocks. */
async function unblocked() {
  const world = await threatWorld('webrisk', 'flags none');
  const { key } = await world.newKey('PRO');
  const alias = freshAlias('accepted');
  expect((await world.shorten(key, { url: BAD, alias })).status).toBe(201);
  await world.setBehaviour('right');
  await cronAt(world, NOON + DAY);
  expect(await readBlocked(world, alias)).toBe('threat');
  expect((await unblock(world, alias)).status).toBe(200);
  return { world, key, alias };
}

describe('a link that the operator has unblocked', () => {
  it('stays unblocked after the weekly checks, although it is clicked', async () => {
    const { world, alias } = await unblocked();
    for (const weeks of [1, 2]) {
      turnTo(NOON + DAY + weeks * WEEK - DAY);
      expect((await world.visit(alias, BROWSER)).status).toBe(302);
      await cronAt(world, NOON + DAY + weeks * WEEK + MINUTE);
      expect(await readBlocked(world, alias)).toBeNull();
    }
  });

  it('stays unblocked after the check of the first day if the operator had blocked it before', async () => {
    const world = await threatWorld('webrisk', 'flags none');
    const { key } = await world.newKey('PRO');
    const alias = freshAlias('accepted');
    await world.shorten(key, { url: BAD, alias });
    await world.admin('POST', `/links/${alias}/block`, { reason: 'reported' });
    await unblock(world, alias);
    await world.setBehaviour('right');
    await cronAt(world, NOON + DAY);
    expect(await readBlocked(world, alias)).toBeNull();
  });

  it('is no longer pending, and the next cron does not block it', async () => {
    const world = await threatWorld('webrisk', '500');
    const { key } = await world.newKey('PRO');
    const alias = freshAlias('accepted');
    await world.shorten(key, { url: BAD, alias });
    await unblock(world, alias, { url: BAD });
    expect(await readRow(world, alias)).toMatchObject({ threat: null, accepted: 1 });
    await world.setBehaviour('right');
    await cronAt(world, NOON + MINUTE);
    expect(await readBlocked(world, alias)).toBeNull();
  });

  it('stays unblocked even if a new imported list has its host', async () => {
    const { world, alias } = await unblocked();
    await env.ROUTES.put(IMPORTED_LIST_KEY, importFeed('.bad.example').bytes);
    turnTo(NOON + DAY + MINUTE);
    await world.visit(alias, BROWSER);
    await cronAt(world, NOON + 2 * DAY + WEEK);
    await env.ROUTES.delete(IMPORTED_LIST_KEY);
    expect(await readBlocked(world, alias)).toBeNull();
  });

  it('is not blocked by a check that began before the unblocking', async () => {
    const { world, alias } = await unblocked();
    const checked = await env.DB.prepare('SELECT code, id, url FROM links').first<{
      code: string;
      id: string;
      url: string;
    }>();
    await expect(blockUnsafe(world.env, checked as NonNullable<typeof checked>, NOON + DAY)).rejects.toMatchObject({
      code: 'LINK_NOT_FOUND',
    });
    expect(await readBlocked(world, alias)).toBeNull();
  });

  it('stays accepted when its owner changes another option', async () => {
    const { world, key, alias } = await unblocked();
    expect((await world.v2(key, 'PATCH', `/links/${alias}`, { maxClicks: 1_000 })).status).toBe(200);
    expect(await readRow(world, alias)).toMatchObject({ accepted: 1 });
  });

  it('still responds with 410 while the operator blocks its host', async () => {
    const { alias } = await unblocked();
    const operator = createWorld();
    await operator.admin('PUT', '/blocked-hosts', { hosts: ['bad.example'] });
    expect((await createWorld().visit(alias)).status).toBe(410);
    await operator.admin('PUT', '/blocked-hosts', { hosts: [] });
  });
});

describe('a link that the operator unblocks', () => {
  /** Makes a blocked link whose owner has then changed its destination. */
  async function changedLink() {
    const world = await threatWorld('webrisk', 'flags none');
    const { key } = await world.newKey('PRO');
    const alias = freshAlias('changed');
    await world.shorten(key, { url: BAD, alias });
    await world.admin('POST', `/links/${alias}/block`, { reason: 'reported' });
    expect((await world.v2(key, 'PATCH', `/links/${alias}`, { url: WORSE })).status).toBe(200);
    return { world, key, alias };
  }

  it('is not accepted, but checked by the next cron, if its owner changed the destination while it was blocked', async () => {
    const { world, alias } = await changedLink();
    expect((await unblock(world, alias)).status).toBe(200);
    expect(await readRow(world, alias)).toMatchObject({
      blocked: null,
      accepted: 0,
      threat: 'pending',
      url_changed: 0,
    });
    await world.setBehaviour('right');
    await cronAt(world, NOON + MINUTE);
    expect(await readBlocked(world, alias)).toBe('threat');
  });

  it('stays blocked, with 409, if the operator names another destination than it has', async () => {
    const { world, alias } = await changedLink();
    expect((await unblock(world, alias, { url: BAD })).status).toBe(409);
    expect(await readRow(world, alias)).toMatchObject({ blocked: 'reported', accepted: 0 });
    expect((await unblock(world, alias, { url: WORSE })).status).toBe(200);
    expect(await readRow(world, alias)).toMatchObject({ blocked: null, accepted: 1 });
  });

  it('is accepted if the operator blocked it again after the change of its destination', async () => {
    const { world, alias } = await changedLink();
    await world.admin('POST', `/links/${alias}/block`, { reason: 'seen' });
    await unblock(world, alias);
    expect(await readRow(world, alias)).toMatchObject({ blocked: null, accepted: 1 });
  });

  it('is accepted only by a request with its destination if it was neither blocked nor unjudgeable', async () => {
    const world = await threatWorld('webrisk', 'flags none');
    const { key } = await world.newKey('PRO');
    const alias = freshAlias('changed');
    await world.shorten(key, { url: BAD, alias });
    await unblock(world, alias);
    expect(await readRow(world, alias)).toMatchObject({ accepted: 0, threat: 'pending' });
    await unblock(world, alias, { url: BAD });
    expect(await readRow(world, alias)).toMatchObject({ accepted: 1, threat: null });
  });
});

describe('an accepted link is no longer accepted', () => {
  it('after a change of its destination', async () => {
    const { world, key, alias } = await unblocked();
    await world.setBehaviour('flags none');
    turnTo(NOON + 2 * DAY);
    expect((await world.v2(key, 'PATCH', `/links/${alias}`, { url: WORSE })).status).toBe(200);
    expect(await readRow(world, alias)).toMatchObject({ accepted: 0, checked_at: null });
    await world.setBehaviour('right');
    await cronAt(world, NOON + 3 * DAY);
    expect(await readBlocked(world, alias)).toBe('threat');
  });

  it('after a block by the operator', async () => {
    const { world, alias } = await unblocked();
    await world.admin('POST', `/links/${alias}/block`, { reason: 'after all' });
    expect(await readRow(world, alias)).toMatchObject({ accepted: 0, blocked: 'after all' });
  });

  it('after its owner has taken the alias again', async () => {
    const { world, key, alias } = await unblocked();
    await world.v2(key, 'DELETE', `/links/${alias}`);
    await world.setBehaviour('flags none');
    turnTo(NOON + 2 * DAY);
    expect((await world.shorten(key, { url: BAD, alias })).status).toBe(201);
    expect(await readRow(world, alias)).toMatchObject({ accepted: 0, checked_at: null });
    await world.setBehaviour('right');
    await cronAt(world, NOON + 3 * DAY);
    expect(await readBlocked(world, alias)).toBe('threat');
  });
});
