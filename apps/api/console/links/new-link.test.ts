/** What the form of a new link does beyond the API: it completes addresses, and suggests aliases. */
import { env } from 'cloudflare:workers';
import { describe, expect, it, vi } from 'vitest';
import { type Browser, formsIn, newDeveloper, signedIn } from '#testkit/browser';
import { fakeClock, NOON } from '#testkit/clock';
import { countedBindings } from '#testkit/counting';
import { D1_DOWN, d1Where } from '#testkit/faults';
import { quickPasswords } from '#testkit/quick-passwords';
import { fillTags } from '#testkit/tags';
import { fillWindow } from '#testkit/used-up';
import { createWorld, freshAlias } from '#testkit/world';

quickPasswords();

const world = createWorld();
const turnTo = fakeClock();
const url = 'https://example.com/spring';

describe('a destination without a scheme', () => {
  it.each([
    ['example.com', 'https://example.com'],
    [' example.com:8443/a?b=c#d ', 'https://example.com:8443/a?b=c#d'],
    ['http://example.com/', 'http://example.com/'],
  ])('is completed with https://: %s', async (typed, destination) => {
    const { browser } = await newDeveloper(world);
    const alias = freshAlias('bare');
    expect((await browser.post('/links', { url: typed, alias })).status).toBe(303);
    const { url } = (await env.DB.prepare('SELECT url FROM links WHERE code = ?1').bind(alias).first()) ?? {};
    expect(url).toBe(destination);
    const edited = await browser.send(`/links/${alias}`, `/links/${alias}/destination`, { url: 'example.org/b' });
    expect(edited.status).toBe(303);
    expect((await world.visit(alias)).headers.get('Location')).toBe('https://example.org/b');
  });

  it('is still refused by the API', async () => {
    const refused = await world.shorten((await world.newKey()).key, { url: 'example.com' });
    expect(await refused.json()).toMatchObject({ statusCode: 400, errorType: 'INVALID_URL' });
  });

  it.each([
    ['', 'Enter the address that the link leads to.'],
    ['https://nowhere', '“nowhere” is not a public host name.'],
    ['javascript:alert(1)', 'It begins with http:// or https://.'],
    ['user@example.com', 'Remove the user name or password before the @'],
    ['https://me:pass@example.com/', 'Remove the user name or password before the @'],
    ['mailto:me@example.com', 'It begins with http:// or https://.'],
    ['https://example.com/a b', 'Remove the spaces'],
  ])('that nobody could follow is refused with its reason: %s', async (typed, words) => {
    const { browser } = await newDeveloper(world);
    const refused = await browser.post('/links', { url: typed });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain(words);
  });
});

