/** Links in the console: the rules and messages of the API, the metering, and the links of other accounts. */
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { UNDO_MS } from '#api/links/scheduled-acts';
import { type Browser, formsIn, newDeveloper } from '#testkit/browser';
import { fakeClock, NOON } from '#testkit/clock';
import { insertLinks } from '#testkit/many-links';
import { createWorld, freshAlias } from '#testkit/world';
import { ROWS } from './links-query';

const world = createWorld();
const turnTo = fakeClock();
const url = 'https://example.com/';

const parseCode = (response: Response): string =>
  /^\/console\/links\/([\w-]+)$/.exec(response.headers.get('Location') ?? '')?.[1] ?? '';

async function newLink(browser: Browser, fields: Record<string, string> = {}): Promise<string> {
  const response = await browser.post('/links', { url, ...fields });
  expect(response.status).toBe(303);
  return parseCode(response);
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
      expect(page).toMatch(/Clicks<\/dt><dd class="number">1 </);
      expect(page).toContain('Firefox');
      expect(page).toMatch(/<desc[^>]*>1 click from .*<\/desc>/);
    }
    expect(await browser.text('')).toMatch(/<span class="number">1</);
  });

  const REFUSED: [field: string, words: string, fields: Record<string, string>][] = [
    ['url', '“nonsense” is not a public host name.', { url: 'nonsense' }],
    ['url', 'This is an address of this service', { url: 'https://api.example.com/console' }],
    ['url', 'URL appears to be unsafe', { url: 'https://testsafebrowsing.appspot.com/s/malware.html' }],
    ['alias', 'Use 3 to 50 characters.', { alias: 'ab' }],
    ['alias', 'Use only letters, digits and hyphens.', { alias: 'a b c' }],
    ['alias', 'This alias is reserved', { alias: 'paypal' }],
    ['password', 'Use 4 to 100 characters.', { password: 'abc' }],
    ['expiresIn', 'Enter at least one minute.', { expiresIn: '0', unit: '60' }],
    ['expiresIn', 'Enter a whole number of minutes, up to 5,256,000.', { expiresIn: 'soon' }],
    ['expiresIn', 'Enter a whole number of days, up to 3,650.', { expiresIn: '3651', unit: '86400' }],
    ['maxClicks', 'Enter a whole number from 1 to 1,000,000,000.', { maxClicks: '0' }],
    ['maxClicks', 'Enter a whole number from 1 to 1,000,000,000.', { maxClicks: '1.5' }],
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
    expect(form).toContain('Available on Hobby and above.');
    expect(form).toContain('Available on Indie and above.');
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

  it('shows a link above the results that the search names exactly, however old it is', async () => {
    turnTo(NOON);
    const { browser, accountId } = await newDeveloper(world);
    const { browser: other } = await newDeveloper(world);
    const [mark, externalId] = [freshAlias('exact'), `order ${freshAlias('id')}`];
    const alias = await newLink(browser, {
      url: 'https://example.com/',
      alias: `${mark}-old`,
      externalId,
      tags: 'Spring',
    });
    await insertLinks(accountId, 201, (n) => `${mark}-old-${n}`, { createdAt: (n) => NOON + 1 + n });
    const rowsOf = async (path: string, by = browser) =>
      [...(await by.text(path)).matchAll(/class="name" href="\/console\/links\/([^"]+)"/g)].map(([, code]) => code);
    const search = (text: string, more = '') => `/links?search=${encodeURIComponent(text)}${more}`;
    for (const text of [
      alias,
      alias.toUpperCase(),
      `https://s.example.com/${alias}`,
      `s.example.com/${alias}?qr=1`,
      `${alias}+`,
    ]) {
      const rows = await rowsOf(search(text));
      expect(rows[0], text).toBe(alias);
      expect(
        rows.filter((code) => code === alias),
        text,
      ).toHaveLength(1);
      expect(rows, text).toHaveLength(text.endsWith('+') ? 1 : ROWS[0] + (text.includes('/') ? 0 : 1));
    }
    for (const more of ['', '&tag=spring', '&status=active', '&sort=clicks'])
      expect(await rowsOf(search(externalId, more)), more).toEqual([alias]);
    for (const more of ['&tag=Autumn', '&status=expired', '&protected=yes'])
      expect(await rowsOf(search(alias, more)), more).not.toContain(alias);
    for (const text of [alias, externalId]) expect(await rowsOf(search(text), other)).toEqual([]);
    // A later page does not repeat it.
    const [, next = ''] = /href="\/console(\/links\?[^"]+)"[^>]*>Older/.exec(await browser.text(search(mark))) ?? [];
    expect(await rowsOf(next.replaceAll('&amp;', '&'))).toHaveLength(ROWS[0]);
  });

  it('says how far a search without results has looked, and goes on by one button until the list ends', async () => {
    const { browser, accountId } = await newDeveloper(world);
    const mark = freshAlias('older');
    await insertLinks(accountId, 2_001, (n) => `${mark}-${n}`);
    const walk = async (text: string) => {
      const pages: string[] = [];
      for (let path = `/links?search=${text}`; path !== ''; ) {
        const html = await browser.text(path);
        pages.push(html);
        path = (/href="\/console(\/links\?[^"]+)"[^>]*>Keep searching</.exec(html)?.[1] ?? '').replaceAll('&amp;', '&');
      }
      return pages;
    };
    const pages = await walk('nothing-like-it');
    expect(pages).toHaveLength(3);
    for (const [n, html] of pages.slice(0, -1).entries()) {
      expect(html).not.toContain('Nothing found');
      expect(html).toContain(`None found yet in the newest ${['1,000', '2,000'][n]} of 2,001 links`);
      expect(html).not.toMatch(/>(Newest|Newer|Older)</);
    }
    expect(pages.at(-1)).toContain('Nothing found');
  });

  it('says how many links there are, and which of them the page shows', async () => {
    const { browser, accountId } = await newDeveloper(world);
    const mark = freshAlias('ranged');
    const all = ROWS[0] + 5;
    await insertLinks(accountId, all, (n) => `${mark}-${n}`);
    const rangeIn = (html: string) => /<p[^>]*data-range[^>]*>([^<]*)</.exec(html)?.[1];
    const first = await browser.text('/links');
    expect(rangeIn(first)).toBe(`${all} links, 1–${ROWS[0]}`);
    const [, next = ''] = /href="\/console(\/links\?[^"]+)"[^>]*>Older/.exec(first) ?? [];
    expect(rangeIn(await browser.text(next.replaceAll('&amp;', '&')))).toBe(`${all} links, ${ROWS[0] + 1}–${all}`);
    expect(rangeIn(await browser.text(`/links?search=${mark}-${all - 1}`))).toBe('1 found');
    expect(rangeIn(await browser.text(next.replace(/&amp;from=\d+/, '').replaceAll('&amp;', '&')))).toBe(
      `${all} links`,
    );
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

