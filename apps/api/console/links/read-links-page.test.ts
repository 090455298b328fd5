/** The cost of the list of links, and the clicks that it shows. */
import { env } from 'cloudflare:workers';
import { afterEach, expect, it, vi } from 'vitest';
import { newDeveloper } from '#testkit/browser';
import { countedBindings } from '#testkit/counting';
import { failing, Tap, tappedObjects } from '#testkit/faults';
import { insertLinks } from '#testkit/many-links';
import { createWorld, freshAlias } from '#testkit/world';
import { ROWS } from './links-query';

afterEach(() => void vi.restoreAllMocks());

/** The clicks on a page of the list, in its order. */
const clicksIn = (html: string) =>
  [...html.matchAll(/<b>([\d,]+)<\/b> (clicks?)<span class="unseen"> in 30 days/g)].map(
    ([, count, word]) => `${count} ${word}`,
  );

it('a page of the list costs one round trip to D1 and one call for the clicks, besides what every page costs', async () => {
  const { bindings, takeCost } = countedBindings();
  const { browser, accountId } = await newDeveloper(createWorld(bindings));
  const mark = freshAlias('listed');
  await insertLinks(accountId, 40, (n) => `${mark}-${n}`);
  await browser.get('/links'); // The first request of an isolate reads the settings, too.
  takeCost();
  expect(clicksIn(await browser.text('/links'))).toEqual(Array(ROWS[0]).fill('0 clicks'));
  const { d1, objects } = takeCost();
  expect(objects).toEqual(['ADDRESSES.admit', 'STATISTICS.readRecentClicks']);
  // The session, the deletions that are due, and the page.
  expect(d1).toHaveLength(3);
  await browser.text(`/links?search=${mark}&status=active&protected=yes`);
  const search = takeCost();
  expect(search.objects).toEqual(['ADDRESSES.admit', 'ADDRESSES.admit']);
  expect(search.d1).toHaveLength(3);
});

it('a list without links costs the same', async () => {
  const { bindings, takeCost } = countedBindings();
  const { browser } = await newDeveloper(createWorld(bindings));
  await browser.get('/links');
  takeCost();
  expect(await browser.text('/links')).toContain('No links yet');
  expect(takeCost().d1).toHaveLength(3);
});

it('the list shows the clicks of each link', async () => {
  const world = createWorld();
  const { browser } = await newDeveloper(world);
  const codes = [freshAlias('clicked'), freshAlias('clicked'), freshAlias('clicked')];
  for (const alias of codes) await browser.post('/links', { url: 'https://example.com/', alias });
  for (const [index, visits] of [1, 2].entries())
    for (let n = 0; n < visits; n++) await world.visit(codes[index] as string);
  const html = await browser.text('/links');
  const clicks = codes.map((code) => clicksIn(html.slice(html.indexOf(`/console/links/${code}`)))[0]);
  expect(clicks).toEqual(['1 click', '2 clicks', '0 clicks']);
});

it('the list has no clicks while the statistics do not respond', async () => {
  const { browser, accountId } = await newDeveloper(createWorld());
  await insertLinks(accountId, 1, () => freshAlias('listed'));
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const other = createWorld({ STATISTICS: tappedObjects(env.STATISTICS, new Tap(failing())) });
  const page = await other.call('GET', '/console/links', { headers: { Cookie: browser.cookie ?? '' } });
  expect(page.status).toBe(200);
  const html = await page.text();
  expect(html).toContain('/console/links/listed');
  expect(clicksIn(html)).toEqual([]);
});