describe('UTM fields', () => {
  const utmIn = (form: { readonly fields: Record<string, string> } | undefined) =>
    Object.fromEntries(Object.entries(form?.fields ?? {}).filter(([name, text]) => /^(url|utm_)/.test(name) && text));
  const destinationOf = (code: string) =>
    env.DB.prepare('SELECT url FROM links WHERE code = ?1').bind(code).first<string>('url');

  it('write the query of the address, and show that of a refused form', async () => {
    const { browser } = await newDeveloper(world);
    const alias = freshAlias('utm');
    const typed = { url: 'example.com/?a=%20b#top', utm_source: 'mail', utm_campaign: ' spring & sale ', utm_term: '' };
    const refused = await browser.post('/links', { ...typed, alias: 'a b' });
    const written = 'example.com/?a=%20b&utm_source=mail&utm_campaign=spring%20%26%20sale#top';
    const [form] = formsIn(await refused.text()).filter(({ action }) => action === '/console/links');
    expect(utmIn(form)).toEqual({
      url: written,
      utm_source: 'mail',
      utm_campaign: 'spring & sale',
      utm_seen: 'utm_source=mail&utm_campaign=spring%20%26%20sale',
    });
    expect((await browser.post('/links', { ...form?.fields, utm_source: '', alias })).status).toBe(303);
    expect(await destinationOf(alias)).toBe('https://example.com/?a=%20b&utm_campaign=spring%20%26%20sale#top');
  });

  it('are filled from an address that has them, and leave it as it is', async () => {
    const { browser } = await newDeveloper(world);
    const alias = freshAlias('utm');
    const url = 'https://example.com/?utm_source=a+b&utm_medium=%6D';
    const refused = await browser.post('/links', { url, utm_source: '', alias: 'a b' });
    const [form] = formsIn(await refused.text()).filter(({ action }) => action === '/console/links');
    expect(utmIn(form)).toMatchObject({ url, utm_source: 'a b', utm_medium: 'm' });
    await browser.post('/links', { ...form?.fields, alias });
    expect(await destinationOf(alias)).toBe(url);
  });

  it('change a destination, and give way to the address where only that was changed', async () => {
    const { browser } = await newDeveloper(world);
    const alias = freshAlias('utm');
    const edit = (typed: Record<string, string>) =>
      browser.send(`/links/${alias}`, `/links/${alias}/destination`, typed);
    await browser.post('/links', { url: 'https://example.com/?utm_source=a', alias });
    await edit({ utm_source: '', utm_content: 'b' });
    expect(await destinationOf(alias)).toBe('https://example.com/?utm_content=b');
    await edit({ url: 'https://example.com/?utm_content=c' });
    expect(await destinationOf(alias)).toBe('https://example.com/?utm_content=c');
    await edit({ url: 'https://example.com/' });
    expect(await destinationOf(alias)).toBe('https://example.com/');
  });

  it('count for the length of the address', async () => {
    const { browser } = await newDeveloper(world);
    const refused = await browser.post('/links', {
      url: `https://example.com/${'x'.repeat(8_150)}`,
      utm_term: 'y'.repeat(30),
    });
    expect([refused.status, await refused.text()]).toEqual([
      400,
      expect.stringContaining('Use at most 8,192 characters.'),
    ]);
  });
});

describe('an alias that is taken', () => {
  const suggestedIn = (page: string) =>
    [...page.matchAll(/<button[^>]*name="alias" value="([^"]*)"/g)].map(([, alias]) => alias);

  it('gets two free ones for one more round trip to D1, and each makes the link', async () => {
    const { bindings, takeCost } = countedBindings();
    const { browser } = await newDeveloper(createWorld(bindings));
    const alias = freshAlias('taken');
    for (const taken of [alias, `${alias}-2`]) await browser.post('/links', { url, alias: taken });
    takeCost();
    await browser.post('/links', { url, alias: freshAlias('other') });
    const made = takeCost().d1.length;
    const refused = await browser.post('/links', { url, alias });
    expect(takeCost().d1.length).toBe(made + 1);
    const suggested = suggestedIn(await refused.text());
    expect([refused.status, suggested]).toEqual([400, [`${alias}-3`, `${alias}-4`]]);
    expect((await browser.post('/links', { url, alias: `${alias}-3` })).status).toBe(303);
  });

  it('is told together with the other wrong fields, and with free ones', async () => {
    const { browser, accountId } = await newDeveloper(world);
    const alias = freshAlias('taken');
    await browser.post('/links', { url, alias });
    const page = await (
      await browser.post('/links', { url: 'nowhere', alias: alias.toUpperCase(), maxClicks: 'x' })
    ).text();
    expect([...page.matchAll(/id="links-(\w+)-error"/g)].map(([, name]) => name)).toEqual([
      'url',
      'alias',
      'maxClicks',
    ]);
    expect(suggestedIn(page)).toEqual([`${alias.toUpperCase()}-2`, `${alias.toUpperCase()}-3`]);
    const { key } = await world.newKey('PRO', { accountId });
    await world.v2(key, 'DELETE', `/links/${alias}`);
    expect(await (await browser.post('/links', { url: 'nowhere', alias })).text()).not.toContain('already taken');
  });

  it('is told while it is typed, to an account that may choose one, sixty times a minute', async () => {
    turnTo(NOON);
    const { browser, accountId } = await newDeveloper(world);
    const alias = freshAlias('typed');
    const ask = async (text: string, asking = browser) => {
      const response = await asking.get(`/new-link/alias?alias=${encodeURIComponent(text)}`);
      expect(response.status).toBe(200);
      return response.text();
    };
    expect(await ask(alias)).toContain('This alias is free.');
    await browser.post('/links', { url, alias });
    const taken = await ask(alias);
    expect(taken).toContain('This alias is already taken.');
    expect(suggestedIn(taken)).toEqual([`${alias}-2`, `${alias}-3`]);
    expect(await ask('paypal')).toContain('This alias is reserved.');
    expect(await ask('a b')).toContain('Use only letters, digits and hyphens.');
    expect(await ask('')).toContain('Leave empty for a random one.');
    expect(await ask(alias, (await newDeveloper(world, 'FREE')).browser)).not.toContain('taken');
    await fillWindow(`alias:${accountId}`);
    expect(await ask(alias)).not.toMatch(/taken|free/);
  });

  it('is not told while it is typed where a store does not respond, and nothing breaks', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { browser } = await newDeveloper(world);
    const broken = createWorld({ DB: d1Where(/^batch$/, D1_DOWN) });
    const headers = { Cookie: browser.cookie ?? '' };
    const response = await broken.call('GET', '/console/new-link/alias?alias=some-alias', { headers });
    expect([response.status, (await response.text()).includes('free')]).toEqual([200, false]);
    vi.restoreAllMocks();
  });

  it('gets none where every one near it would be too long, or where the form names some itself', async () => {
    const { browser } = await newDeveloper(world);
    const alias = freshAlias('x').padEnd(50, 'x').slice(0, 50);
    await browser.post('/links', { url, alias });
    for (const suggested of ['', 'paypal'])
      expect(suggestedIn(await (await browser.post('/links', { url, alias, suggested })).text())).toEqual([]);
  });
});

