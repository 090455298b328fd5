/** The form of several links, and the page with its results. */
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { type Browser, formsIn, newDeveloper, newToken } from '#testkit/browser';
import { createWorld } from '#testkit/world';

const world = createWorld();
const FORM = '/console/several-links';

const readForm = (html: string) => formsIn(html).find(({ action }) => action === FORM)?.fields;
const locationOf = (response: Response) => (response.headers.get('Location') ?? '').replace('/console', '');

/** The links of an account, in the order of their destinations. */
const linksOf = async (accountId: string) =>
  (
    await env.DB.prepare(
      'SELECT url, max_clicks, json_array_length(tags) AS tags FROM links LEFT JOIN link_details USING (code) WHERE links.account_id = ?1 ORDER BY url',
    )
      .bind(accountId)
      .all()
  ).results;

/** The short URLs on the page of results, and the errors. */
const shownIn = (html: string) => ({
  short: [...html.matchAll(/data-copies="([^"]*)"/g)].map(([, url]) => url),
  lines: [...html.matchAll(/>Line (\d+)</g)].map(([, line]) => Number(line)),
  errors: [...html.matchAll(/<p class="bad">([^<]*)</g)].map(([, words]) => words),
});

const csv = async (browser: Browser, page: string) => {
  const response = await browser.get(`${page}/csv`);
  return [response.headers.get('Content-Type'), (await response.text()).trimEnd().split('\r\n')] as const;
};

describe('several addresses', () => {
  it('become links with the same options, and their page has each short URL', async () => {
    const { browser, accountId } = await newDeveloper(world);
    const typed = { utm_source: 'mail', maxClicks: '7', tags: 'a, b', lifetime: 'never' };
    const urls = ' example.com/1\r\n\r\nhttps://example.com/2?x=%20#y\r\n';
    const sent = await browser.post('/several-links', { urls, ...typed });
    expect(sent.status).toBe(303);
    expect(await linksOf(accountId)).toEqual([
      { url: 'https://example.com/1?utm_source=mail', max_clicks: 7, tags: 2 },
      { url: 'https://example.com/2?x=%20&utm_source=mail#y', max_clicks: 7, tags: 2 },
    ]);
    expect(locationOf(sent)).not.toContain('example');
    const page = await browser.follow(sent);
    const { short, errors, lines } = shownIn(page);
    expect([page, errors, lines]).toEqual([expect.stringContaining('2 new links'), [], [1, 3]]);
    expect(page).toContain(`readonly="">${short.join('\n')}</textarea>`);
    expect(readForm(page)).toBeUndefined();
    const [type, [head, ...rows]] = await csv(browser, locationOf(sent));
    expect([type, head]).toEqual(['text/csv; charset=utf-8', 'line,url,shortUrl,error']);
    expect(rows[0]).toBe(`1,https://example.com/1?utm_source=mail,${short[0]},`);
  });

  it('that fail leave the others, and stay in the form with their errors and the options', async () => {
    const { browser, accountId } = await newDeveloper(world);
    const urls =
      '=HYPERLINK("x")\nexample.com/1\nhttps://nowhere\nhttps://s.example.com/abc\nhttps://me:hidden-word@example.com';
    const sent = await browser.post('/several-links', { urls, maxClicks: '7', tags: 'a', utm_term: 'b' });
    expect((await linksOf(accountId)).map(({ url }) => url)).toEqual(['https://example.com/1?utm_term=b']);
    const page = await browser.follow(sent);
    expect(shownIn(page).errors).toEqual([
      expect.stringContaining('is not a public host name'),
      expect.stringContaining('is not a public host name'),
      expect.stringContaining('This is an address of this service'),
      'Remove the user name or password before the @: everyone who follows the link would see it.',
    ]);
    expect(page).toContain('4 addresses could not be shortened.');
    expect(shownIn(page).lines).toEqual([1, 2, 3, 4, 5]);
    // Only the field has it, so that it can be corrected there.
    expect(page.split('hidden-word')).toHaveLength(2);
    const again = { maxClicks: '7', tags: 'a', utm_term: 'b' };
    expect(readForm(page)).toMatchObject({ urls: urls.replace('example.com/1\n', ''), ...again });
    const [, lines] = await csv(browser, locationOf(sent));
    expect(lines[1]).toMatch(/^1,"'=HYPERLINK\(""x""\)",,/);
  });

  it('that are given more than once become a link each, which the page says', async () => {
    const { browser, accountId } = await newDeveloper(world);
    const urls = [
      'example.com/1',
      'example.com/2',
      'https://example.com/1',
      'example.com/2',
      'example.com/1',
      'a.example',
    ];
    const page = await browser.follow(await browser.post('/several-links', { urls: urls.join('\n') }));
    expect(await linksOf(accountId)).toHaveLength(6);
    expect(page).toContain('Each line has a link of its own: lines 1, 3, and 5; lines 2 and 4.');
  });

  it('that are sent twice make one set of links, whose page nobody else sees', async () => {
    const { browser, accountId } = await newDeveloper(world);
    const typed = { urls: 'example.com/1\nexample.com/2', token: newToken(accountId) };
    const [one, other] = await Promise.all([1, 2].map(() => browser.post('/several-links', typed)));
    expect(locationOf(other as Response)).toBe(locationOf(one as Response));
    expect(await linksOf(accountId)).toHaveLength(2);
    const stranger = (await newDeveloper(world)).browser;
    for (const path of ['', '/csv'])
      expect((await stranger.get(`${locationOf(one as Response)}${path}`)).status).toBe(404);
    const lost = await (await browser.get(`${FORM.replace('/console', '')}/not-kept`)).text();
    expect(lost).toContain('These results are gone');
    expect(lost).toContain('href="/console/links">See the newest links');
  });

  it.each([
    [{ urls: ' \n' }, 'Enter the addresses that the links lead to'],
    [{ urls: 'example.com\n'.repeat(51) }, 'Enter at most 50 addresses at a time. These are 51.'],
    [{ urls: 'example.com', maxClicks: 'x' }, 'Enter a whole number from 1'],
    [{ urls: 'example.com', lifetime: 'date' }, 'Enter a day and a time'],
  ])('are refused together where the form is wrong: %j', async (typed, words) => {
    const { browser, accountId } = await newDeveloper(world);
    const refused = await browser.post('/several-links', typed);
    const page = await refused.text();
    expect([refused.status, page]).toEqual([400, expect.stringContaining(words)]);
    expect(readForm(page)?.urls).toBe(typed.urls);
    expect(await linksOf(accountId)).toEqual([]);
  });

  it('beyond the links of the month say so, and stay in the form', async () => {
    await world.admin('PUT', '/settings', { linkQuota: { FREE: 1 } });
    const { browser, accountId } = await newDeveloper(createWorld(), 'FREE');
    const page = await browser.follow(await browser.post('/several-links', { urls: 'example.com/1\nexample.com/2' }));
    await env.DB.prepare('DELETE FROM settings').run();
    expect(await linksOf(accountId)).toHaveLength(1);
    expect([shownIn(page).errors, readForm(page)?.urls]).toEqual([['Monthly link limit reached.'], 'example.com/2']);
  });
});
