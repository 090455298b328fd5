/** The console's forms for the rights of keys: they have the rules of the operator's endpoints (specification 12.8). */
import { describe, expect, it, vi } from 'vitest';
import { type Browser, formsIn, newDeveloper } from '#testkit/browser';
import { createWorld } from '#testkit/world';

const world = createWorld();

/** What the key says of itself. */
async function readRights(key: string) {
  const response = await world.v2(key, 'GET', '/key');
  expect(response.status).toBe(200);
  const { scopes, expiresAt, links, origins, limits } = await response.json<Record<string, unknown>>();
  return { scopes, expiresAt, links, origins, limits };
}

/** Makes a key with the form of a preset. */
async function newKey(browser: Browser, preset: string, typed: Record<string, string> = {}) {
  const made = await browser.send(`/keys?preset=${preset}`, '/keys', { name: 'a page', ...typed });
  expect(made.status).toBe(303);
  const key = /sl_[0-9A-Za-z]{50}/.exec(await browser.follow(made))?.[0] ?? '';
  return { key, id: key.slice(3, 15) };
}

const readForm = async (browser: Browser, id: string, preset = '') =>
  formsIn(await browser.text(`/keys/${id}?preset=${preset}`)).find(({ action }) => action.endsWith('/rights'))?.fields;

const PRO = { perMinute: 5_000, perMonth: 500_000 };
const ALL = ['links:create', 'links:read', 'links:write', 'links:delete', 'stats:read', 'qr:read'];

describe('a preset', () => {
  it.each([
    ['full', { scopes: ALL, links: 'all', limits: PRO }],
    ['read', { scopes: ['links:read', 'stats:read', 'qr:read'], links: 'all', limits: PRO }],
    ['create', { scopes: ['links:create'], links: 'own', limits: { perMinute: 10, perMonth: 1_000 } }],
    ['statistics', { scopes: ['stats:read'], links: 'all', limits: PRO }],
    ['toString', { scopes: ALL, links: 'all', limits: PRO }],
  ])('%s fills in the form that makes a key', async (preset, rights) => {
    const { browser } = await newDeveloper(world);
    const { key } = await newKey(browser, preset);
    expect(await readRights(key)).toEqual({ ...rights, expiresAt: null, origins: null });
  });

  it('replaces scopes, links and limits of a key once its form is sent; origins and end stay', async () => {
    const { browser } = await newDeveloper(world);
    const expiresAt = '2099-01-31 18:00:05';
    const { key, id } = await newKey(browser, 'create', {
      origins: 'https://app.example.com',
      expiry: 'date',
      expiresAt,
    });
    const before = await readRights(key);
    const fields = await readForm(browser, id, 'read');
    expect(await readRights(key)).toEqual(before);
    await browser.post(`/keys/${id}/rights`, fields);
    expect(await readRights(key)).toEqual({
      scopes: ['links:read', 'stats:read', 'qr:read'],
      links: 'all',
      limits: PRO,
      origins: ['https://app.example.com'],
      expiresAt: '2099-01-31T18:00:05.000Z',
    });
  });
});