describe('the password of a refused form', () => {
  const HOUR_MS = 3_600_000;
  const password = 'secret words';
  const formOf = (html: string) => formsIn(html).find(({ action }) => action === '/console/links')?.fields ?? {};
  const refuse = async (browser: Browser, fields: Record<string, string>) => {
    const refused = await browser.post('/links', fields);
    expect(refused.status).toBe(400);
    const html = await refused.text();
    for (const text of [password, btoa(password).slice(0, 12)]) expect(html).not.toContain(text);
    return { html, fields: formOf(html) };
  };

  it('is kept sealed through every round of errors, and replaced by another one that is typed', async () => {
    const { browser } = await newDeveloper(world);
    const [kept, replaced] = [freshAlias('kept'), freshAlias('kept')];
    const first = await refuse(browser, { url: 'nowhere', alias: 'a b', password });
    expect(first.html).toContain('What you typed is kept for an hour, and not shown.');
    expect(first.html).toContain('<details class="more" open="">');
    expect(first.html).toMatch(/data-preview="password"[^>]*>Required</);
    const second = await refuse(browser, { ...first.fields, url });
    expect((await browser.post('/links', { ...second.fields, alias: kept })).status).toBe(303);
    await browser.post('/links', {
      ...second.fields,
      token: first.fields.token ?? '',
      alias: replaced,
      password: 'others',
    });
    for (const [alias, typed] of [
      [kept, password],
      [replaced, 'others'],
    ] as const) {
      expect((await world.visit(alias)).status).toBe(200);
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
      const body = new URLSearchParams({ password: typed }).toString();
      expect((await world.visit(alias, { method: 'POST', headers, body })).status).toBe(303);
    }
  });

  it('is left out by the box that says so, and used again where that is cleared', async () => {
    const { browser } = await newDeveloper(world);
    const [open, closed] = [freshAlias('kept'), freshAlias('kept')];
    const first = await refuse(browser, { url: 'nowhere', password });
    const without = await refuse(browser, { ...first.fields, 'password-without': 'yes' });
    expect((await browser.post('/links', { ...without.fields, url, alias: open })).status).toBe(303);
    const { 'password-without': _, token: _token, ...again } = without.fields;
    expect((await browser.post('/links', { ...again, url, alias: closed })).status).toBe(303);
    expect([(await world.visit(open)).status, (await world.visit(closed)).status]).toEqual([302, 200]);
  });

  it('must be typed again after an hour, in another session, and where it was refused itself', async () => {
    turnTo(NOON);
    const { browser, accountId } = await newDeveloper(world);
    const { fields } = await refuse(browser, { url: 'nowhere', password });
    const { fields: short, html } = await refuse(browser, { url, password: 'abc' });
    expect(html).toContain('Use 4 to 100 characters. Enter another one here, or tick the box below.');
    expect(html).toContain('name="password-without"');
    const other = await signedIn(world, accountId);
    for (const [sender, sent] of [
      [other, fields],
      [browser, short],
      [browser, { ...fields, kept: 'x' }],
    ] as const)
      expect(await (await sender.post('/links', { ...sent, url })).text()).toContain('Enter the password again');
    turnTo(NOON + HOUR_MS);
    expect((await refuse(browser, { ...fields, url })).html).toContain('Enter the password again');
  });
});

