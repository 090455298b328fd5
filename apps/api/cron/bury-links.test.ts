/** The deletion of accounts: what is erased, and that many deletions at once are all carried out. */
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { statisticsName } from '#domain/edge-entry';
import { type Browser, newDeveloper } from '#testkit/browser';
import { turnedClock } from '#testkit/clock';
import { createWorld, freshAlias } from '#testkit/world';

const world = createWorld();
const turnTo = turnedClock();
const NOW = Date.UTC(2031, 5, 15, 12, 0, 0, 457);

const leave = async (browser: Browser) =>
  expect((await browser.post('/account/delete', { confirmation: 'delete' })).status).toBe(303);

it('erases the statistics of the account at once', async () => {
  const { browser, accountId } = await newDeveloper(world);
  const { key } = await world.newKey('PRO', { accountId });
  const alias = freshAlias('leaving');
  await world.shorten(key, { url: 'https://example.com/', alias });
  await world.visit(alias);
  const statistics = env.STATISTICS.getByName(statisticsName(accountId));
  expect((await statistics.account(null, 10)).totals.clicks).toBe(1);
  await leave(browser);
  expect(await statistics.account(null, 10)).toMatchObject({ totals: { clicks: 0, lastAt: 0 }, topLinks: [] });
});

const INSERT = `INSERT INTO links (code, id, account_id, url, created_at, put_at, quiet_at)
  SELECT value, value, ?2, 'https://example.com/', ?3 + key, ?3, ?3 FROM json_each(?1)`;

it('finishes no account before its last link is a tombstone, also if a run has no room for it', async () => {
  turnTo(NOW);
  const leaving: string[] = [];
  for (let i = 0; i < 2; i++) {
    const { browser, accountId } = await newDeveloper(world);
    const codes = Array.from({ length: 100 }, (_, n) => `left-${accountId.toLowerCase()}-${n}`);
    await env.DB.prepare(INSERT).bind(JSON.stringify(codes), accountId, NOW).run();
    turnTo(NOW + i);
    await leave(browser);
    leaving.push(accountId);
  }
  turnTo(NOW + 3_600_000); // by now the denylist may drop both accounts
  const count = (sql: string) => env.DB.prepare(sql).bind(JSON.stringify(leaving)).first<number>('n');
  const among = 'account_id IN (SELECT value FROM json_each(?1))';
  for (let left = 200, runs = 0; left > 0 && runs < 20; runs++) {
    await world.cron();
    left = (await count(`SELECT count(*) AS n FROM links WHERE gone IS NULL AND ${among}`)) ?? 0;
    const withLinks = `SELECT count(DISTINCT account_id) AS n FROM links WHERE gone IS NULL AND ${among}`;
    const underWay = (await count(`SELECT count(*) AS n FROM deletions WHERE ${among}`)) ?? 0;
    expect(underWay).toBeGreaterThanOrEqual((await count(withLinks)) ?? 0);
  }
  expect(await count(`SELECT count(*) AS n FROM links WHERE gone = 'DELETED' AND ${among}`)).toBe(200);
});
