/** The filter of the list of links, its address, and the tags that it offers. */
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { type Browser, newDeveloper } from '#testkit/browser';
import { fakeClock, NOON } from '#testkit/clock';
import { insertLinks } from '#testkit/many-links';
import { fillTags } from '#testkit/tags';
import { createWorld, freshAlias } from '#testkit/world';
import { ROWS } from './links-query';
import { MAX_PAGE_BYTES } from './read-links-page';

const turnTo = fakeClock();
const world = createWorld();

/** Makes a link with these tags. @returns its code */
async function newLink(browser: Browser, tags: string, fields: Record<string, string> = {}): Promise<string> {
  const alias = freshAlias('filtered');
  const made = await browser.post('/links', { url: 'https://example.com/', alias, tags, ...fields });
  expect(made.status).toBe(303);
  return alias;
}

const randomText = (length: number) =>
  [...crypto.getRandomValues(new Uint8Array(length))].map((byte) => (byte % 36).toString(36)).join('');

/** The codes of the links on a page of the list, in its order. */
const codesIn = (html: string) =>
  [...html.matchAll(/href="\/console\/links\/(filtered-[\w-]+)"/g)].map(([, code]) => code);
const listed = async (browser: Browser, query: string) => codesIn(await browser.text(`/links${query}`));