describe('the forms that edit a link', () => {
  const edit = (browser: Browser, code: string, fact: string, typed: Record<string, string> = {}) =>
    browser.send(`/links/${code}`, `/links/${code}/${fact}`, typed);
  const fieldsIn = (html: string, fact: string) =>
    formsIn(html).find(({ action }) => action.endsWith(`/${fact}`))?.fields ?? {};
  const formOf = async (browser: Browser, code: string, fact: string) =>
    fieldsIn(await browser.text(`/links/${code}`), fact);

  it('change only their own property, and only if it was changed', async () => {
    turnTo(NOON);
    const { browser } = await newDeveloper(world);
    const code = await newLink(browser, { password: 'secret words', expiresIn: '1', unit: '86400', maxClicks: '9' });
    const row = () =>
      env.DB.prepare('SELECT url, expires_at, max_clicks, password, version FROM links WHERE code = ?1')
        .bind(code)
        .first();
    const before = await row();
    for (const fact of ['destination', 'end', 'limit', 'password', 'title'])
      expect(await browser.follow(await edit(browser, code, fact))).toContain('everything is as it was');
    expect(await row()).toEqual(before);
    const other = 'https://example.org/other';
    await edit(browser, code, 'destination', { url: other });
    expect(await row()).toEqual({ ...before, url: other, version: 2 });
    await edit(browser, code, 'limit', { maxClicks: '' });
    await edit(browser, code, 'end', { lifetime: 'never' });
    await edit(browser, code, 'password', { open: 'yes' });
    expect(await row()).toMatchObject({ url: other, max_clicks: null, expires_at: null, password: null });
    await edit(browser, code, 'end', { expiresIn: '5', unit: '60' });
    const changed = await edit(browser, code, 'password', { password: 'other words' });
    expect(await row()).toMatchObject({ expires_at: NOON + 300_000, password: expect.stringMatching(/^\$pbkdf2/) });
    expect(await browser.follow(changed)).toContain('The link is changed.');
  });

  it.each([
    ['destination', 'url', '“nonsense” is not a public host name.', 'nonsense'],
    ['limit', 'maxClicks', 'Enter a whole number', 'many'],
    ['end', 'expiresIn', 'Enter a whole number', 'soon'],
    ['password', 'password', 'Use 4 to 100 characters.', 'abc'],
  ])('show an error of the %s beside its field, in the open form', async (fact, field, words, text) => {
    const { browser } = await newDeveloper(world);
    const code = await newLink(browser);
    const response = await edit(browser, code, fact, { [field]: text });
    expect(response.status).toBe(400);
    const page = await response.text();
    expect(page).toContain(words);
    expect(new RegExp(`<input[^>]*name="${field}"[^>]*>`).exec(page)?.[0]).toContain('aria-invalid="true"');
    expect(page.match(/<details class="change" open/g)).toHaveLength(1);
  });

  it('are saved once where several are sent at once, and the others show the current value', async () => {
    const { browser } = await newDeveloper(world);
    const code = await newLink(browser);
    const { token: _token, ...shown } = await formOf(browser, code, 'destination');
    const urls = ['https://example.com/one', 'https://example.com/two', 'https://example.com/three'];
    const responses = await Promise.all(
      urls.map((typed) => browser.post(`/links/${code}/destination`, { ...shown, url: typed })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([303, 409, 409]);
    const late = await (responses.find(({ status }) => status === 409) as Response).text();
    const saved = urls[responses.findIndex(({ status }) => status === 303)];
    expect(late).toContain(`Someone set this to ${saved} while you were editing.`);
    expect((await formOf(browser, code, 'destination')).url).toBe(saved);
  });

  it('show the current value after a concurrent change, except in a field that was edited', async () => {
    const { browser } = await newDeveloper(world);
    const code = await newLink(browser, { maxClicks: '5' });
    const page = await browser.text(`/links/${code}`);
    await edit(browser, code, 'limit', { maxClicks: '7' });
    await edit(browser, code, 'password', { password: 'secret words' });
    const sendOld = (fact: string, typed: Record<string, string>) => {
      const { token: _token, ...fields } = fieldsIn(page, fact);
      return browser.post(`/links/${code}/${fact}`, { ...fields, ...typed });
    };
    const unedited = await sendOld('limit', {});
    expect(unedited.status).toBe(409);
    expect(fieldsIn(await unedited.text(), 'limit').maxClicks).toBe('7');
    const late = await (await sendOld('limit', { maxClicks: '9' })).text();
    expect(late).toMatch(/<button[^>]*>Replace 7 with 9</);
    expect(late).not.toContain('aria-invalid');
    expect(fieldsIn(late, 'limit').maxClicks).toBe('9');
    expect(await (await sendOld('password', { password: 'other words' })).text()).toContain(
      'Someone set this to another password while you were editing.',
    );
    expect((await browser.post(`/links/${code}/limit`, fieldsIn(late, 'limit'))).status).toBe(303);
  });

  it('end the link, once that cannot be undone any more', async () => {
    turnTo(NOON);
    const { browser } = await newDeveloper(world);
    const code = await newLink(browser);
    const sent = await browser.send(`/links/${code}`, '/links/selected', { change: 'stop' });
    expect([sent.status, sent.headers.get('Location')]).toEqual([303, `/console/links/${code}`]);
    turnTo(NOON + UNDO_MS);
    const page = await browser.follow(sent);
    expect(page).toContain('This link expired on');
    expect(page).not.toContain('Expire now');
  });

  it('are accepted where only other properties have changed, or the clicks are used up', async () => {
    const { browser } = await newDeveloper(world);
    const code = await newLink(browser, { maxClicks: '1' });
    const fields = await formOf(browser, code, 'limit');
    await edit(browser, code, 'title', { title: 'Other' });
    await world.visit(code);
    expect((await browser.post(`/links/${code}/limit`, { ...fields, maxClicks: '2' })).status).toBe(303);
    expect((await createWorld().visit(code)).status).toBe(302);
  });

  it.each([
    ['end', { expiresIn: '5', lifetime: 'never' }, 'You chose that it never expires.'],
    ['password', { password: 'other words', open: 'yes' }, 'untick this box'],
  ])('refuse to set and remove the %s at once', async (fact, typed, words) => {
    const { browser } = await newDeveloper(world);
    const code = await newLink(browser, { password: 'secret words', expiresIn: '1', unit: '86400' });
    const refused = await edit(browser, code, fact, typed);
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain(words);
  });

  it('need the password again after an error, or the tick that leaves the password as it is', async () => {
    const { browser } = await newDeveloper(world);
    const code = await newLink(browser);
    const refused = await edit(browser, code, 'password', { password: 'abc' });
    const { token: _token, ...fields } = fieldsIn(await refused.text(), 'password');
    expect(fields.password).toBe('');
    expect((await browser.post(`/links/${code}/password`, fields)).status).toBe(400);
    expect((await browser.post(`/links/${code}/password`, { ...fields, 'password-without': 'yes' })).status).toBe(303);
    expect((await createWorld().visit(code)).status).toBe(302);
  });

  it('refuse an option that the plan does not grant, and can still remove it', async () => {
    const { browser, accountId } = await newDeveloper(world, 'PRO');
    const code = await newLink(browser, { maxClicks: '5' });
    await env.DB.prepare(`UPDATE accounts SET plan = 'FREE' WHERE id = ?1`).bind(accountId).run();
    expect((await edit(browser, code, 'limit', { maxClicks: '6' })).status).toBe(403);
    expect((await edit(browser, code, 'limit', { maxClicks: '' })).status).toBe(303);
    const page = await browser.text(`/links/${code}`);
    expect(page).not.toContain(`/links/${code}/limit`);
    expect(page).toContain('Available on Hobby and above.');
  });
});

describe('the QR code of a link', () => {
  it('follows the rules of the API', async () => {
    const { browser } = await newDeveloper(world);
    const code = await newLink(browser);
    const studio = await browser.text(`/links/${code}/qr`);
    expect(studio).toContain(`src="/console/links/${code}/qr/picture?size=600`);
    expect(studio).toContain(`<bdi>s.example.com/<wbr/>${code}?qr=1</bdi>`);
    expect(studio).toContain('Scans well · contrast 21:1');
    const uncounted = await browser.text(`/links/${code}/qr?size=500&track=false`);
    expect(uncounted).toContain(`/<wbr/>${code}</bdi>`);
    for (const format of ['png', 'svg'])
      expect(uncounted).toMatch(
        new RegExp(`href="[^"]*size=500[^"]*track=false&amp;logo=false&amp;format=${format}&amp;download=true"`),
      );
    const svg = await browser.get(`/links/${code}/qr/picture?format=svg`);
    expect([svg.status, svg.headers.get('Content-Type')]).toEqual([200, 'image/svg+xml']);
    const png = await browser.get(`/links/${code}/qr/picture?size=500&download=true`);
    expect(png.headers.get('Content-Disposition')).toBe(`attachment; filename="qr-${code}.png"`);
    expect((await browser.get(`/links/${code}/qr/picture?size=5`)).status).toBe(404);
    expect(await browser.text(`/links/${code}/qr?color=%23777777`)).toContain('Contrast 4.4:1. Just enough');
  });

  it('says every fault once, at its field, and names the fields where the picture would be', async () => {
    const { browser } = await newDeveloper(world);
    const code = await newLink(browser);
    const pale = await browser.get(`/links/${code}/qr?color=%23eeeeee`);
    const page = await pale.text();
    expect([pale.status, page.match(/Contrast/g)?.length]).toEqual([400, 1]);
    expect(page).toMatch(/id="color-error">Contrast 1.1:1. Scanners need 3:1/);
    expect(page).toContain('Please check: <a href="#color">Code colour</a>');
    expect(page).not.toContain('<img class="qr"');
    expect(page).toContain('Every QR code in the console begins as #000000 on #ffffff.');
    expect(page).not.toContain('Begin every QR code like this');
    const both = await (await browser.get(`/links/${code}/qr?bgColor=red&margin=99`)).text();
    expect(both).toMatch(/id="bgColor-error">Enter six hexadecimal digits.*id="margin-error">Enter a whole number/s);
    expect(both).toContain('<a href="#bgColor">Background</a>, <a href="#margin">Margin (dots)</a>');
  });

  it.each([
    ['5', 'This is too small for a PNG.'],
    ['3000', 'This is too large for a PNG.'],
    ['wide', 'Enter a whole number.'],
  ])('has an SVG, if only the width is wrong: %s', async (size, words) => {
    const { browser } = await newDeveloper(world);
    const code = await newLink(browser);
    const refused = await browser.get(`/links/${code}/qr?size=${size}`);
    const page = await refused.text();
    expect([refused.status, page]).toEqual([400, expect.stringContaining(words)]);
    expect(page).toContain('No PNG of this width. An SVG prints sharp at any size.');
    const address = /href="\/console([^"]*format=svg[^"]*download=true)"/.exec(page)?.[1] ?? '';
    expect((await browser.get(address.replaceAll('&amp;', '&'))).headers.get('Content-Type')).toBe('image/svg+xml');
    expect(page).not.toContain('format=png');
  });
});

describe('a dead link', () => {
  it('has no QR code, and a page that gives the reason', async () => {
    const { browser } = await newDeveloper(world);
    const code = await newLink(browser, { maxClicks: '1' });
    await world.visit(code);
    const page = await browser.text(`/links/${code}`);
    expect(page).toContain('Its only click is used up.');
    expect(page).toMatch(/The latest was on <time datetime="[^"]+"/);
    expect(page).toContain('Allow more clicks');
    expect(await browser.text(`/links/${code}?change=limit`)).toMatch(
      /<details class="change" open.*?name="maxClicks"/s,
    );
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
    const pages = [await browser.text(`/links/${deleted}`), await browser.text(`/links/${blocked}`)];
    for (const page of pages) expect(page).not.toContain('class="change"');
    expect(pages[0]).toContain('This link was deleted');
    expect(pages[1]).toContain('The operator gave the reason “<bdi>phishing</bdi>”');
    expect((await browser.post(`/links/${deleted}/destination`, { url })).status).toBe(409);
  });
});

it('every page and form of another account’s link gets 404', async () => {
  const theirs = await newLink((await newDeveloper(world)).browser);
  const { browser } = await newDeveloper(world);
  for (const code of [theirs, 'no-such-code', 'x'.repeat(3000), '%00', 'a%2Fb']) {
    for (const path of ['', '/qr', '/qr/picture'])
      expect((await browser.get(`/links/${code}${path}`)).status, code).toBe(404);
    expect((await browser.post(`/links/${code}/destination`, { url })).status, code).toBe(404);
    expect((await browser.post(`/links/${code}/delete`)).status, code).toBe(404);
  }
  const lost = await (await browser.get('/links/no-such-code')).text();
  expect(lost).toContain('href="/console/links?search=no-such-code">Search links for “no-such-code”<');
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
    expect(page).not.toContain('<img src=x');
  }
});
