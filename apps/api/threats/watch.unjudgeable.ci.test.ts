/** Tests addresses on which Web Risk gives no verdict. That is not a failure of the service (docs/threats.md). */
import { env } from 'cloudflare:workers';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BatchRecord } from '#api/links/batch-record';
import { fakeClock, NOON } from '#testkit/clock';
import type { Behaviour } from '#testkit/threat-behaviours';
import { clearThreats, cron, newLink, readRow, type ThreatWorld, threatWorld } from '#testkit/threat-world';
import { createWorld, freshAlias, type World } from '#testkit/world';

const MINUTE = 60_000;
const DAY = 86_400_000;
const REFUSED = 'https://status-414.example/secret-path';
const GOOD = 'https://good.example/';
const REFUSALS = 5;

const turnTo = fakeClock();
beforeEach(async () => {
  await clearThreats();
  turnTo(NOON);
});
afterEach(() => void vi.restoreAllMocks());
afterAll(clearThreats);

/** Runs the cron `count` times, a minute apart. @returns the lines that it logs */
async function minutes(world: ThreatWorld, count: number, from = NOON): Promise<string[]> {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  for (let minute = 1; minute <= count; minute++) {
    turnTo(from + minute * MINUTE);
    await cron(world);
  }
  const lines = log.mock.calls.map((line) => line.map(String).join(' '));
  log.mockRestore();
  return lines;
}

type Listed = { count: number; links: { shortCode: string; accountId: string; url: string; since: string }[] };
const listed = async (world: World) =>
  (await (await world.admin('GET', '/threats')).json<{ unjudgeable: Listed }>()).unjudgeable;

/** Makes a link that has become unjudgeable after REFUSALS refusals. */
async function unjudgeable(behaviour: Behaviour = 'right') {
  const world = await threatWorld('webrisk', behaviour);
  const link = await newLink(world, REFUSED);
  await minutes(world, REFUSALS);
  expect((await listed(world)).links.map(({ shortCode }) => shortCode)).toEqual([link.alias]);
  return { world, ...link };
}

describe('an address that the service refuses', () => {
  it.each([400, 413, 414, 422, 431])(
    'is pending and does not open the breaker if the service responds with %i',
    async (status) => {
      const world = await threatWorld('webrisk', 'right');
      for (let i = 0; i < 5; i++) {
        const { alias } = await newLink(world, `https://status-${status}.example/${i}`);
        expect((await readRow(world, alias))?.threat).toBe('pending');
      }
      const { key } = await world.newKey();
      expect((await world.shorten(key, { url: 'https://login.bad.example/' })).status).toBe(400);
    },
  );

  it('does not delay a link that the service can check, even if there are seventy such addresses', async () => {
    const world = await threatWorld('webrisk', '500');
    const { alias } = await newLink(world, GOOD);
    const insert = `INSERT INTO links (code, id, account_id, url, created_at, put_at, quiet_at, threat, refused_checks)
      SELECT 'refused-' || key, 'refused-' || key, account_id, ?2, 0, 0, 0, 'pending', 1
      FROM links, json_each(?1) WHERE code = ?3`;
    await env.DB.prepare(insert)
      .bind(JSON.stringify(Array(70).fill(0)), REFUSED, alias)
      .run();
    await world.setBehaviour('right');
    await minutes(world, 1);
    expect((await readRow(world, alias))?.threat).toBeNull();
  });

  it.each([401, 403, 404, 408, 429])(
    'counts as a failure for the breaker if the service responds with %i',
    async (status) => {
      const world = await threatWorld('webrisk', 'right');
      for (let i = 0; i < 3; i++) await newLink(world, `https://status-${status}.example/${i}`);
      const { key } = await world.newKey();
      expect((await world.shorten(key, { url: 'https://login.bad.example/' })).status).toBe(201);
    },
  );

  it('does not close the open breaker', async () => {
    const world = await threatWorld('webrisk', '500');
    for (let i = 0; i < 3; i++) await newLink(world, GOOD);
    await world.setBehaviour('right');
    turnTo(NOON + 30_000);
    await newLink(world, REFUSED); // the request that tests the service
    await newLink(world, 'https://login.bad.example/');
    turnTo(NOON + 60_000);
    const { key } = await world.newKey();
    expect((await world.shorten(key, { url: 'https://login.bad.example/' })).status).toBe(400);
  });

  it('becomes unjudgeable after five checks: its id is logged once, and the operator’s list has it', async () => {
    const world = await threatWorld('webrisk', 'right');
    const { alias } = await newLink(world, REFUSED);
    expect(await minutes(world, REFUSALS - 1)).toEqual([]);
    expect(await readRow(world, alias)).toMatchObject({ threat: 'pending', refused_checks: 4, unjudgeable_at: null });
    expect(await listed(world)).toEqual({ count: 0, links: [] });

    const lines = await minutes(world, 1, NOON + (REFUSALS - 1) * MINUTE);
    const row = await env.DB.prepare('SELECT id, account_id, url FROM links').first<{
      id: string;
      account_id: string;
      url: string;
    }>();
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(row?.id);
    expect(lines[0]).not.toMatch(/status-414|secret-path/);
    const since = new Date(NOON + REFUSALS * MINUTE).toISOString();
    expect(await listed(world)).toEqual({
      count: 1,
      links: [{ shortCode: alias, accountId: row?.account_id, url: row?.url, since }],
    });

    const before = (await world.requests()).length;
    expect(await minutes(world, 3, NOON + 2 * REFUSALS * MINUTE)).toEqual([]);
    expect(await world.requests()).toHaveLength(before);
    expect((await world.visit(alias)).status).toBe(302);
  });

  it('is refused with 400 and without Retry-After if THREATS_ON_FAILURE is refuse', async () => {
    const world = await threatWorld('webrisk', 'right', { THREATS_ON_FAILURE: 'refuse' });
    const { key } = await world.newKey();
    const response = await world.shorten(key, { url: REFUSED });
    expect([response.status, response.headers.get('Retry-After')]).toEqual([400, null]);
    expect(await response.json()).toMatchObject({ message: 'Please provide a valid URL' });
    const batch = await world.shortenBatch(key, [{ url: REFUSED }, { url: GOOD }]);
    expect(BatchRecord.parse(await batch.json()).results).toMatchObject([
      { success: false, statusCode: 400 },
      { success: true },
    ]);
  });

  it('does not become unjudgeable if the service refuses every address because of a wrong key', async () => {
    const world = await threatWorld('webrisk', '400');
    const { alias } = await newLink(world, GOOD);
    await minutes(world, 2 * REFUSALS);
    expect(await readRow(world, alias)).toMatchObject({ threat: 'pending', refused_checks: 0, unjudgeable_at: null });
    expect((await listed(world)).count).toBe(0);
  });

  it('has no count of refusals any more once a later check has a verdict', async () => {
    const world = await threatWorld('webrisk', 'right');
    const { alias } = await newLink(world, REFUSED);
    await minutes(world, 2);
    await env.DB.prepare('UPDATE links SET url = ?2 WHERE code = ?1').bind(alias, GOOD).run();
    await minutes(world, 1, NOON + 2 * MINUTE);
    expect(await readRow(world, alias)).toMatchObject({ threat: null, refused_checks: 0 });
  });
});