describe('the list of links', () => {
  it('is filtered by tags, status and text, as the address says', async () => {
    turnTo(NOON);
    const { browser } = await newDeveloper(world);
    const spring = await newLink(browser, 'Spring, ربيع', { title: 'A title 🌱' });
    turnTo(NOON + 1_000);
    const both = await newLink(browser, 'spring, mail', { expiresIn: '1', unit: '60' });
    turnTo(NOON + 2_000);
    const mail = await newLink(browser, 'mail', { notes: 'some notes' });
    turnTo(NOON + 61_500);
    const cases: [query: string, codes: string[]][] = [
      ['?tag=SPRING', [both, spring]],
      ['?tag=spring&tag=mail', [both]],
      ['?tag=spring&tag=mail&tags=any', [mail, both, spring]],
      [`?tag=${encodeURIComponent('ربيع')}`, [spring]],
      ['?tag=none', []],
      ['?tag=spring&status=active', [spring]],
      ['?status=expired&search=', [both]],
      ['?search=a+TITLE&sort=&tag=', [spring]],
      ['?search=notes', [mail]],
      ['?sort=nonsense&status=nonsense', [mail, both, spring]],
    ];
    for (const [query, codes] of cases) expect(await listed(browser, query), query).toEqual(codes);
  });

  it('hides deleted links unless its status asks for them, and counts what it shows', async () => {
    turnTo(NOON);
    const { browser, accountId } = await newDeveloper(world);
    const { key } = await world.newKey('PRO', { accountId });
    const [kept, gone, ended] = [
      await newLink(browser, ''),
      await newLink(browser, ''),
      await newLink(browser, '', { expiresIn: '1', unit: '60' }),
    ];
    await world.v2(key, 'DELETE', `/links/${gone}`);
    turnTo(NOON + 60_000);
    const rangeIn = (html: string) => /data-range[^>]*>([^<]*)</.exec(html)?.[1];
    const cases: [query: string, codes: string[], range: string][] = [
      ['', [ended, kept], '2 links'],
      ['?status=active', [kept], '1 found'],
      ['?status=expired', [ended], '1 found'],
      ['?status=deleted', [gone], '1 found'],
      ['?status=all', [ended, gone, kept], '3 links'],
      [`?search=${gone}&status=all`, [gone], '1 found'],
    ];
    for (const [query, codes, range] of cases) {
      const html = await browser.text(`/links${query}`);
      expect([codesIn(html).sort(), rangeIn(html)], query).toEqual([codes.sort(), range]);
    }
    expect(await browser.text(`/links?search=${gone}`)).toContain('Nothing found');
    expect(await browser.text('')).not.toContain(gone);
  });

  it('is filtered by the host of destinations and by days of the reader’s zone, alone and above the results', async () => {
    turnTo(Date.parse('2026-11-20T23:30:00Z'));
    const { browser } = await newDeveloper(world);
    const shop = await newLink(browser, '', { url: 'https://Shop.example.com:8443/x', externalId: 'one' });
    turnTo(Date.parse('2026-11-21T12:00:00Z'));
    const other = await newLink(browser, '', { url: 'https://notexample.com/?q=example.com' });
    const cases: [query: string, codes: string[]][] = [
      ['?host=example.com', [shop]],
      ['?host=https://shop.example.com/path', [shop]],
      ['?host=notexample.com', [other]],
      ['?createdFrom=2026-11-20&createdTo=2026-11-20', [shop]],
      ['?createdFrom=2026-11-20&createdTo=2026-11-20&tz=Europe/Berlin', []],
      ['?createdFrom=2026-11-21&createdTo=2026-11-21', [other, shop]], // The cookie keeps the zone.
      ['?createdTo=2026-11-20', []],
      ['?search=one&createdFrom=2026-11-21&host=example.com', [shop]],
      ['?search=one&createdTo=2026-11-20', []],
      ['?search=one&host=notexample.com', []],
      ['?createdFrom=nonsense', [other, shop]],
    ];
    for (const [query, codes] of cases) expect(await listed(browser, query), query).toEqual(codes);
    const html = await browser.text('/links?host=example.com&createdFrom=2026-11-20&createdTo=2026-11-21');
    expect(html).toMatch(/href="\/console\/links\?createdFrom=2026-11-20&amp;createdTo=2026-11-21">On example.com</);
    expect(html).toMatch(/href="\/console\/links\?host=example.com">Created 20[^<]*21 Nov 2026</);
    expect((await browser.get('/links?host=a+b')).status).toBe(400);
  });

  it('has 25, 50 or 100 rows on a page, which the browser remembers', async () => {
    const { browser, accountId } = await newDeveloper(world);
    const mark = freshAlias('filtered');
    await insertLinks(accountId, 103, (n) => `${mark}-${n}`);
    expect(await listed(browser, '')).toHaveLength(25);
    expect(await browser.text('/links?search=filtered')).toContain(
      'href="/console/links?search=filtered&amp;rows=100"',
    );
    expect(await listed(browser, '?search=filtered&rows=100')).toHaveLength(100);
    expect(await listed(browser, '')).toHaveLength(100);
    expect(await listed(browser, '?rows=50')).toHaveLength(50);
    expect(await listed(browser, '?rows=7')).toHaveLength(50);
  });

  it('keeps what a search has found while it goes on, and counts it once', async () => {
    const { browser, accountId } = await newDeveloper(world);
    const mark = freshAlias('filtered');
    const all = await insertLinks(accountId, 2_500, (n) => `${n % 500 === 0 ? mark : 'other'}-${freshAlias('')}${n}`);
    const found = all.filter((code) => code.startsWith(mark)).toReversed();
    const [first, second, last] = [found.slice(0, 2), found.slice(0, 4), found];
    const pages: [codes: unknown[], range: unknown][] = [];
    for (let path = `/links?search=${mark}`; path !== ''; ) {
      const html = await browser.text(path);
      expect(html).toContain(`<title>“${mark}” · Links · Swiftlet</title>`);
      pages.push([codesIn(html), /data-range[^>]*>([^<]*)</.exec(html)?.[1]]);
      expect(html).not.toMatch(/>(Newest|Newer|Older)</);
      path = (/href="\/console(\/links\?[^"]+)"[^>]*>Keep searching</.exec(html)?.[1] ?? '').replaceAll('&amp;', '&');
    }
    expect(pages).toEqual([
      [first, '2 found so far in the newest 1,000 of 2,500 links'],
      [second, '4 found so far in the newest 2,000 of 2,500 links'],
      [last, '5 found'],
    ]);
  });

  it('is sorted by clicks and last clicks, without links that nobody has clicked', async () => {
    turnTo(NOON);
    const { browser } = await newDeveloper(world);
    const [twice, once, never] = [await newLink(browser, ''), await newLink(browser, ''), await newLink(browser, '')];
    for (const code of [twice, twice]) await world.visit(code);
    turnTo(NOON + 5_000);
    await world.visit(once);
    expect(await listed(browser, '?sort=clicks')).toEqual([twice, once]);
    expect(await listed(browser, '?sort=lastClick')).toEqual([once, twice]);
    expect(await listed(browser, '')).toContain(never);
  });

  it('shows each tag in its colour, as a link to the links of the tag', async () => {
    const { browser, accountId } = await newDeveloper(world);
    await newLink(browser, 'a&b "c", <i>x</i>');
    await env.DB.prepare("UPDATE tags SET color = 'teal' WHERE account_id = ? AND name LIKE 'a%'")
      .bind(accountId)
      .run();
    const html = await browser.text('/links');
    expect(html).toContain(
      '<a href="/console/links?tag=a%26b+%22c%22"><span class="tag teal"><bdi>a&amp;b &quot;c&quot;</bdi>',
    );
    expect(html).toContain('<span class="tag"><bdi>&lt;i&gt;x&lt;/i&gt;</bdi>');
    expect(await listed(browser, '?tag=a%26b+%22c%22')).toHaveLength(1);
  });

  it('names two tags of a link, and the number of the others', async () => {
    const { browser } = await newDeveloper(world);
    await newLink(browser, 'one, two');
    expect(await browser.text('/links')).not.toContain('more tags');
    await newLink(browser, 'a, b, c, d');
    expect(await browser.text('/links')).toMatch(/title="c, d">\+2<span class="unseen"> more tags/);
  });

  it('keeps the filter in its form and in the addresses of its pages', async () => {
    const { browser } = await newDeveloper(world);
    for (let n = 0; n <= ROWS[0]; n++) await newLink(browser, 'one, two');
    const first = await browser.text('/links?tag=One&tag=two&tags=any&status=active&search=filtered');
    expect(first).toMatch(/<input[^>]*name="tag"[^>]*value="one"[^>]*checked/);
    expect(first).toContain('href="/console/links?search=filtered&amp;tag=two&amp;status=active"');
    const [, next = ''] = /href="\/console(\/links\?[^"]+)">Older/.exec(first) ?? [];
    expect(next).toContain('search=filtered&amp;tag=One&amp;tag=two&amp;tags=any&amp;status=active&amp;cursor=');
    expect(codesIn(await browser.text(next.replaceAll('&amp;', '&')))).toHaveLength(1);
  });

  it('shows all links and the reason where a filter is refused', async () => {
    const { browser } = await newDeveloper(world);
    const code = await newLink(browser, '');
    for (const query of [`?tag=${'x'.repeat(51)}`, '?tag=..']) {
      const response = await browser.get(`/links${query}`);
      expect(response.status, query).toBe(400);
      const html = await response.text();
      expect(html).toMatch(/id="search-says"[^>]*>tag must be/);
      expect(codesIn(html)).toEqual([code]);
    }
  });

  it('begins anew where the order of its cursor is no longer stored', async () => {
    turnTo(NOON);
    const { browser } = await newDeveloper(world);
    for (let n = 0; n <= ROWS[0]; n++) await world.visit(await newLink(browser, ''));
    const [, next = ''] =
      /href="\/console(\/links\?[^"]+)">Next page/.exec(await browser.text('/links?sort=clicks')) ?? [];
    expect((await browser.get(next.replaceAll('&amp;', '&'))).status).toBe(200);
    turnTo(NOON + 600_000);
    const expired = await browser.get(next.replaceAll('&amp;', '&'));
    expect([expired.status, expired.headers.get('Location')]).toEqual([303, '/console/links?sort=clicks']);
  });

  it('offers ten tags and finds three hundred others by their names, with a thousand, and stays within its bytes on the wire', async () => {
    const { browser, accountId } = await newDeveloper(world);
    await fillTags(accountId, 980);
    for (let n = 0; n < ROWS[0]; n++) {
      const tags = Array.from({ length: 20 }, (_, i) => `${'🌱'.repeat(20)} ${i} `).join();
      await newLink(browser, tags, {
        title: `${n} ${'ربيع '.repeat(39)}`,
        url: `https://example.com/${randomText(7_000)}`,
      });
    }
    const html = await browser.text('/links?tag=tag+979');
    expect([...html.matchAll(/type="checkbox" name="tag"/g)]).toHaveLength(10);
    expect(html).toMatch(/<input name="tag" list="other-tags" aria-label="Find one of 990 more tags"/);
    expect([...html.matchAll(/<option value="[^"]+">/g)].length).toBeGreaterThan(300);
    const page = new Response(await browser.text('/links')).body as ReadableStream;
    const sent = await new Response(page.pipeThrough(new CompressionStream('gzip'))).arrayBuffer();
    expect(sent.byteLength).toBeLessThan(MAX_PAGE_BYTES);
  });
});
