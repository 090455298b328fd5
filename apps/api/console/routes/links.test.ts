/** Links in the console: the rules and messages of the API, the metering, and the links of other accounts. */
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { type Browser, formsIn, newDeveloper } from '#testkit/browser';
import { fakeClock, NOON } from '#testkit/clock';
import { insertLinks } from '#testkit/many-links';
import { createWorld, freshAlias } from '#testkit/world';

const world = createWorld();
const turnTo = fakeClock();
const url = 'https://example.com/';

const codeOf = (response: Response): string =>
  /^\/console\/links\/([\w-]+)$/.exec(response.headers.get('Location') ?? '')?.[1] ?? '';

async function newLink(browser: Browser, fields: Record<string, string> = {}): Promise<string> {
  const response = await browser.post('/links', { url, ...fields });
  expect(response.status).toBe(303);
  return codeOf(response);
}

describe('the form of a new link', () => {
  it('stores every option in the row of the link', async () => {
    turnTo(NOON);
    const { browser, accountId } = await newDeveloper(world);
    const alias = freshAlias('Made-Here');
    await newLink(browser, { alias, expiresIn: '2', unit: '3600', maxClicks: '7', password: 'secret words' });
    const row = env.DB.prepare('SELECT * FROM links WHERE code = ?1').bind(alias.toLowerCase());
    expect(await row.first()).toMatchObject({
      alias,
      account_id: accountId,
      url,
      expires_at: NOON + 7_200_000,
      max_clicks: 7,
      password: expect.stringMatching(/^\$pbkdf2/),
    });
    const page = await browser.text(`/links/${alias}`);
    expect(page).toContain(`https://s.example.com/${alias}`);
    expect(page).not.toContain('secret words');
  });

  it('makes a link that redirects, and whose clicks are shown as pictures', async () => {
    const { browser } = await newDeveloper(world, 'FREE');
    const code = await newLink(browser);
    const visit = await world.visit(code, { headers: { 'User-Agent': 'Mozilla/5.0 (X11; Linux) Firefox/130.0' } });
    expect(visit.headers.get('Location')).toBe(url);
    for (const path of [`/links/${code}`, '/statistics']) {
      const page = await browser.text(path);
      expect(page).toMatch(/Clicks<\/dt><dd class="number">1</);
      expect(page).toContain('Firefox');
      expect(page).toMatch(/<desc[^>]*>1 click from .*<\/desc>/);
    }
    expect(await browser.text('')).toMatch(/<span class="number">1</);
  });

  const REFUSED: [field: string, words: string, fields: Record<string, string>][] = [
    ['url', 'Please provide a valid URL', { url: 'nonsense' }],
    ['url', 'Please provide a valid URL', { url: 'https://api.example.com/console' }],
    ['url', 'URL appears to be unsafe', { url: 'https://testsafebrowsing.appspot.com/s/malware.html' }],
    ['alias', 'Alias must be between 3 and 50 characters', { alias: 'ab' }],
    ['alias', 'may contain only letters', { alias: 'a b c' }],
    ['alias', 'This alias is reserved', { alias: 'paypal' }],
    ['password', 'Password must be between 4 and 100', { password: 'abc' }],
    ['expiresIn', 'must be at least 60 seconds', { expiresIn: '0', unit: '60' }],
    ['expiresIn', 'must be a whole number of seconds', { expiresIn: 'soon' }],
    ['maxClicks', 'must be a whole number of at least 1', { maxClicks: '0' }],
    ['maxClicks', 'must be a whole number of at least 1', { maxClicks: '1.5' }],
  ];

  it.each(REFUSED)('shows beside %s the error: %s', async (field, words, fields) => {
    const { browser } = await newDeveloper(world);
    const response = await browser.post('/links', { url, alias: '', ...fields });
    expect(response.status).toBe(400);
    const page = await response.text();
    const [input = ''] = new RegExp(`<input[^>]*name="${field}"[^>]*>`).exec(page) ?? [];
    expect(input).toContain('aria-invalid="true"');
    expect(page).toContain(words);
    if (field !== 'password') expect(page).toContain(`value="${fields[field]}"`);
  });

  it('disables and refuses options that the plan lacks or the operator has switched off', async () => {
    const { browser } = await newDeveloper(world, 'FREE');
    const form = await browser.text('/new-link');
    expect(form).toContain('On the plan HOBBY and above.');
    expect(form).toContain('On the plan INDIE and above.');
    const refused = await browser.post('/links', { url, maxClicks: '1' });
    expect(refused.status).toBe(403);
    expect(await refused.text()).toContain('Your current plan does not include this feature.');
    const off = createWorld({ ALIASES: 'off' });
    const other = await newDeveloper(off);
    expect(await other.browser.text('/new-link')).toContain('Switched off on this platform');
    expect((await other.browser.post('/links', { url, alias: freshAlias() })).status).toBe(400);
  });

  it('counts as a call of one more key, in a window of a minute and in a quota of links', async () => {
    turnTo(NOON);
    const { browser } = await newDeveloper(world, 'FREE');
    const tries = await Promise.all(Array.from({ length: 65 }, () => browser.post('/links', { url: '' })));
    const late = tries.filter(({ status }) => status === 429);
    expect(late.map(({ headers }) => headers.get('Retry-After'))).toEqual(Array(5).fill('60'));
    turnTo(NOON + 60_000);
    await newLink(browser);
    const few = createWorld({ LINK_QUOTA: 'FREE=1' });
    const other = await newDeveloper(few, 'FREE');
    await newLink(other.browser);
    const refused = await other.browser.post('/links', { url });
    expect(refused.status).toBe(429);
    expect(await refused.text()).toContain('Monthly link limit reached.');
  });
});

