/** The statistics in the console: their figures, days, time zone and CSV. */
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { newDeveloper, signedIn } from '#testkit/browser';
import { fakeClock } from '#testkit/clock';
import { countedBindings } from '#testkit/counting';
import { createWorld, freshAlias } from '#testkit/world';

const turnTo = fakeClock();
const world = createWorld();
const FIREFOX = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0' };

/** Makes a developer with a link of the tag Spring that was clicked at these times. Then it is noon of the last day. */
async function clickedAt(...moments: string[]) {
  const times = moments.map((moment) => Date.parse(moment));
  turnTo((times[0] ?? 0) - 60_000);
  const { browser, accountId } = await newDeveloper(world);
  const code = freshAlias('counted');
  expect((await browser.post('/links', { url: 'https://example.com/', alias: code, tags: 'Spring' })).status).toBe(303);
  for (const time of times) {
    turnTo(time);
    expect((await world.visit(code, { headers: FIREFOX })).status).toBe(302);
  }
  return {
    accountId,
    code,
    pages: ['/statistics', `/links/${code}`, '/tags/Spring'],
    browser: await signedIn(world, accountId),
  };
}

const figureOf = (html: string) =>
  /Clicks<\/dt><dd class="number">(.*?)<\/div>/s.exec(html)?.[1]?.replaceAll(/<[^>]*>/g, ' ');

/** The clicks of a page's range, with their change to the period before. */
const clicksOn = (html: string) => figureOf(html)?.replaceAll(/\s+/g, ' ').trim();

/** The days of a page's table, with their clicks. */
const daysOn = (html: string) =>
  [...html.matchAll(/<th scope="row">(\d{4}-\d\d-\d\d)<\/th><td class="end">(\d+)</g)].map(
    ([, day, n]) => `${day}: ${n}`,
  );

describe('the statistics of the account, a link and a tag', () => {
  it('have the days of the chosen zone, which the browser keeps', async () => {
    const { browser, pages } = await clickedAt('2031-06-14T22:30:00Z', '2031-06-15T08:00:00Z');
    for (const page of pages) expect(daysOn(await browser.text(page))).toEqual(['2031-06-15: 1', '2031-06-14: 1']);
    expect(await browser.text('/statistics')).toContain('data-refresh="zone"');
    const chosen = await browser.get('/statistics?tz=Europe/Berlin');
    expect(chosen.headers.get('Set-Cookie')).toMatch(/console-zone=Europe%2FBerlin; Max-Age=31536000;.*HttpOnly/);
    for (const page of pages) {
      const html = await browser.text(page);
      expect(daysOn(html)).toEqual(['2031-06-15: 2']);
      expect(html).toContain('data-refresh="on"');
    }
  });

  it('have a message for an unknown zone and for wrong days, and show thirty days', async () => {
    const { browser, pages } = await clickedAt('2031-06-15T08:00:00Z');
    for (const page of pages) {
      const unknown = await browser.get(`${page}?tz=Mars/Olympus`);
      expect([unknown.status, unknown.headers.get('Set-Cookie')]).toEqual([400, null]);
      expect(await unknown.text()).toContain('Please name a zone like Europe/Berlin.');
      const wrong = await browser.get(`${page}?start=2031-06-15&end=2031-06-01`);
      expect(wrong.status).toBe(400);
      expect(await wrong.text()).toContain('The last day must not be before the first.');
    }
  });

  it('compare the clicks with those of as many days before, where these are stored', async () => {
    const { browser, pages } = await clickedAt(
      '2031-06-06T12:00:00Z',
      '2031-06-07T12:00:00Z',
      ...Array(3).fill('2031-06-15T12:00:00Z'),
    );
    for (const page of pages) {
      expect(clicksOn(await browser.text(`${page}?days=7`))).toBe('3 +50% 2 in the 7 days before');
      expect(clicksOn(await browser.text(`${page}?start=2031-06-06&end=2031-06-07`))).toBe('2 0 in the 2 days before');
      expect(clicksOn(await browser.text(`${page}?days=365`))).toBe('5');
    }
  });

  it('have the card of the chosen grouping, and a CSV of each', async () => {
    const { browser, pages, code } = await clickedAt('2031-06-15T08:00:00Z', '2031-06-15T08:00:01Z');
    for (const page of pages) {
      const html = await browser.text(`${page}?technology=os`);
      expect(html).toMatch(/id="pane-browser" hidden/);
      expect(html).toMatch(/id="pane-os"><table/);
      const csv = await browser.get(`${page}/csv?grouping=os&days=7`);
      expect(csv.headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
      expect(csv.headers.get('Content-Disposition')).toBe(
        'attachment; filename="swiftlet-os-2031-06-09-2031-06-15.csv"',
      );
      expect(await csv.text()).toBe('grouping,value,clicks\r\nos,Linux,2\r\n');
      expect((await browser.get(`${page}/csv?grouping=tag`)).status).toBe(404);
    }
    const other = (await newDeveloper(world)).browser;
    expect((await other.get(`/links/${code}/csv?grouping=day`)).status).toBe(404);
    expect((await other.get('/tags/Spring/csv?grouping=day')).status).toBe(404);
  });

  it('need one call of the statistics object, and stay within 25 kB with their style and script', async () => {
    const { accountId, code } = await clickedAt('2031-06-15T08:00:00Z');
    const { bindings, takeCost } = countedBindings();
    const browser = await signedIn(createWorld(bindings), accountId);
    for (const page of ['/statistics?days=90', `/links/${code}?days=90`]) {
      takeCost();
      const html = await browser.text(page);
      expect(takeCost().objects.filter((call) => call.startsWith('STATISTICS'))).toHaveLength(1);
      const assets = [...html.matchAll(/(?:href|src)="\/console(\/assets\/console\.(?:css|js)[^"]*)"/g)];
      const texts = [html, ...(await Promise.all(assets.map(([, path = '']) => browser.text(path))))];
      expect(texts).toHaveLength(3);
      expect(texts.reduce((sum, text) => sum + gzipSync(text).byteLength, 0)).toBeLessThan(25_000);
    }
  });
});
