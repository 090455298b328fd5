/** The blocks that follow an unsafe verdict. */
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { fakeClock, NOON } from '#testkit/clock';
import { d1Where } from '#testkit/faults';
import { cron, newLink, readRow, threatWorld } from '#testkit/threat-world';
import { createWorld } from '#testkit/world';
import { blockUnsafe } from './link-changes';

const MINUTE = 60_000;
const DAY = 86_400_000;
const BAD = 'https://login.bad.example/';
const GOOD = 'https://good.example/';

const turnTo = fakeClock();
beforeEach(async () => {
  await env.DB.exec('DELETE FROM links');
  turnTo(NOON);
});

describe('an unsafe verdict', () => {
  const link = (code: string) =>
    env.DB.prepare('SELECT code, id, url FROM links WHERE code = ?1')
      .bind(code)
      .first<{ code: string; id: string; url: string }>();

  it('does not block a new link that has got the code meanwhile', async () => {
    const world = await threatWorld('webrisk', '500');
    const { alias, key } = await newLink(world, BAD);
    const DB = d1Where(/"threat" = 'pending'/, async (read) => {
      const rows = (await read()) as unknown[];
      await world.call('DELETE', `/v2/links/${alias}`, { headers: { Authorization: `Bearer ${key}` } });
      const again = await world.shorten(key, { url: GOOD, alias });
      expect([rows.length, again.status]).toEqual([1, 201]);
      return rows;
    });
    await world.setBehaviour('right');
    await cron({ env: { ...world.env, DB } });
    expect(await readRow(world, alias)).toMatchObject({ blocked: null, url: GOOD });
    expect((await world.visit(alias)).headers.get('Location')).toBe(GOOD);
  });

  it('does not block a link that now has another destination', async () => {
    const world = createWorld();
    const { alias } = await newLink(world, GOOD);
    const before = await link(alias);
    const stale = { ...(before as NonNullable<typeof before>), url: BAD };
    await expect(blockUnsafe(world.env, stale, NOON)).rejects.toMatchObject({ code: 'LINK_NOT_FOUND' });
    expect((await readRow(world, alias))?.blocked).toBeNull();
  });

  it('keeps the operator’s reason, and does not block a link again that the operator has unblocked', async () => {
    const world = await threatWorld('webrisk', '500');
    const { alias } = await newLink(world, BAD);
    await world.admin('POST', `/links/${alias}/block`, { reason: 'reported by a bank' });
    await world.setBehaviour('right');
    turnTo(NOON + MINUTE);
    await cron(world);
    expect(await readRow(world, alias)).toMatchObject({ blocked: 'reported by a bank', threat: null });
    await world.admin('POST', `/links/${alias}/unblock`);
    turnTo(NOON + 2 * DAY);
    await cron(world);
    expect((await readRow(world, alias))?.blocked).toBeNull();
  });

  it('blocks a limited link, although its counter has clicks left', async () => {
    const world = await threatWorld('webrisk', '500');
    const { alias } = await newLink(world, BAD, { maxClicks: 5 });
    expect((await world.visit(alias)).status).toBe(302);
    await world.setBehaviour('right');
    turnTo(NOON + MINUTE);
    await cron(world);
    expect((await world.visit(alias)).status).toBe(410);
  });
});