describe('the list of links', () => {
  it('shows every link once, in pages, the newest first', async () => {
    const { browser, accountId } = await newDeveloper(world);
    const made = Array.from({ length: 120 }, (_, i) => `listed-${accountId.toLowerCase()}-${i}`);
    const insert = `INSERT INTO links (code, id, account_id, url, created_at, put_at, quiet_at)
      SELECT value, value, ?2, 'https://example.com/', ?3 + key / 3, ?3, ?3 FROM json_each(?1)`;
    await env.DB.prepare(insert).bind(JSON.stringify(made), accountId, NOON).run();
    const seen: string[] = [];
    let path: string | undefined = '/links';
    while (path !== undefined) {
      const page: string = await browser.text(path);
      seen.push(...[...page.matchAll(/href="\/console\/links\/(listed-[\w-]+)"/g)].map(([, code = '']) => code));
      path = /href="\/console(\/links\?cursor=[^"]+)">Older/.exec(page)?.[1]?.replaceAll('&amp;', '&');
    }
    expect(seen).toHaveLength(120);
    expect(new Set(seen)).toEqual(new Set(made));
    expect(Number(seen[0]?.split('-').at(-1))).toBeGreaterThanOrEqual(117);
  });

  it('can be searched by code and destination, and finds links of the account only', async () => {
    const { browser } = await newDeveloper(world);
    const { browser: other } = await newDeveloper(world);
    const word = `w${crypto.getRandomValues(new Uint32Array(1)).join()}`;
    const byUrl = await newLink(browser, { url: `https://example.com/${word}%25_` });
    await newLink(browser, { url: 'https://example.com/else' });
    const theirs = await newLink(other, { url: `https://example.com/${word}` });
    const found = await browser.text(`/links?search=${word}`);
    expect(found).toContain(byUrl);
    expect(found).not.toContain(theirs);
    expect(await browser.text(`/links?search=${encodeURIComponent(`${word}%25_`)}`)).toContain(byUrl);
    expect(await browser.text('/links?search=nothing-like-it')).toContain('Nothing found');
  });

  it('can be searched by a short address and by a whole destination, however long', async () => {
    const { browser } = await newDeveloper(world);
    const long = `https://Example.com/${'a/long/path/'.repeat(20)}`;
    const [alias, titled] = [freshAlias('sought'), freshAlias('titled')];
    await newLink(browser, { url: long, alias });
    await newLink(browser, { url: 'https://example.org', alias: titled, title: 'Spring '.repeat(20) });
    const cases: [text: string, code: string, other: string][] = [
      [`https://s.example.com/${alias}`, alias, titled],
      [`s.example.com/${titled}?from=mail`, titled, alias],
      [long, alias, titled],
      [long.toLowerCase(), alias, titled],
      [`${long.slice(0, 100)}`, alias, titled],
      ['https://example.org/', titled, alias],
      ['Spring '.repeat(20), titled, alias],
    ];
    for (const [text, code, other] of cases) {
      const found = await browser.text(`/links?search=${encodeURIComponent(text)}`);
      expect(found, text).toContain(`/console/links/${code}`);
      expect(found, text).not.toContain(`/console/links/${other}`);
    }
    expect(await browser.text(`/links?search=${encodeURIComponent(`${long}else`)}`)).toContain('Nothing found');
  });

  it('says that there are older links where a search has found none so far', async () => {
    const { browser, accountId } = await newDeveloper(world);
    const mark = freshAlias('older');
    await insertLinks(accountId, 201, (n) => `${mark}-${n}`);
    const first = await browser.text(`/links?search=${mark}-0`);
    expect(first).toContain('Nothing found so far');
    const [, next = ''] = /href="\/console(\/links\?[^"]+)"[^>]*>Search further/.exec(first) ?? [];
    expect(await browser.text(next.replaceAll('&amp;', '&'))).toContain(`/console/links/${mark}-0`);
  });

  it('says how many links there are, and which of them the page shows', async () => {
    const { browser, accountId } = await newDeveloper(world);
    const mark = freshAlias('ranged');
    await insertLinks(accountId, 30, (n) => `${mark}-${n}`);
    const rangeIn = (html: string) => /<p[^>]*data-range[^>]*>([^<]*)</.exec(html)?.[1];
    const first = await browser.text('/links');
    expect(rangeIn(first)).toBe('30 links, 1–25');
    const [, next = ''] = /href="\/console(\/links\?[^"]+)"[^>]*>Older/.exec(first) ?? [];
    expect(rangeIn(await browser.text(next.replaceAll('&amp;', '&')))).toBe('30 links, 26–30');
    expect(rangeIn(await browser.text(`/links?search=${mark}-29`))).toBe('1 link found');
    expect(rangeIn(await browser.text(next.replace(/&amp;from=\d+/, '').replaceAll('&amp;', '&')))).toBe('30 links');
  });

  it('shows only links with a password where the filter says so', async () => {
    const { browser } = await newDeveloper(world);
    const [open, closed] = [await newLink(browser), await newLink(browser, { password: 'secret words' })];
    const found = await browser.text('/links?protected=yes');
    expect(found).toContain(`/console/links/${closed}`);
    expect(found).not.toContain(`/console/links/${open}`);
  });

  it.each(['nonsense', '1.2.3', '-1.x', "1'; DROP TABLE links", '9'.repeat(400)])(
    'responds without a fault to the cursor %j',
    async (cursor) => {
      const { browser } = await newDeveloper(world);
      const response = await browser.get(`/links?cursor=${encodeURIComponent(cursor)}`);
      expect(response.status).toBeLessThan(500);
    },
  );
});

