/** The pages of the list of links, forward and backward, in each order and with each filter (specification 14.5). */
import { describe, expect, it } from 'vitest';
import { type Browser, newDeveloper } from '#testkit/browser';
import { countedBindings } from '#testkit/counting';
import { insertLinks } from '#testkit/many-links';
import { createWorld, freshAlias } from '#testkit/world';

type Page = { readonly codes: readonly string[]; readonly range: string };

const codesIn = (html: string) => [...html.matchAll(/name="codes" value="([\w-]+)"/g)].map(([, code]) => code);
const rangeIn = (html: string) => /data-range[^>]*>([^<]*)</.exec(html)?.[1] ?? '';
const pageIn = (html: string): Page => ({ codes: codesIn(html) as string[], range: rangeIn(html) });
const linkIn = (html: string, rel: 'prev' | 'next') =>
  new RegExp(`rel="${rel}" href="/console([^"]*)"`).exec(html)?.[1]?.replaceAll('&amp;', '&');

/**
 * Follows the links to the next or to the previous pages, beginning at an address. `last` is the address of the last
 * one.
 */
async function walk(browser: Browser, from: string, rel: 'prev' | 'next') {
  const pages: Page[] = [];
  for (let address = from; ; ) {
    const response = await browser.get(address);
    const html = response.status === 303 ? await browser.follow(response) : await response.text();
    pages.push(pageIn(html));
    const to = linkIn(html, rel);
    if (to === undefined) return { pages, last: address };
    address = to;
  }
}

/** Walks to the end of a list and back. */
async function walkBothWays(browser: Browser, query: string) {
  const forward = await walk(browser, `/links${query}`, 'next');
  return { forward: forward.pages, backward: (await walk(browser, forward.last, 'prev')).pages };
}

const world = createWorld();

/** Makes 54 links in two batches of one moment each. Half of them have the tag `even`, all the tag `all`. */
async function manyLinks() {
  const { browser, accountId } = await newDeveloper(world);
  const { key } = await world.newKey('PRO', { accountId });
  const mark = freshAlias('walk');
  for (const part of [0, 27]) {
    const urls = Array.from({ length: 27 }, (_, n) => ({
      url: 'https://example.com/walk',
      alias: `${mark}-${part + n}`,
      tags: n % 2 === 0 ? ['all', 'even'] : ['all'],
    }));
    expect((await world.v2(key, 'POST', '/shorten/batch', { urls })).status).toBe(200);
  }
  return { browser, accountId, key, mark };
}

