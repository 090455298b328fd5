/** Tests that an edit of a limited link takes effect at once, even at locations that still have the old entry. */
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeClock, NOON } from '#testkit/clock';
import { countedBindings } from '#testkit/counting';
import { D1_DOWN, staleKv, Tap, tappedD1 } from '#testkit/faults';
import { createWorld, freshAlias } from '#testkit/world';

const world = createWorld();
const turnTo = fakeClock();
afterEach(() => void vi.restoreAllMocks());

const OLD = 'https://example.com/old-secret';
const NEW = 'https://example.com/new';
const JSON_BODY = { 'Content-Type': 'application/json' };

/** Makes a limited link, and a location (`city`) that has read its entry and whose KV never gets another one. */
async function knownElsewhere(options: Record<string, unknown> = {}, overrides = {}) {
  turnTo(NOON);
  const { key } = await world.newKey('PRO');
  const alias = freshAlias('edited');
  expect((await world.shorten(key, { url: OLD, alias, maxClicks: 10, ...options })).status).toBe(201);
  const city = createWorld({ ROUTES: staleKv(env.ROUTES), ...overrides });
  expect((await city.visit(alias)).headers.get('Location')).toBe(OLD);
  const edit = async (body: Record<string, unknown>) => {
    const response = await world.v2(key, 'PATCH', `/links/${alias}`, body);
    expect(response.status, await response.clone().text()).toBe(200);
  };
  const counter = env.CLICKS.getByName(
    (await env.DB.prepare('SELECT id FROM links WHERE code = ?1').bind(alias).first<string>('id')) ?? '',
  );
  return { key, alias, city, edit, counter };
}

/** The places where a location may have an old entry: the memory of an isolate, and its KV. */
const HELD = [
  ['in memory', NOON],
  ['in its KV', NOON + 10_000],
] as const;

describe.each(HELD)('at a location with the old entry %s', (_, at) => {
  it('a new password is required, and opens the link', async () => {
    const { alias, city, edit, counter } = await knownElsewhere();
    await edit({ password: 'a word' });
    turnTo(at);
    const page = await city.visit(alias, { headers: { Accept: 'text/html' } });
    expect([page.status, page.headers.get('Location')]).toEqual([200, null]);
    expect(await page.text()).toContain('name="password"');
    const asked = await city.visit(alias, { headers: { Accept: 'application/json' } });
    expect(await asked.json()).toMatchObject({ statusCode: 401, errorType: 'PASSWORD_REQUIRED' });
    expect(await counter.count()).toBe(1);

    const opened = await city.visit(alias, { headers: { 'X-Link-Password': 'a word' } });
    expect([opened.status, opened.headers.get('Location')]).toEqual([302, OLD]);
    expect(await counter.count()).toBe(2);
  });

  it('a form from the password page of another location is accepted', async () => {
    const { alias, city, edit } = await knownElsewhere();
    await edit({ password: 'a word' });
    turnTo(at);
    const post = (password: string) =>
      city.visit(alias, { method: 'POST', headers: JSON_BODY, body: JSON.stringify({ password }) });
    expect([(await post('a word')).status, (await post('wrong')).status]).toEqual([303, 401]);
  });

  it('a visit is redirected to the new destination', async () => {
    const { alias, city, edit } = await knownElsewhere();
    await edit({ url: NEW });
    turnTo(at);
    expect((await city.visit(alias)).headers.get('Location')).toBe(NEW);
  });

  it('a lower limit takes effect, and so does a higher one', async () => {
    const { alias, city, edit } = await knownElsewhere({ maxClicks: 2 });
    await edit({ maxClicks: 1 });
    turnTo(at);
    expect((await city.visit(alias)).status).toBe(410);
    await edit({ maxClicks: 3 });
    const visits = [];
    for (let i = 0; i < 3; i++) visits.push((await city.visit(alias)).status);
    expect(visits).toEqual([302, 302, 410]);
  });

  it('a removed limit limits no visit', async () => {
    const { alias, city, edit, counter } = await knownElsewhere({ maxClicks: 1 });
    await edit({ maxClicks: null });
    turnTo(at);
    for (let i = 0; i < 3; i++) expect((await city.visit(alias)).status).toBe(302);
    expect(await counter.count()).toBe(1);
  });

  it('a link expires at its new end, and redirects again once the end is later', async () => {
    const { alias, city, edit } = await knownElsewhere();
    await edit({ expiresIn: 60 });
    turnTo(at + 60_000);
    expect((await city.visit(alias)).status).toBe(410);
    await edit({ expiresIn: 600 });
    expect((await city.visit(alias)).status).toBe(302);
  });

  it.each<[string, string, (alias: string, key: string) => Promise<Response>]>([
    ['deleted', 'This link was removed', (alias, key) => world.v2(key, 'DELETE', `/links/${alias}`)],
    [
      'blocked',
      'This link is blocked',
      (alias) => world.admin('POST', `/links/${alias}/block`, { reason: 'phishing' }),
    ],
  ])('a link that was %s shows the page “%s”', async (_what, title, stop) => {
    const { alias, city, key } = await knownElsewhere();
    await stop(alias, key);
    turnTo(at);
    const response = await city.visit(alias, { headers: { Accept: 'text/html' } });
    expect(response.status).toBe(410);
    expect(await response.text()).toContain(title);
  });

  it('no kind of request reveals the destination in the old entry once the link has a password', async () => {
    const { alias, city, edit } = await knownElsewhere();
    await edit({ password: 'a word' });
    turnTo(at);
    const requests: [string, RequestInit][] = [
      ['', { method: 'HEAD' }],
      ['', { headers: { 'User-Agent': 'Slackbot 1.0' } }],
      ['+', { headers: { Accept: 'text/html' } }],
      ['%2B', {}],
      [
        '',
        { method: 'POST', body: 'password=wrong', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } },
      ],
      ['', { headers: { 'X-Link-Password': 'wrong' } }],
      ['', { method: 'OPTIONS' }],
      ['', {}],
    ];
    for (const [suffix, init] of requests) {
      const response = await city.visit(alias + suffix, init);
      expect(JSON.stringify([...response.headers]) + (await response.text())).not.toContain('old-secret');
    }
  });
});

