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

it.each([
  [40, 'Select all 40', 40],
  [130, 'Select the first 100', 100],
])(
  'of %i links the list offers to “%s”, which lists and ticks %i, and keeps the rows of other pages',
  async (count, words, ticked) => {
    const { browser, accountId } = await newDeveloper(createWorld());
    const mark = freshAlias('listed');
    await insertLinks(accountId, count, (n) => `${mark}-${n}`);
    const ticks = (html: string) => html.match(/<input type="checkbox" name="codes"[^>]* checked/g) ?? [];
    const list = await browser.text('/links');
    expect([ticks(list).length, list.includes(`href="/console/links?select=all">${words}`)]).toEqual([0, true]);
    const all = await browser.text('/links?select=all');
    expect([ticks(all).length, all.includes('select=all')]).toEqual([ticked, false]);
    // “Clear” leads to the page without the ticks, which a reset would bring back.
    expect(all).toContain('<a class="button text" href="/console/links" data-clear');
    expect(await browser.text('/links')).toContain(words);
  },
);

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
