import { createScheduledController } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import api from '#api/worker';
import { fakeClock, NOON } from '#testkit/clock';
import { failing, Tap, tappedObjects } from '#testkit/faults';
import { clearThreats, cron, newLink, readRow, SERVICES, type ThreatWorld, threatWorld } from '#testkit/threat-world';
import { createWorld } from '#testkit/world';

const MINUTE = 60_000;
const DAY = 86_400_000;
const BAD = 'https://login.bad.example/';
const GOOD = 'https://good.example/';

const turnTo = fakeClock();

// The checks read whole tables, so each test begins with empty ones. watch.canary.test.ts tests the canary.
beforeEach(async () => {
  await clearThreats();
  turnTo(NOON);
});
afterAll(clearThreats);

/** Returns the number of requests that the service got about a host. */
const requestsAbout = async (world: ThreatWorld, host: string) =>
  (await world.requests()).filter(({ url }) => url.includes(host)).length;

/** Inserts rows with the codes `code`-00001 to `code`-count, created at `at` and the milliseconds after it. */
const insertMany = (code: string, count: number, url: string, threat: string | null, at = NOON - 2 * DAY) =>
  env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
     INSERT INTO links (code, id, account_id, url, created_at, put_at, quiet_at, threat)
     SELECT printf('%s-%05d', ?1, i), printf('%s%05d', ?1, i), 'legacy', ?3, ?4 + i, ?4, ?4, ?5 FROM n`,
  )
    .bind(code, count, url, at, threat)
    .run();

const count = async (where: string): Promise<number> =>
  (await env.DB.prepare(`SELECT count(*) AS n FROM links WHERE ${where}`).first<number>('n')) ?? -1;

describe.each(SERVICES)('a link that %s could not check', (service) => {
  it('is blocked by the next cron once the service flags it, even if the breaker is open', async () => {
    const world = await threatWorld(service, '500');
    const { alias } = await newLink(world, BAD);
    for (let i = 0; i < 3; i++) await newLink(world, GOOD);
    expect(await world.requests()).toHaveLength(3); // the open breaker admits no fourth request
    expect((await world.visit(alias)).status).toBe(302);

    await world.setBehaviour('right');
    turnTo(NOON + MINUTE);
    await cron(world);
    const visit = await world.visit(alias);
    expect(visit.status).toBe(410);
    expect(await visit.json()).toMatchObject({ errorType: 'BLOCKED' });
    const row = await readRow(world, alias);
    expect(row).toMatchObject({ threat: null, blocked: 'threat' });

    turnTo(NOON + 2 * MINUTE);
    await cron(world);
    expect(await readRow(world, alias)).toEqual(row); // later runs of the cron neither check nor publish it
  });

  it('is checked by the cron even while the open breaker admits no request for a creation', async () => {
    const world = await threatWorld(service, '500');
    const { alias } = await newLink(world, BAD);
    for (let i = 0; i < 2; i++) await newLink(world, GOOD);
    turnTo(NOON + 1_000);
    await newLink(world, GOOD);
    expect(await world.requests()).toHaveLength(3);
    await world.setBehaviour('right');
    await cron(world);
    expect(await readRow(world, alias)).toMatchObject({ threat: null, blocked: 'threat' });
  });

  it('is no longer pending once the service finds it safe, and is checked again after a day', async () => {
    const world = await threatWorld(service, '429');
    const { alias } = await newLink(world, BAD);
    await world.setBehaviour('flags none');
    turnTo(NOON + MINUTE);
    await cron(world);
    expect(await readRow(world, alias)).toMatchObject({ threat: null, blocked: null, checked_at: null });
    await world.setBehaviour('right');
    turnTo(NOON + DAY);
    await cron(world);
    expect((await world.visit(alias)).status).toBe(410);
  });

  it('stays pending and still redirects while the service gives no verdict', async () => {
    const world = await threatWorld(service, '500');
    const { alias } = await newLink(world, GOOD);
    for (const minute of [1, 2, 3]) {
      turnTo(NOON + minute * MINUTE);
      await cron(world);
      expect((await readRow(world, alias))?.threat).toBe('pending');
    }
    expect((await world.visit(alias)).status).toBe(302);
  });

  it('is blocked a day after its creation, and not earlier, if the service flags it by then', async () => {
    const world = await threatWorld(service, 'flags none');
    const { alias } = await newLink(world, BAD);
    await world.setBehaviour('right');
    turnTo(NOON + DAY - 1);
    await cron(world);
    expect((await world.visit(alias)).status).toBe(302);
    turnTo(NOON + DAY);
    await cron(world);
    turnTo(NOON + DAY + 10_000); // an isolate caches an edge entry for 10 s
    expect((await world.visit(alias)).status).toBe(410);
  });
});

describe('the check after a day', () => {
  it('happens once, and not before the day is over', async () => {
    const world = await threatWorld('webrisk', 'right');
    const { alias } = await newLink(world, GOOD);
    const requestsAt = async (at: number) => {
      turnTo(at);
      await cron(world);
      return requestsAbout(world, 'good.example');
    };
    expect(await requestsAt(NOON + DAY - 1)).toBe(1); // the check at the creation
    expect(await requestsAt(NOON + DAY)).toBe(2);
    expect(await requestsAt(NOON + DAY + MINUTE)).toBe(2);
    expect(await requestsAt(NOON + 30 * DAY)).toBe(2);
    expect((await readRow(world, alias))?.checked_at).toBe(NOON + DAY);
  });

  it('skips links that are gone or blocked', async () => {
    const world = await threatWorld('webrisk', 'right');
    const gone = await newLink(world, GOOD);
    const blocked = await newLink(world, GOOD);
    await world.call('DELETE', `/v2/links/${gone.alias}`, { headers: { Authorization: `Bearer ${gone.key}` } });
    await world.admin('POST', `/links/${blocked.alias}/block`, { reason: 'spam' });
    turnTo(NOON + DAY);
    await cron(world);
    expect(await requestsAbout(world, 'good.example')).toBe(2);
  });

  it('happens a minute later if the service failed', async () => {
    const world = await threatWorld('webrisk', 'right');
    const { alias } = await newLink(world, GOOD);
    await world.setBehaviour('500');
    turnTo(NOON + DAY);
    await cron(world);
    expect(await readRow(world, alias)).toMatchObject({ checked_at: null, blocked: null, threat: null });
    await world.setBehaviour('right');
    turnTo(NOON + DAY + MINUTE);
    await cron(world);
    expect((await readRow(world, alias))?.checked_at).toBe(NOON + DAY + MINUTE);
  });

  it('reaches every link of a large table in several runs, and then begins again at its start', async () => {
    const world = createWorld();
    await insertMany('a', 300, GOOD, null);
    await insertMany('b', 1_200, GOOD, null, NOON - 1_000); // too young
    await insertMany('c', 10, 'http://malware.testing.google.test/', null);
    const left = async () => {
      await cron(world);
      return count("checked_at IS NULL AND code NOT LIKE 'b-%'");
    };
    // A run checks at most 120 links and reads at most 1,000 rows.
    expect([await left(), await left(), await left(), await left()]).toEqual([190, 70, 10, 0]);
    expect(await count("blocked = 'threat'")).toBe(10);
    await insertMany('0', 1, GOOD, null);
    expect(await left()).toBe(0);
    expect(await count("checked_at IS NOT NULL AND code LIKE 'b-%'")).toBe(0);
  });
});

describe('a link that was checked', () => {
  const WEEK = 7 * DAY;
  const BROWSER = {
    headers: { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:121.0) Gecko/20100101 Firefox/121.0' },
  };

  /** Creates a link that is checked after its first day. @returns its alias */
  async function makeCheckedLink(world: ThreatWorld, url = GOOD) {
    const { alias } = await newLink(world, url);
    turnTo(NOON + DAY);
    await cron(world);
    expect((await readRow(world, alias))?.checked_at).toBe(NOON + DAY);
    return alias;
  }

  it('is checked again a week later if it was clicked meanwhile, and blocked if it is unsafe by then', async () => {
    const world = await threatWorld('webrisk', 'flags none');
    const alias = await makeCheckedLink(world, BAD);
    turnTo(NOON + 2 * DAY);
    expect((await world.visit(alias, BROWSER)).status).toBe(302);
    turnTo(NOON + DAY + WEEK - 1);
    await cron(world);
    expect((await readRow(world, alias))?.checked_at).toBe(NOON + DAY);
    turnTo(NOON + DAY + WEEK);
    await cron(world);
    expect((await readRow(world, alias))?.checked_at).toBe(NOON + DAY + WEEK);

    await world.visit(alias, BROWSER);
    await world.setBehaviour('right');
    turnTo(NOON + DAY + 2 * WEEK);
    await cron(world);
    expect(await readRow(world, alias)).toMatchObject({ blocked: null, checked_at: NOON + DAY + WEEK }); // no click since the last check
    turnTo(NOON + DAY + 2 * WEEK + 1);
    await world.visit(alias, BROWSER);
    turnTo(NOON + DAY + 2 * WEEK + MINUTE);
    await cron(world);
    expect((await readRow(world, alias))?.blocked).toBe('threat');
  });

  it('is not checked again while only robots visit it, but is once a visitor clicks', async () => {
    const world = await threatWorld('webrisk', 'right');
    const alias = await makeCheckedLink(world);
    turnTo(NOON + 3 * DAY);
    await world.visit(alias, { headers: { 'User-Agent': 'Twitterbot/1.0' } });
    for (const weeks of [1, 2, 3]) {
      turnTo(NOON + DAY + weeks * WEEK);
      await cron(world);
    }
    expect((await readRow(world, alias))?.checked_at).toBe(NOON + DAY);
    await world.visit(alias, BROWSER);
    turnTo(NOON + DAY + 3 * WEEK + MINUTE);
    await cron(world);
    expect((await readRow(world, alias))?.checked_at).toBe(NOON + DAY + 3 * WEEK + MINUTE);
  });

  it('is checked in the next walk if its statistics object does not respond', async () => {
    const world = await threatWorld('webrisk', 'right');
    const alias = await makeCheckedLink(world);
    turnTo(NOON + DAY + 1);
    await world.visit(alias, BROWSER);
    turnTo(NOON + DAY + WEEK);
    const withoutStatistics = {
      ...world,
      env: { ...world.env, STATISTICS: tappedObjects(env.STATISTICS, new Tap(failing())) },
    };
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await api.scheduled(createScheduledController(), withoutStatistics.env);
    expect((await readRow(world, alias))?.checked_at).toBe(NOON + DAY);
    turnTo(NOON + DAY + WEEK + MINUTE);
    await cron(world);
    expect((await readRow(world, alias))?.checked_at).toBe(NOON + DAY + WEEK + MINUTE);
  });
});

describe('many pending links', () => {
  it('are checked sixty a run, the oldest first', async () => {
    const world = createWorld();
    await insertMany('p', 130, GOOD, 'pending', NOON - MINUTE);
    const left = async () => {
      await cron(world);
      return count("threat = 'pending'");
    };
    expect([await left(), await left(), await left()]).toEqual([70, 10, 0]);
    expect(await count('checked_at IS NOT NULL')).toBe(0);
  });

  it('do not delay other links, even if the service gives them no verdict', async () => {
    const world = await threatWorld('webrisk', 'right');
    await insertMany('s', 60, 'https://status-500.example/', 'pending', NOON - 10 * MINUTE);
    await insertMany('t', 1, BAD, 'pending', NOON - MINUTE);
    await cron(world);
    expect(await count('blocked IS NOT NULL')).toBe(0);
    turnTo(NOON + MINUTE);
    await cron(world);
    expect((await world.visit('t-00001')).status).toBe(410);
    expect(await count("threat = 'pending'")).toBe(60);
  });
});
