/** The CSV of a list of links. */
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { newDeveloper } from '#testkit/browser';
import { fillWindow } from '#testkit/used-up';
import { createWorld, freshAlias } from '#testkit/world';

const world = createWorld();
const url = 'https://example.com/spring';

const readLines = async (response: Response) => (await response.text()).trimEnd().split('\r\n');

it('has all links of the list as it is filtered, and no formula', async () => {
  const { browser, accountId } = await newDeveloper(world);
  const [one, two] = [freshAlias('csv'), freshAlias('csv')];
  await browser.post('/links', { url, alias: one, title: '=1+1', tags: 'Spring, "a, b"', maxClicks: '7' });
  await browser.post('/links', { url: `${url}?"x"`, alias: two, externalId: '@own', password: 'secret words' });
  const response = await browser.get('/links.csv');
  expect(response.headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('Content-Disposition')).toMatch(
    /^attachment; filename="swiftlet-links-\d{4}-\d\d-\d\d\.csv"$/,
  );
  const [head, ...rows] = await readLines(response);
  expect(head).toBe(
    'shortUrl,shortCode,url,title,tags,status,expiredReason,clickCount,createdAt,expiresAt,maxClicks,hasPassword,externalId,notes',
  );
  expect(rows).toHaveLength(2);
  const rowOf = (code: string) => rows.find((row) => row.includes(code)) ?? '';
  expect(rowOf(one)).toMatch(
    new RegExp(`/${one},${one},${url},'=1\\+1,"Spring, ""a, b""",active,,0,[^,]*Z,,7,false,,$`),
  );
  expect(rowOf(two)).toMatch(/\?""x""",,,active,,0,[^,]*Z,,,true,'@own,$/);
  expect((await readLines(await browser.get('/links.csv?protected=yes'))).slice(1)).toEqual([rowOf(two)]);
  expect((await readLines(await browser.get(`/links.csv?search=${one}`))).slice(1)).toEqual([rowOf(one)]);
  expect(await browser.text('/links?tag=Spring')).toContain('href="/console/links.csv?tag=Spring"');
  expect(await readLines(await (await newDeveloper(world)).browser.get('/links.csv'))).toEqual([head]);
  await fillWindow(`export:${accountId}`);
  expect((await browser.get('/links.csv')).status).toBe(429);
});

it('has more links than a page', async () => {
  const { browser, accountId } = await newDeveloper(world);
  await env.DB.prepare(
    `INSERT INTO links (code, id, account_id, url, created_at, put_at, quiet_at)
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 230)
      SELECT lower(?1) || i, ?1 || i, ?1, 'https://example.com/' || i, i, 0, 0 FROM n`,
  )
    .bind(accountId)
    .run();
  const [, ...rows] = await readLines(await browser.get('/links.csv'));
  expect(new Set(rows.map((row) => row.split(',')[1])).size).toBe(230);
});