it('new rights of a key apply to the next call, and its page and the list show them', async () => {
  const { browser } = await newDeveloper(world);
  const { key, id } = await newKey(browser, 'full');
  expect((await world.v2(key, 'GET', '/links')).status).toBe(200);
  const saved = await browser.send(`/keys/${id}`, `/keys/${id}/rights`, {
    access: 'some',
    'links:create': 'yes',
    'stats:read': 'yes',
    links: 'own',
    origins: ' https://app.example.com\r\n\r\nhttp://localhost:3000 ',
    perMinute: '7',
    perMonth: '800',
    expiry: 'date',
    expiresAt: '2099-01-31',
  });
  expect(saved.status).toBe(303);
  expect((await world.v2(key, 'GET', '/links')).status).toBe(403);
  expect(await readRights(key)).toEqual({
    scopes: ['links:create', 'stats:read'],
    links: 'own',
    origins: ['https://app.example.com', 'http://localhost:3000'],
    limits: { perMinute: 7, perMonth: 800 },
    expiresAt: '2099-01-31T00:00:00.000Z',
  });
  const page = await browser.follow(saved);
  expect(page).toContain('The key has its new permissions');
  expect(page).toMatch(
    /<dt>Access<\/dt><dd><ul[^>]*><li[^>]*>Create links<\/li><li[^>]*>Read statistics<\/li><\/ul><\/dd>/,
  );
  for (const text of ['Only those it created', '<li>http://localhost:3000</li>', '>31 Jan 2099'])
    expect(page).toContain(text);
  const list = (await browser.text('/keys')).replace(/<[^>]*>/g, '');
  expect(list).toMatch(/Web pagesCreated [\w ]+, expires 31 Jan 2099/);
  expect(list).toContain('Create links, Read statisticsOwn links · 2 origins · 7 a minute · 800 a month');
});

it('the form of a key has the rights of the key, and saves them unchanged', async () => {
  const { browser, accountId } = await newDeveloper(world);
  const rights = {
    scopes: ['links:create', 'qr:read'],
    expiresAt: '2099-01-31T18:00:00.007Z',
    links: 'own',
    origins: ['https://b.example', 'https://a.example'],
    limits: { perMinute: 3, perMonth: null },
  } as const;
  const { key, id } = await world.newKey('PRO', {
    ...rights,
    accountId,
    scopes: [...rights.scopes],
    origins: [...rights.origins],
  });
  expect((await browser.send(`/keys/${id}`, `/keys/${id}/rights`)).status).toBe(303);
  expect(await readRights(key)).toEqual({ ...rights, limits: { perMinute: 3, perMonth: 500_000 } });
  expect(await browser.text(`/keys/${id}`)).toContain('by the operator');
});

const DAY_MS = 86_400_000;

describe('the expiry of a key', () => {
  it.each([
    ['never', null],
    ['30', 30],
    ['90', 90],
    ['365', 365],
  ])('%s counts from now, whatever date was typed before', async (expiry, days) => {
    const { browser } = await newDeveloper(world);
    const { key } = await newKey(browser, 'full', { expiry, expiresAt: '2099-01-31' });
    const { expiresAt } = await readRights(key);
    if (days === null) return expect(expiresAt).toBeNull();
    const rest = Date.parse(String(expiresAt)) - Date.now() - days * DAY_MS;
    expect(Math.abs(rest)).toBeLessThan(120_000);
    expect(Date.parse(String(expiresAt)) % 60_000).toBe(0);
  });

  it('is the typed date, if nothing was chosen', async () => {
    const { browser } = await newDeveloper(world);
    const made = await browser.post('/keys', { name: 'dated', expiresAt: '2099-01-31 18:00' });
    const key = /sl_[0-9A-Za-z]{50}/.exec(await browser.follow(made))?.[0] ?? '';
    expect(await readRights(key)).toMatchObject({ expiresAt: '2099-01-31T18:00:00.000Z' });
  });

  it('is told beside the name of a key that has two weeks or less', async () => {
    const { browser, accountId } = await newDeveloper(world);
    const soon = new Date(Date.now() + 2.5 * DAY_MS).toISOString();
    const { id } = await world.newKey('PRO', { accountId, expiresAt: soon });
    for (const path of ['/keys', `/keys/${id}`])
      expect(await browser.text(path)).toContain('<span class="badge wait">Expires in 3 days</span>');
  });
});

it('what was typed into the rights of a key is no draft of its rights after a change', async () => {
  const { browser } = await newDeveloper(world);
  const { id } = await newKey(browser, 'full');
  const readDraft = async () => / data-draft="(\d+)"/.exec(await browser.text(`/keys/${id}`))?.[1];
  const before = await readDraft();
  await browser.send(`/keys/${id}?preset=read`, `/keys/${id}/rights`);
  expect(Number(await readDraft())).toBeGreaterThan(Number(before));
});