describe('the way back through the list of links', () => {
  it('shows the same pages with the same numbers, with each filter', async () => {
    const { browser, mark } = await manyLinks();
    const queries = [
      '',
      '?status=active',
      '?search=WALK',
      '?tag=all',
      '?tag=all&tag=even',
      '?tag=all&tag=even&tags=any',
    ];
    for (const query of [...queries, `?search=https://s.example.com/${mark}`]) {
      const { forward, backward } = await walkBothWays(browser, query);
      expect(
        forward.flatMap(({ codes }) => codes),
        query,
      ).toHaveLength(query.endsWith('&tag=even') ? 28 : 54);
      expect(backward, query).toEqual(forward.toReversed());
      expect(backward.at(-1)?.range, query).toMatch(/^(54 links, 1–25|1–25 of (54|28) found)$/);
    }
  });

  it('shows the same pages in the orders by clicks, with a filter too', async () => {
    const { browser, mark } = await manyLinks();
    for (let n = 0; n < 28; n++) await world.visit(`${mark}-${n}`);
    await world.visit(`${mark}-3`);
    for (const query of ['?sort=clicks', '?sort=lastClick', '?sort=clicks&tag=all']) {
      const forward = await walk(browser, `/links${query}`, 'next');
      expect(
        forward.pages.flatMap(({ codes }) => codes),
        query,
      ).toHaveLength(28);
      const [last, first] = (await walk(browser, forward.last, 'prev')).pages;
      expect([first, last], query).toEqual(forward.pages);
    }
    expect((await walk(browser, '/links?sort=clicks', 'next')).pages[0]?.codes[0]).toBe(`${mark}-3`);
  });

  it('passes links that do not match, without end', async () => {
    const { browser, accountId } = await newDeveloper(world);
    const mark = freshAlias('rare');
    const codes = await insertLinks(accountId, 900, (n) => `${n % 300 === 7 ? mark : 'other'}${freshAlias('-')}-${n}`);
    const found = codes.filter((code) => code.startsWith(mark)).toReversed();
    const { forward, backward } = await walkBothWays(browser, `?search=${mark}`);
    expect(forward.flatMap((page) => page.codes)).toEqual(found);
    expect(backward.toReversed().flatMap((page) => page.codes)).toEqual(expect.arrayContaining(found));
  });

  it('skips and repeats no link that was there before, while others are made and deleted', async () => {
    const { browser, key, mark } = await manyLinks();
    const forward = await walk(browser, '/links', 'next');
    const all = forward.pages.flatMap(({ codes }) => codes);
    for (let n = 0; n < 3; n++) await world.shorten(key, { url: 'https://example.com/', alias: `${mark}-new-${n}` });
    const back = await walk(browser, forward.last, 'prev');
    const seen = back.pages.toReversed().flatMap(({ codes }) => codes);
    expect(seen.filter((code) => !code.includes('new'))).toEqual(expect.arrayContaining(all));
    // The three new links would be a page of their own, so a full first page is shown instead.
    expect(back.pages.at(-1)).toMatchObject({ range: '57 links, 1–25', codes: Array(25).fill(expect.any(String)) });
  });

  it('has cursors that GET /v2/links accepts, and those of another list are refused', async () => {
    const { browser, key, mark } = await manyLinks();
    const { last, pages } = await walk(browser, '/links?status=all', 'next');
    const back = new URLSearchParams((linkIn(await browser.text(last), 'prev') ?? '').replace(/^.*\?/, ''));
    const cursor = back.get('cursor') ?? '';
    const response = await world.v2(key, 'GET', `/links?limit=25&cursor=${cursor}`);
    const { links, nextCursor } = await response.json<{ links: { shortCode: string }[]; nextCursor: string }>();
    expect(links.map(({ shortCode }) => shortCode)).toEqual(pages.at(-2)?.codes);
    const next = await (await world.v2(key, 'GET', `/links?cursor=${nextCursor}`)).json<{ links: unknown[] }>();
    expect(next.links).toHaveLength(4);
    expect((await world.v2(key, 'GET', `/links?prefix=${mark}&cursor=${cursor}`)).status).toBe(400);
    const elsewhere = await browser.get(`/links?status=active&cursor=${cursor}`);
    expect(elsewhere.headers.get('Location')).toBe('/console/links?status=active');
  });

  it('costs what the way forward costs, deep in a list', async () => {
    const { bindings, takeCost } = countedBindings();
    const counted = createWorld(bindings);
    const { browser, accountId } = await newDeveloper(counted);
    const { key } = await counted.newKey('PRO', { accountId });
    const mark = freshAlias('costs');
    await insertLinks(accountId, 3_000, (n) => `${mark}-${n}`);
    // A list of the API has deleted links, so the cursors of the console are its own without them.
    for (const [filter, also] of [
      ['', 'status=all&'],
      ['status=active&', ''],
      ['search=COSTS&', 'status=all&'],
    ]) {
      let cursor = '';
      for (let n = 0; n < 10; n++) {
        const page = await counted.v2(key, 'GET', `/links?${filter}limit=100${cursor && `&cursor=${cursor}`}`);
        cursor = (await page.json<{ nextCursor: string }>()).nextCursor;
      }
      const html = await browser.text(`/links?${filter}${also}cursor=${cursor}`);
      takeCost();
      await browser.text(linkIn(html, 'next') ?? '');
      const forward = takeCost();
      expect(codesIn(await browser.text(linkIn(html, 'prev') ?? ''))).toHaveLength(25);
      const backward = takeCost();
      expect(backward.objects, filter).toEqual(forward.objects);
      expect(backward.d1, filter).toHaveLength(forward.d1.length);
      expect(backward.rowsRead, filter).toBeLessThanOrEqual(forward.rowsRead + 1);
    }
  });
});