it('the summary of errors has the order of the page', async () => {
  const { browser } = await newDeveloper(world);
  const typed = { url: '', alias: 'a b', password: 'abc', maxClicks: 'many', expiresIn: 'soon', externalId: 'a\nb' };
  const page = await (await browser.post('/links', typed)).text();
  const linked = [...page.matchAll(/<li><a href="#links-(\w+)">/g)].map(([, name]) => name);
  expect(linked).toEqual(['url', 'alias', 'expiresIn', 'maxClicks', 'password', 'externalId']);
});

it('an alias that the plan lacks keeps its place, disabled, with the plan that has it', async () => {
  const { browser } = await newDeveloper(world, 'FREE');
  const page = await browser.text('/new-link');
  expect(/<input[^>]*name="alias"[^>]*>/.exec(page)?.[0]).toContain('disabled');
  expect(page).toMatch(/id="links-alias-hint">Available on <a href="\/console\/plan">Hobby<\/a> and above\.</);
});

it('the expiry is one of the lifetimes, any other, or none', async () => {
  turnTo(NOON);
  const { browser } = await newDeveloper(world);
  const DAY = 86_400_000;
  const expiryOf = async (typed: Record<string, string>) => {
    const alias = freshAlias('lasts');
    const { status } = await browser.post('/links', { url, alias, unit: '3600', ...typed });
    const row = await env.DB.prepare('SELECT expires_at FROM links WHERE code = ?1').bind(alias).first();
    return [status, row && (row.expires_at as number | null)];
  };
  expect(await expiryOf({ lifetime: '604800', expiresIn: '' })).toEqual([303, NOON + 7 * DAY]);
  expect(await expiryOf({ lifetime: '604800', expiresIn: '2' })).toEqual([303, NOON + 7 * DAY]);
  expect(await expiryOf({ lifetime: 'other', expiresIn: '2' })).toEqual([303, NOON + 7_200_000]);
  expect(await expiryOf({ lifetime: 'never', expiresIn: '' })).toEqual([303, null]);
  for (const [lifetime, expiresIn] of [
    ['never', '2'],
    ['other', ''],
    ['nonsense', 'x'],
  ] as const)
    expect(await expiryOf({ lifetime, expiresIn }), lifetime).toEqual([400, null]);
});