describe('a link that has a verdict', () => {
  it('becomes unjudgeable if the service refuses its destination in the check after a day and in the next ones', async () => {
    const world = await threatWorld('webrisk', 'right');
    const { alias } = await newLink(world, GOOD);
    await env.DB.prepare('UPDATE links SET url = ?2 WHERE code = ?1').bind(alias, REFUSED).run();
    await minutes(world, REFUSALS + 1, NOON + DAY - MINUTE);
    expect((await listed(world)).links.map(({ shortCode }) => shortCode)).toEqual([alias]);
  });
});

describe('an unjudgeable link', () => {
  it.each<[string, (one: { world: World; key: string; alias: string }) => Promise<Response>]>([
    ['the operator unblocks it', ({ world, alias }) => world.admin('POST', `/links/${alias}/unblock`)],
    ['the operator blocks it', ({ world, alias }) => world.admin('POST', `/links/${alias}/block`, { reason: 'spam' })],
    [
      'its owner changes its destination',
      ({ world, key, alias }) => world.v2(key, 'PATCH', `/links/${alias}`, { url: GOOD }),
    ],
    ['its owner deletes it', ({ world, key, alias }) => world.v2(key, 'DELETE', `/links/${alias}`)],
  ])('leaves the operator’s list once %s', async (_, act) => {
    const one = await unjudgeable();
    expect((await act(one)).ok).toBe(true);
    expect(await listed(one.world)).toEqual({ count: 0, links: [] });
    expect(await readRow(one.world, one.alias)).toMatchObject({
      refused_checks: 0,
      unjudgeable_at: null,
      threat: null,
    });
  });

  it('leaves no state to a new link with its alias', async () => {
    const { world, key, alias } = await unjudgeable();
    await env.DB.prepare("UPDATE links SET gone = 'CLICKS', accepted = 1, refused_checks = 3 WHERE code = ?1")
      .bind(alias)
      .run();
    expect((await world.shorten(key, { url: GOOD, alias })).status).toBe(201);
    expect(await readRow(world, alias)).toMatchObject({ accepted: 0, refused_checks: 0, unjudgeable_at: null });
  });

  it('leaves no state to its tombstone when the account is deleted', async () => {
    const { world, alias } = await unjudgeable();
    await env.DB.prepare(
      'INSERT INTO deletions (account_id, deleted_at, due_at) SELECT account_id, ?1, ?1 FROM links WHERE code = ?2',
    )
      .bind(NOON, alias)
      .run();
    await cron(world);
    expect(await readRow(world, alias)).toMatchObject({
      url: 'https://deleted.invalid/',
      accepted: 0,
      refused_checks: 0,
      unjudgeable_at: null,
    });
    await env.DB.prepare('DELETE FROM deletions').run();
  });

  it('is in the operator’s list with its alias as the owner wrote it', async () => {
    const world = await threatWorld('webrisk', 'right');
    const alias = freshAlias('Look');
    await newLink(world, REFUSED, { alias });
    await minutes(world, REFUSALS);
    expect((await listed(world)).links.map(({ shortCode }) => shortCode)).toEqual([alias]);
  });

  it.each([
    ['has expired', 'expires_at = 5'],
    ['is spent', "gone = 'CLICKS'"],
    ['was blocked during its last check', "blocked = 'spam'"],
  ])('is not in the operator’s list once it %s', async (_, set) => {
    const { world, alias } = await unjudgeable();
    await env.DB.prepare(`UPDATE links SET ${set} WHERE code = ?1`).bind(alias).run();
    expect(await listed(world)).toEqual({ count: 0, links: [] });
  });
});

it('the operator’s list has the hundred oldest unjudgeable links, and the number of all', async () => {
  await env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 150)
     INSERT INTO links (code, id, account_id, url, created_at, put_at, quiet_at, unjudgeable_at)
     SELECT printf('u-%03d', i), printf('u%03d', i), 'legacy', 'https://example.com/', ?1, ?1, ?1, ?1 - i FROM n`,
  )
    .bind(NOON)
    .run();
  const { count, links } = await listed(createWorld());
  expect([count, links.length, links[0]?.shortCode]).toEqual([150, 100, 'u-150']);
});