describe('the form of a new key', () => {
  it('marks the preset that its fields have, also after an error', async () => {
    const { browser } = await newDeveloper(world);
    const marked = (html: string) => [...html.matchAll(/preset=(\w+)" aria-current/g)].map(([, name]) => name);
    expect(marked(await browser.text('/keys'))).toEqual(['full']);
    // Without script a preset is a button with the same words and mark.
    expect(await browser.text('/keys?preset=create')).toMatch(
      /<button[^>]* value="create" aria-current="true"><b>Create only<\/b><span>Its own links/,
    );
    const refused = await browser.send('/keys?preset=create', '/keys', { name: 'schlüssel' });
    expect(marked(await refused.text())).toEqual(['create']);
    const changed = await browser.send('/keys?preset=create', '/keys', { name: 'schlüssel', perMinute: '11' });
    expect(marked(await changed.text())).toEqual([]);
    const wrong = await browser.send('/keys?preset=create', '/keys', { name: 'one', perMinute: 'many' });
    expect(marked(await wrong.text())).toEqual([]);
    const none = await browser.send('/keys?preset=full', '/keys', { name: 'none', access: 'some' });
    expect([none.status, marked(await none.text())]).toEqual([400, []]);
  });

  it('has the name that was typed before its preset was chosen', async () => {
    const { browser } = await newDeveloper(world);
    expect(await browser.text('/keys?preset=read&name=%3Cb%3E')).toMatch(/name="name"[^>]* value="&lt;b&gt;"/);
  });
});

describe('a key with a browser origin', () => {
  const origins = 'https://shop.example.com/';
  const NEW = ['/keys?new', '/keys'] as const;

  it.each([
    ['full access', { access: 'all' }],
    ['changes', { access: 'some', 'links:read': 'yes', 'links:write': 'yes' }],
    ['deletions', { access: 'some', 'links:delete': 'yes' }],
  ])('and %s is made, and changed, only after a question', async (_, access) => {
    const { browser } = await newDeveloper(world);
    const { key, id } = await newKey(browser, 'full');
    for (const [page, action] of [NEW, [`/keys/${id}`, `/keys/${id}/rights`]] as const) {
      const before = await browser.text(page);
      expect(before).not.toContain('name="exposed"');
      expect(before).toContain('The secret is then public.');
      const refused = await browser.send(page, action, { name: 'exposed', origins, ...access });
      expect(refused.status).toBe(400);
      const html = await refused.text();
      expect(html).toMatch(/-exposed-error"[^>]*>A key that a web page uses is visible to everyone who visits it/);
      const again = formsIn(html).find((one) => one.action === `/console${action}`)?.fields;
      expect((await browser.post(action, { ...again, exposed: 'yes' })).status).toBe(303);
    }
    expect((await readRights(key)).origins).toEqual(['https://shop.example.com']);
  });

  it.each(['create', 'read', 'statistics'])('and the preset %s needs no question', async (preset) => {
    const { browser } = await newDeveloper(world);
    const { key } = await newKey(browser, preset, { origins });
    expect((await readRights(key)).origins).toEqual(['https://shop.example.com']);
  });
});

const MANY_ORIGINS = Array.from({ length: 21 }, (_, n) => `https://a${n}.example`).join('\n');

it('the form of a preset says what each part is set to, and shows no part open', async () => {
  const { browser } = await newDeveloper(world);
  const page = (await browser.text('/keys?preset=create')).replace(/<details open/, '');
  for (const text of [
    'Create links',
    'Only links it created',
    'None, servers only',
    '10 a minute, 1,000 a month',
    'Never',
  ])
    expect(page).toContain(`<span class="soft few">${text}</span>`);
  expect(page).not.toContain('<details open');
});

it('a wrong field opens its own part of the form, and no other part', async () => {
  const { browser } = await newDeveloper(world);
  const refused = await browser.send('/keys', '/keys', { name: 'unmade', perMinute: 'many' });
  const parts = [...(await refused.text()).matchAll(/<details( open="")?><summary>(\w+[ \w]*)<span class="soft few"/g)];
  expect(parts.map(([, isOpen, title]) => [title, Boolean(isOpen)])).toEqual([
    ['Access', false],
    ['Which links', false],
    ['Browser origins', false],
    ['Limits', true],
    ['Expiry', false],
  ]);
});

describe('a form with a field that is wrong', () => {
  it.each([
    ['access', { access: 'some' }, 'Select at least one box'],
    ['access', { access: 'all', 'qr:read': 'yes' }, 'Some boxes are selected'],
    ['access', { access: 'none' }, 'Choose what the key may do'],
    ['links', { links: 'none' }, 'Links must be all or own.'],
    ['origins', { origins: 'https://a.example\nhttps://a.example/path' }, '“https://a.example/path” is not an origin'],
    ['origins', { origins: 'https://*.example' }, 'is not an origin'],
    ['origins', { origins: '*' }, 'is not an origin'],
    ['origins', { origins: 'https://A.example' }, 'in lower case'],
    ['origins', { origins: 'https://a.example, https://b.example' }, 'is not an origin'],
    ['origins', { origins: MANY_ORIGINS }, 'at most 20 origins'],
    ['perMinute', { perMinute: '0' }, 'Enter a whole number from 1'],
    ['perMinute', { perMinute: '1.5' }, 'Enter a whole number from 1'],
    ['perMonth', { perMonth: '1,000' }, 'Enter a whole number from 1'],
    ['perMonth', { perMonth: '99999999999' }, 'Enter a whole number from 1'],
    ['expiresAt', { expiry: 'date', expiresAt: 'tomorrow' }, 'Enter a UTC time like'],
    ['expiresAt', { expiry: 'date', expiresAt: '2099-02-30' }, 'Enter a UTC time like'],
    ['expiresAt', { expiry: 'date', expiresAt: '2020-01-01 00:00' }, 'must be in the future'],
    ['expiresAt', { expiry: 'date', expiresAt: ' ' }, 'Enter a UTC time like'],
    ['expiry', { expiry: '31' }, 'Choose when the key expires'],
  ])('%s in %j is refused beside the field, for a new key and for an old one', async (field, typed, message) => {
    const { browser } = await newDeveloper(world);
    const { key, id } = await newKey(browser, 'full');
    for (const [page, action] of [
      ['/keys?new', '/keys'],
      [`/keys/${id}`, `/keys/${id}/rights`],
    ] as const) {
      const refused = await browser.send(page, action, { name: 'unmade', ...typed });
      expect(refused.status).toBe(400);
      const html = await refused.text();
      expect(html).toMatch(new RegExp(`id="[^"]*-${field}-error"[^>]*>[^<]*${message.replace('*', '\\*')}`));
      expect(html).toContain('<details open');
    }
    expect(await browser.text('/keys')).not.toContain('unmade');
    expect((await readRights(key)).scopes).toEqual(ALL);
  });

  it('shows all errors at once, and everything as it was typed', async () => {
    const { browser } = await newDeveloper(world);
    const { id } = await newKey(browser, 'read');
    const typed = {
      access: 'some',
      'links:create': 'yes',
      origins: '<b>',
      perMinute: 'x',
      expiresAt: 'y',
      links: 'own',
    };
    const refused = await browser.post(`/keys/${id}/rights`, { version: '1', ...typed });
    const html = await refused.text();
    const fields = formsIn(html).find(({ action }) => action.endsWith('/rights'))?.fields;
    expect(fields).toMatchObject(typed);
    expect(fields).not.toHaveProperty('stats:read');
    for (const field of ['origins', 'perMinute', 'expiresAt']) expect(html).toContain(`-${field}-error"`);
  });
});

it('a limit above that of the plan has no effect, and the page says so', async () => {
  const { browser } = await newDeveloper(world, 'FREE');
  const { key, id } = await newKey(browser, 'full', { perMinute: '9000', perMonth: '100' });
  expect((await readRights(key)).limits).toEqual({ perMinute: 60, perMonth: 100 });
  const page = await browser.text(`/keys/${id}`);
  expect(page).toMatch(/60.*The key’s own limit of 9,000 is above that of the Free plan, and has no effect/s);
  expect(page).toContain('Blank means the limit of the Free plan, 2,000. A higher number has no effect.');
});

describe('a form that was opened before another change of the key', () => {
  it.each([
    ['another form', (browser: Browser, id: string) => browser.send(`/keys/${id}?preset=read`, `/keys/${id}/rights`)],
    ['the operator', (_: Browser, id: string) => world.admin('PATCH', `/keys/${id}`, { scopes: ['qr:read'] })],
  ])('by %s gets 409 and changes nothing; sent again, it does', async (_, change) => {
    const { browser } = await newDeveloper(world);
    const { key, id } = await newKey(browser, 'full');
    const old = await readForm(browser, id);
    await change(browser, id);
    const now = await readRights(key);
    const refused = await browser.post(`/keys/${id}/rights`, old);
    expect(refused.status).toBe(409);
    const html = await refused.text();
    expect(html).toContain('The key was changed meanwhile');
    expect(await readRights(key)).toEqual(now);
    const again = formsIn(html).find(({ action }) => action.endsWith('/rights'))?.fields;
    expect((await browser.post(`/keys/${id}/rights`, again)).status).toBe(303);
    expect((await readRights(key)).scopes).toEqual(ALL);
  });

  it.each(['', 'x', '-1', '1e999'])('gets 409 if its version is %j', async (version) => {
    const { browser } = await newDeveloper(world);
    const { id } = await newKey(browser, 'read');
    const sent = await browser.send(`/keys/${id}`, `/keys/${id}/rights`, { access: 'some', version });
    expect(sent.status).toBe(409);
  });
});

it('a key whose time is over is shown as expired, keeps its end in other changes, and works again with a later end', async () => {
  const { browser } = await newDeveloper(world);
  const end = Date.now() + 600_000;
  const { key, id } = await newKey(browser, 'full', {
    expiry: 'date',
    expiresAt: new Date(end).toISOString().slice(0, 19),
  });
  vi.useFakeTimers({ now: end + 1_000, toFake: ['Date'] });
  try {
    expect((await world.v2(key, 'GET', '/key')).status).toBe(401);
    for (const path of ['/keys', `/keys/${id}`]) {
      const page = await browser.text(path);
      expect(page).toContain('<span class="badge wrong">Expired</span>');
      expect(page).not.toContain('>Active</span>');
    }
    expect((await browser.send(`/keys/${id}`, `/keys/${id}/rights`, { links: 'own' })).status).toBe(303);
    expect((await world.v2(key, 'GET', '/key')).status).toBe(401);
    await browser.send(`/keys/${id}`, `/keys/${id}/rights`, { expiry: 'never' });
    expect(await readRights(key)).toMatchObject({ links: 'own', expiresAt: null });
  } finally {
    vi.useRealTimers();
  }
});

it('a revoked key shows its rights, and has no form for them', async () => {
  const { browser } = await newDeveloper(world);
  const { id } = await newKey(browser, 'read');
  const fields = await readForm(browser, id);
  await browser.post(`/keys/${id}/revoke`);
  expect(await readForm(browser, id)).toBeUndefined();
  const page = (await browser.text(`/keys/${id}`)).replace(/<[^>]*>/g, '');
  expect(page).toContain('Read and list linksRead statisticsFetch QR codes');
  const refused = await browser.post(`/keys/${id}/rights`, fields);
  expect(refused.status).toBe(409);
});