describe('an expiry at a day and a time', () => {
  /** A browser whose zone the server knows, and what it makes and changes. */
  async function newReader(zone?: string) {
    turnTo(Date.parse('2027-03-01T12:00:30.345Z'));
    const { browser } = await newDeveloper(world);
    if (zone !== undefined) await browser.get(`/statistics?tz=${zone}`);
    const alias = freshAlias('on');
    const fieldsOf = (html: string, action: string) =>
      formsIn(html).find((form) => form.action === action)?.fields ?? {};
    const expiry = async () => {
      const at = await env.DB.prepare('SELECT expires_at FROM links WHERE code = ?1')
        .bind(alias)
        .first<number>('expires_at');
      return at && new Date(at).toISOString().slice(0, 19);
    };
    const make = async (typed: Record<string, string>) => {
      const { zone: shown } = fieldsOf(await browser.text('/new-link'), '/console/links');
      return browser.post('/links', { url, alias, lifetime: 'date', zone: shown ?? '', ...typed });
    };
    const edit = (typed: Record<string, string>) => browser.send(`/links/${alias}`, `/links/${alias}/end`, typed);
    return { browser, alias, fieldsOf, expiry, make, edit };
  }

  it('is that of the clocks of the reader, and is shown back as it was entered', async () => {
    const { browser, alias, fieldsOf, expiry, make, edit } = await newReader('Europe/Berlin');
    expect((await make({ expiresOn: '2027-07-01T14:30' })).status).toBe(303);
    expect(await expiry()).toBe('2027-07-01T12:30:00');
    const page = await browser.text(`/links/${alias}`);
    expect(page).toContain('1 Jul 2027, 14:30 (Europe/Berlin)');
    const shown = { lifetime: 'date', expiresOn: '2027-07-01T14:30', zone: 'Europe/Berlin' };
    expect(fieldsOf(page, `/console/links/${alias}/end`)).toMatchObject(shown);
    expect(await browser.follow(await edit({}))).toContain('Nothing was changed');
    await edit({ expiresOn: '2027-10-31T02:30' });
    expect(await expiry()).toBe('2027-10-31T00:30:00');
    await edit({ expiresOn: '2027-07-01T14:30', zone: 'America/New_York' });
    expect(await expiry()).toBe('2027-07-01T18:30:00');
    await edit({ lifetime: 'never' });
    expect(await expiry()).toBeNull();
  });

  it('is in UTC for a reader of whom no zone is known', async () => {
    const { expiry, make } = await newReader();
    await make({ expiresOn: '2027-07-01T14:30' });
    expect(await expiry()).toBe('2027-07-01T14:30:00');
  });

  it.each([
    ['', 'Enter a day and a time'],
    ['soon', 'Enter a day and a time'],
    ['2027-03-01T12:59', 'This time is past.'],
    ['2027-03-01T13:01', 'at least one minute from now'],
    ['2037-07-01T00:00', 'within the next ten years'],
    ['2027-03-28T02:30', 'The clocks go forward then, so Europe/Berlin has no 02:30 on that day.'],
  ])('is refused beside its field, which keeps it: %j', async (expiresOn, words) => {
    const { fieldsOf, make } = await newReader('Europe/Berlin');
    const refused = await make({ expiresOn });
    const page = await refused.text();
    expect([refused.status, page]).toEqual([400, expect.stringContaining(words)]);
    expect(page).toMatch(/<p class="bad" id="links-expiresOn-error"/);
    expect(page).toMatch(/<details class="more" open/);
    expect(fieldsOf(page, '/console/links')).toMatchObject({ lifetime: 'date', expiresOn, zone: 'Europe/Berlin' });
  });

  it('is given to selected links too', async () => {
    const { browser, alias, expiry, make } = await newReader('Asia/Tokyo');
    await make({ lifetime: 'never' });
    const set = (expiresOn: string) =>
      browser.send('/links', '/links/selected', { codes: alias, change: 'extend', lifetime: 'date', expiresOn });
    expect(await (await set('2027-02-01T00:00')).text()).toContain('This time is past.');
    expect((await set('2027-07-01T09:00')).status).toBe(303);
    expect(await expiry()).toBe('2027-07-01T00:00:00');
  });
});

it('a copy of a link has all of it but its code, its external ID, its clicks and its password', async () => {
  turnTo(NOON);
  const { browser } = await newDeveloper(world);
  const alias = freshAlias('copied');
  const details = { title: 'A "title"', notes: 'one\ntwo', tags: 'Spring, "a, b"', externalId: 'one' };
  const limits = {
    maxClicks: '7',
    password: 'secret words',
    lifetime: 'date',
    expiresOn: '2032-01-02T03:04',
    zone: 'UTC',
  };
  await browser.post('/links', { url: `${url}?utm_source=mail`, alias, ...details, ...limits });
  expect(await browser.text(`/links/${alias}`)).toContain(`href="/console/new-link?copy=${alias}"`);
  const page = await browser.text(`/new-link?copy=${alias}`);
  expect(page).toContain(`A copy of <a href="/console/links/${alias}">${alias}</a>`);
  expect(page).toContain('The password is not copied.');
  const fields = formsIn(page).find(({ action }) => action === '/console/links')?.fields ?? {};
  expect(fields).toMatchObject({
    ...{
      url: `${url}?utm_source=mail`,
      utm_source: 'mail',
      alias: '',
      title: 'A "title"',
      externalId: '',
      password: '',
    },
    ...{ notes: 'one\ntwo', maxClicks: '7', lifetime: 'date', expiresOn: '2032-01-02T03:04', tags: '' },
  });
  const picked = [...page.matchAll(/name="picked" value="([^"]*)" checked/g)].map(([, value]) => value ?? '');
  const made = await browser.post('/links', { ...fields, picked });
  const { results } = await env.DB.prepare(
    `SELECT url, expires_at / 60000 AS ends, max_clicks, password IS NULL AS is_open, title, notes, external_id,
      json_array_length(tags) AS tags FROM links JOIN link_details USING (code) WHERE code IN (?1, ?2) ORDER BY is_open`,
  )
    .bind(alias, made.headers.get('Location')?.split('/').at(-1))
    .all();
  const [original, copy] = results;
  expect(copy).toEqual({ ...original, is_open: 1, external_id: null });
});