describe('an isolate whose entry is outdated', () => {
  it('reads D1 once, and caches the new entry', async () => {
    const { bindings, takeCost } = countedBindings();
    const ROUTES = staleKv(bindings.ROUTES);
    const { alias, city, edit } = await knownElsewhere({}, { ...bindings, ROUTES });
    await edit({ url: NEW });
    takeCost();
    await city.visit(alias);
    const { d1, objects } = takeCost();
    expect([d1.length, objects]).toEqual([1, ['CLICKS.take', 'CLICKS.take', 'STATISTICS.add']]);
    await city.visit(alias);
    expect(takeCost()).toMatchObject({ d1: [], objects: ['CLICKS.take', 'STATISTICS.add'] });
  });

  it('redirects no visitor while D1 is down', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { alias, city, edit } = await knownElsewhere({}, { DB: tappedD1(env.DB, new Tap(D1_DOWN)) });
    await edit({ url: NEW });
    expect((await city.visit(alias)).status).toBe(503);
  });

  it('responds with 503 and takes no click if the link is edited once more meanwhile', async () => {
    for (const options of [{}, { password: 'a word' }]) {
      turnTo(NOON);
      const { key } = await world.newKey('PRO');
      const alias = freshAlias('moment');
      await world.shorten(key, { url: OLD, alias, maxClicks: 5, ...options });
      const id = await env.DB.prepare('SELECT id FROM links WHERE code = ?1').bind(alias).first<string>('id');
      const counter = env.CLICKS.getByName(id ?? '');
      const newer = { code: alias, linkId: id ?? '', statistics: 'nobody:0', version: 9, expiresAt: null, live: true };
      await counter.limit({ ...newer, maxClicks: 5 });
      const response = await createWorld().visit(alias, { headers: { 'X-Link-Password': 'a word' } });
      expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '1']);
      expect(await counter.count()).toBe(0);
    }
  });
});

describe('POST to a link without a password', () => {
  it.each([{}, { maxClicks: undefined }])(
    'is refused with 405 at a location with an old entry (%j)',
    async (options) => {
      const { alias, city } = await knownElsewhere(options);
      const response = await city.visit(alias, { method: 'POST', body: 'password=x' });
      expect(response.status).toBe(405);
      expect(await response.text()).not.toContain('old-secret');
    },
  );
});