describe('the form that edits a link', () => {
  it('changes only the properties that were changed in the form', async () => {
    turnTo(NOON);
    const { browser } = await newDeveloper(world);
    const code = await newLink(browser, { password: 'secret words', expiresIn: '1', unit: '86400', maxClicks: '9' });
    const row = () =>
      env.DB.prepare('SELECT url, expires_at, max_clicks, password, version FROM links WHERE code = ?1')
        .bind(code)
        .first();
    const before = await row();
    const edit = (typed: Record<string, string>) => browser.send(`/links/${code}/edit`, `/links/${code}/edit`, typed);
    expect(await browser.follow(await edit({}))).toContain('everything is as it was');
    expect(await row()).toEqual(before);
    const other = 'https://example.org/other';
    await edit({ url: other });
    expect(await row()).toEqual({ ...before, url: other, version: 2 });
    await edit({ maxClicks: '', endless: 'yes', open: 'yes' });
    expect(await row()).toMatchObject({ url: other, max_clicks: null, expires_at: null, password: null });
    const changed = await edit({ expiresIn: '5', unit: '60', password: 'other words' });
    expect(await row()).toMatchObject({ expires_at: NOON + 300_000, password: expect.stringMatching(/^\$pbkdf2/) });
    expect(await browser.follow(changed)).toContain('The link is changed.');
  });

  it('shows every error beside its field', async () => {
    const { browser } = await newDeveloper(world);
    const code = await newLink(browser);
    const refused: [string, string, Record<string, string>][] = [
      ['url', 'Please provide a valid URL', { url: 'nonsense' }],
      ['maxClicks', 'must be a whole number', { maxClicks: 'many' }],
      ['expiresIn', 'must be a whole number', { expiresIn: 'soon' }],
      ['password', 'Password must be between', { password: 'abc' }],
    ];
    for (const [field, words, fields] of refused) {
      const response = await browser.send(`/links/${code}/edit`, `/links/${code}/edit`, fields);
      expect(response.status, field).toBe(400);
      const page = await response.text();
      expect(page).toContain(words);
      expect(new RegExp(`<input[^>]*name="${field}"[^>]*>`).exec(page)?.[0]).toContain('aria-invalid="true"');
    }
  });

  const editOf = (code: string) => `/links/${code}/edit`;
  const formOf = async (browser: Browser, code: string) =>
    formsIn(await browser.text(editOf(code))).find(({ action }) => action.endsWith('/edit'))?.fields ?? {};

  it('is saved once where several are sent at once, and the others show the current value', async () => {
    const { browser } = await newDeveloper(world);
    const code = await newLink(browser);
    const fields = await formOf(browser, code);
    const urls = ['https://example.com/one', 'https://example.com/two', 'https://example.com/three'];
    const responses = await Promise.all(
      urls.map((typed) => {
        const { token: _token, ...shown } = fields;
        return browser.post(editOf(code), { ...shown, url: typed });
      }),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([303, 409, 409]);
    const late = await (responses.find(({ status }) => status === 409) as Response).text();
    const saved = urls[responses.findIndex(({ status }) => status === 303)];
    expect(late).toContain(`Changed meanwhile. Now: ${saved}`);
    expect(await browser.text(`/links/${code}`)).toContain(`value="${saved}"`);
  });

  it('shows current values after a concurrent change, except in fields that were edited', async () => {
    const { browser } = await newDeveloper(world);
    const code = await newLink(browser, { maxClicks: '5' });
    const fields = await formOf(browser, code);
    await browser.send(editOf(code), editOf(code), { url: 'https://example.org/', password: 'secret words' });
    const late = await (await browser.post(editOf(code), { ...fields, maxClicks: '9' })).text();
    const again = formsIn(late).find(({ action }) => action.endsWith('/edit'))?.fields;
    expect(again).toMatchObject({ url: 'https://example.org/', maxClicks: '9' });
    expect(late).toContain('Now: a password that visitors are asked for');
    expect((await browser.post(editOf(code), again)).status).toBe(303);
  });

  it('is accepted where only the clicks of the link were used up meanwhile', async () => {
    const { browser } = await newDeveloper(world);
    const code = await newLink(browser, { maxClicks: '1' });
    const fields = await formOf(browser, code);
    await world.visit(code);
    expect((await browser.post(editOf(code), { ...fields, maxClicks: '2' })).status).toBe(303);
    expect((await createWorld().visit(code)).status).toBe(302);
  });

  it.each([
    ['an end', { expiresIn: '5', endless: 'yes' }],
    ['a password', { password: 'other words', open: 'yes' }],
  ])('refuses to set and remove %s at once', async (_what, typed) => {
    const { browser } = await newDeveloper(world);
    const code = await newLink(browser, { password: 'secret words', expiresIn: '1', unit: '86400' });
    const refused = await browser.send(editOf(code), editOf(code), typed);
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain('untick this box');
  });

  it('needs the password again after an error, or the tick that leaves the password as it is', async () => {
    const { browser } = await newDeveloper(world);
    const code = await newLink(browser);
    const refused = await browser.send(editOf(code), editOf(code), { url: 'nonsense', password: 'secret words' });
    const again = formsIn(await refused.text()).find(({ action }) => action.endsWith('/edit'))?.fields ?? {};
    const { token: _token, ...fields }: Record<string, string> = { ...again, url };
    expect((await browser.post(editOf(code), fields)).status).toBe(400);
    expect((await browser.post(editOf(code), { ...fields, 'password-without': 'yes' })).status).toBe(303);
    expect((await createWorld().visit(code)).status).toBe(302);
  });

  it('refuses an option that the plan does not grant', async () => {
    const { browser } = await newDeveloper(world, 'FREE');
    const code = await newLink(browser);
    const edit = `/links/${code}/edit`;
    expect((await browser.send(edit, edit, { maxClicks: '5' })).status).toBe(403);
  });
});

describe('the QR code of a link', () => {
  it('follows the rules of the API', async () => {
    const { browser } = await newDeveloper(world);
    const code = await newLink(browser);
    expect(await browser.text(`/links/${code}/qr`)).toContain(`/console/links/${code}/qr/picture?format=svg`);
    const svg = await browser.get(`/links/${code}/qr/picture?format=svg`);
    expect([svg.status, svg.headers.get('Content-Type')]).toEqual([200, 'image/svg+xml']);
    const png = await browser.get(`/links/${code}/qr/picture?size=500&download=true`);
    expect(png.headers.get('Content-Disposition')).toBe(`attachment; filename="qr-${code}.png"`);
    const refused = await browser.get(`/links/${code}/qr?size=5`);
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain('size must be a whole number from 100 to 1000');
    expect((await browser.get(`/links/${code}/qr/picture?size=5`)).status).toBe(404);
    expect((await browser.get(`/links/${code}/qr?color=%23ffffff`)).status).toBe(400);
  });
});

describe('a dead link', () => {
  it('has no QR code, and a page that gives the reason', async () => {
    const { browser } = await newDeveloper(world);
    const code = await newLink(browser, { maxClicks: '1' });
    await world.visit(code);
    const page = await browser.text(`/links/${code}`);
    expect(page).toContain('Its clicks are used up');
    expect(page).toContain(`/links/${code}/edit`);
    expect(page).not.toContain(`/links/${code}/qr`);
    expect((await browser.get(`/links/${code}/qr`)).status).toBe(410);
    expect((await browser.get(`/links/${code}/qr/picture?format=png`)).status).toBe(404);
  });

  it('cannot be edited if it was deleted or blocked', async () => {
    const { browser, accountId } = await newDeveloper(world);
    const { key } = await world.newKey('PRO', { accountId });
    const [deleted, blocked] = [await newLink(browser), await newLink(browser)];
    await world.v2(key, 'DELETE', `/links/${deleted}`);
    await world.admin('POST', `/links/${blocked}/block`, { reason: 'phishing' });
    for (const code of [deleted, blocked]) {
      expect((await browser.get(`/links/${code}/edit`)).status).toBe(410);
      expect(await browser.text(`/links/${code}`)).not.toContain(`/links/${code}/edit`);
    }
  });
});

it('every page and form of another account’s link gets 404', async () => {
  const theirs = await newLink((await newDeveloper(world)).browser);
  const { browser } = await newDeveloper(world);
  for (const code of [theirs, 'no-such-code', 'x'.repeat(3000), '%00', 'a%2Fb']) {
    for (const path of ['', '/edit', '/qr', '/qr/picture'])
      expect((await browser.get(`/links/${code}${path}`)).status, code).toBe(404);
    expect((await browser.post(`/links/${code}/edit`, { url })).status, code).toBe(404);
    expect((await browser.post(`/links/${code}/delete`)).status, code).toBe(404);
  }
  expect((await world.visit(theirs)).status).toBe(302);
});

it('every page escapes the texts that a user has typed', async () => {
  const evil = '"><script>alert(1)</script><img src=x onerror=alert(1)>';
  const { browser } = await newDeveloper(world, 'PRO', evil);
  const made = await browser.post('/keys', { name: evil });
  const pages = [await browser.follow(made), await (await browser.post('/keys', { name: `${evil}é` })).text()];
  const code = await newLink(browser, { url: `https://example.com/?q=${evil.replaceAll(' ', '+')}` });
  pages.push(await (await browser.post('/links', { url: evil, alias: evil })).text());
  const id = /sl_([0-9A-Za-z]{12})/.exec(pages[0] ?? '')?.[1];
  const paths = [
    '',
    '/keys',
    `/keys/${id}`,
    '/links',
    `/links?search=${encodeURIComponent(evil.slice(0, 40))}`,
    `/links/${code}`,
  ];
  for (const path of [...paths, '/account', '/statistics', '/plan']) pages.push(await browser.text(path));
  for (const page of pages) {
    expect(page).toContain('&lt;script&gt;');
    expect(page).not.toContain('<script>');
    expect(page).not.toContain('<img');
  }
});