it('a copy leaves out an end that is past, and what the plan lacks; of another account there is none', async () => {
  turnTo(NOON);
  const { browser, accountId } = await newDeveloper(world);
  const alias = freshAlias('copied');
  await browser.post('/links', { url, alias, maxClicks: '7', lifetime: '86400' });
  turnTo(NOON + 2 * 86_400_000);
  const read = async () =>
    formsIn(await browser.text(`/new-link?copy=${alias}`)).find(({ action }) => action === '/console/links')?.fields;
  expect(await read()).toMatchObject({ lifetime: 'never', expiresOn: '', maxClicks: '7' });
  await env.DB.prepare("UPDATE accounts SET plan = 'FREE' WHERE id = ?1").bind(accountId).run();
  expect((await read())?.maxClicks ?? '').toBe('');
  expect((await (await newDeveloper(world)).browser.get(`/new-link?copy=${alias}`)).status).toBe(404);
});

it('the address of the form may have the destination', async () => {
  const { browser } = await newDeveloper(world);
  const page = await browser.text(`/new-link?url=${encodeURIComponent('example.org/a?utm_source=mail&b="c"')}`);
  const fields = formsIn(page).find(({ action }) => action === '/console/links')?.fields;
  expect(fields).toMatchObject({ url: 'example.org/a?utm_source=mail&b="c"', utm_source: 'mail' });
});

it('tags are chosen from those of the account, and typed', async () => {
  const { browser } = await newDeveloper(world);
  await browser.post('/links', { url, tags: 'Spring, "a, b"' });
  const boxes = (html: string) =>
    [...html.matchAll(/<input type="checkbox" name="picked" value="([^"]*)"( checked)?/g)].map(([, value, ticked]) => [
      value,
      ticked !== undefined,
    ]);
  expect(boxes(await browser.text('/new-link'))).toEqual([
    ['a%2C%20b', false],
    ['Spring', false],
  ]);
  const refused = await browser.post('/links', { url: '', picked: ['a%2C%20b'], tags: 'New' });
  expect(boxes(await refused.text())).toEqual([
    ['a%2C%20b', true],
    ['Spring', false],
  ]);
  const made = await browser.post('/links', { url, picked: ['a%2C%20b', 'Spring'], tags: 'New, spring' });
  const code = made.headers.get('Location')?.split('/').at(-1) ?? '';
  expect(boxes(await browser.text(`/links/${code}`))).toEqual(
    ['a%2C%20b', 'Spring', 'New'].map((value) => [value, true]),
  );
});

it('a thousand tags leave the form small', async () => {
  const { browser, accountId } = await newDeveloper(world);
  await fillTags(accountId, 1_000);
  const page = await browser.text('/new-link');
  expect([...page.matchAll(/name="picked"/g)]).toHaveLength(40);
  expect(page).toContain('30 more');
});

it('the preview has what was typed, also where the form was refused', async () => {
  const { browser } = await newDeveloper(world);
  const typed = { url: 'example.com/long/path', alias: 'paypal', expiresIn: '1', unit: '86400', maxClicks: 'x' };
  const page = await (await browser.post('/links', typed)).text();
  const shown = Object.fromEntries(
    [...page.matchAll(/<b data-preview="(\w+)"[^>]*>([^<]*)</g)].map(([, name, text]) => [name, text]),
  );
  expect(shown).toEqual({
    alias: 'paypal',
    url: 'example.com/long/path',
    expiresIn: 'After 1 day',
    maxClicks: '–',
    password: '–',
  });
  expect(
    [...page.matchAll(/<div( hidden="")?><dt>(\w[^<]*)</g)].map(([, hidden, label]) => [label, hidden === undefined]),
  ).toEqual([
    ['Leads to', true],
    ['Expires', true],
    ['Clicks', true],
    ['Password', false],
  ]);
});
