/** The page of the account in the console: upgrades, name, export and deletion. */
import { env } from 'cloudflare:workers';
import { describe, expect, it, vi } from 'vitest';
import { saveLogo } from '#api/qr/style';
import { CONSOLE, createBrowser, newDeveloper, newToken, signedIn } from '#testkit/browser';
import { fakeClock, NOON } from '#testkit/clock';
import { failing, Tap, tappedObjects } from '#testkit/faults';
import { paintLogo, toBase64 } from '#testkit/logo';
import { createWorld, freshAlias } from '#testkit/world';

const world = createWorld();
const turnTo = fakeClock();

const listUpgrades = async (accountId: string) => {
  const { upgrades } = await (await world.admin('GET', '/upgrades')).json<{
    upgrades: { id: string; accountId: string; plan: string }[];
  }>();
  return upgrades.filter((one) => one.accountId === accountId);
};

describe('an upgrade request', () => {
  it('that is granted changes the limits from the next request of every key', async () => {
    const { browser, accountId } = await newDeveloper(world, 'FREE');
    const key = /sl_[0-9A-Za-z]{50}/.exec(await browser.follow(await browser.post('/keys', { name: 'k' })))?.[0] ?? '';
    expect((await world.v2(key, 'GET', '/stats')).headers.get('X-RateLimit-Limit')).toBe('60');
    expect((await browser.post('/plan/upgrade', { plan: 'INDIE' })).status).toBe(303);
    expect(await browser.text('/plan')).toContain('has not answered yet');
    const [request] = await listUpgrades(accountId);
    expect(request).toMatchObject({
      plan: 'INDIE',
      accountName: 'Acme',
      currentPlan: 'FREE',
      state: 'open',
      answeredAt: null,
    });
    const granted = await world.admin('POST', `/upgrades/${request?.id}/grant`);
    expect(await granted.json()).toMatchObject({ state: 'granted', currentPlan: 'INDIE' });
    expect((await world.v2(key, 'GET', '/stats')).headers.get('X-RateLimit-Limit')).toBe('1000');
    expect(await browser.text('/links')).toContain('Plan<span class="new">');
    expect(await browser.text('/plan')).toContain('granted you Indie');
    expect(await browser.text('/links')).not.toContain('class="new"');
    expect(await listUpgrades(accountId)).toEqual([]);
    expect((await world.admin('POST', `/upgrades/${request?.id}/grant`)).status).toBe(200);
  });

  it('that is declined shows the operator’s message, and may be sent again', async () => {
    const { browser, accountId } = await newDeveloper(world, 'FREE');
    await browser.post('/plan/upgrade', { plan: 'PRO' });
    const [request] = await listUpgrades(accountId);
    for (const message of ['', ' ', 'x'.repeat(501), 5])
      expect((await world.admin('POST', `/upgrades/${request?.id}/decline`, { message })).status).toBe(400);
    await world.admin('POST', `/upgrades/${request?.id}/decline`, { message: 'Not <b>yet</b>, sorry' });
    expect(await browser.text('/plan')).toContain('Not &lt;b&gt;yet&lt;/b&gt;, sorry');
    await browser.post('/plan/upgrade', { plan: 'HOBBY' });
    await browser.post('/plan/upgrade', { plan: 'PRO' });
    expect((await listUpgrades(accountId)).map(({ plan }) => plan)).toEqual(['PRO']);
    await browser.post('/plan/withdraw');
    expect(await listUpgrades(accountId)).toEqual([]);
  });

  it('is stored once where several are sent at once, and only for a higher plan', async () => {
    const { browser, accountId } = await newDeveloper(world, 'HOBBY');
    for (const plan of ['FREE', 'HOBBY', 'GOLD', '']) await browser.post('/plan/upgrade', { plan });
    expect(await listUpgrades(accountId)).toEqual([]);
    await Promise.all(Array.from({ length: 5 }, () => browser.post('/plan/upgrade', { plan: 'PRO' })));
    expect(await listUpgrades(accountId)).toHaveLength(1);
  });
});

it('the page of plans shows the figures of every plan', async () => {
  const { browser } = await newDeveloper(world, 'FREE');
  const page = await browser.text('/plan');
  for (const text of ['150,000', '5,000', 'Aliases, 3+ characters', 'Not included: </span>Aliases<'])
    expect(page).toContain(text);
  const lenient = createWorld({ PLAN_POLICY: 'lenient' });
  const other = await newDeveloper(lenient, 'FREE');
  expect(await other.browser.text('/plan')).toContain('Aliases, 6+ characters');
});

it('the page of the account has the settings in groups, and each once', async () => {
  const { browser } = await newDeveloper(world);
  const page = await browser.text('/account');
  const titles = [...page.matchAll(/<h([23])>([^<]*)<\/h[23]>/g)].map(([, level, title]) => `${level} ${title}`);
  expect(titles).toEqual([
    '2 Profile',
    '3 Name',
    '2 Security',
    '3 Passkeys',
    '3 Signed-in browsers',
    '3 Activity',
    '2 Preferences',
    '3 Theme',
    '3 Keyboard shortcuts',
    '3 UTM templates',
    '2 Data',
    '3 Export your data',
    '3 Delete account',
  ]);
});

it('an account can have a name in any script, of one line', async () => {
  const { browser } = await newDeveloper(world);
  expect((await browser.post('/account/name', { name: 'Žluť & Söhne 🦜' })).status).toBe(303);
  expect(await browser.text('')).toContain('Žluť &amp; Söhne 🦜');
  for (const name of ['', '  ', 'a\nb', 'x'.repeat(101), '\u202egnp'])
    expect((await browser.post('/account/name', { name })).status).toBe(400);
});

describe('the export', () => {
  it('is one JSON file with the data of the account and without secrets', async () => {
    const { browser, accountId } = await newDeveloper(world);
    const { key } = await world.newKey('PRO', { accountId });
    const alias = freshAlias('export');
    await world.shorten(key, { url: 'https://example.com/?q="<x>', alias, password: 'secret words', maxClicks: 5 });
    await world.shorten(key, { url: 'https://example.org/' });
    const logo = toBase64(paintLogo('disc', 20));
    await browser.post('/templates', { name: 'News', utm_source: 'a' });
    await saveLogo(env, logo, { accountId, by: { kind: 'owner' }, now: NOON });
    const response = await browser.get('/account/export');
    expect(response.headers.get('Content-Disposition')).toMatch(
      /^attachment; filename="swiftlet-\d{4}-\d\d-\d\d\.json"$/,
    );
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    const text = await response.text();
    const file = JSON.parse(text);
    expect(file.account).toMatchObject({ id: accountId, name: 'Acme', plan: 'PRO' });
    expect(file.keys).toMatchObject([{ accountId, status: 'active', lastFour: key.slice(43, 47), previousText: null }]);
    expect(file.sessions).toHaveLength(1);
    expect(file.links).toMatchObject([
      { shortCode: alias, url: 'https://example.com/?q="<x>', maxClicks: 5, hasPassword: true, gone: null },
      { url: 'https://example.org/', hasPassword: false },
    ]);
    expect(file.qr).toEqual({ color: '000000', bgColor: 'ffffff', hasLogo: true, logo });
    expect(file.utmTemplates).toEqual([{ name: 'News', query: 'utm_source=a' }]);
    expect(file.statistics).toMatchObject({ clickCount: 0 });
    for (const secret of [key, 'secret words', 'pbkdf2', browser.cookie?.split('=')[1]])
      expect(text).not.toContain(secret);
  });

  it('has every link once where the account has several pages of links', async () => {
    const { browser, accountId } = await newDeveloper(world);
    const made = Array.from({ length: 1_201 }, (_, i) => `exported-${accountId.toLowerCase()}-${i}`);
    const insert = `INSERT INTO links (code, id, account_id, url, created_at, put_at, quiet_at)
      SELECT value, value, ?2, 'https://example.com/', ?3, ?3, ?3 FROM json_each(?1)`;
    await env.DB.prepare(insert).bind(JSON.stringify(made), accountId, NOON).run();
    const { links } = await (await browser.get('/account/export')).json<{ links: { shortCode: string }[] }>();
    expect(links.map(({ shortCode }) => shortCode).sort()).toEqual(made.sort());
  });
});

describe('the deletion of an account', () => {
  it('is refused without the word “delete”', async () => {
    const { browser } = await newDeveloper(world);
    for (const confirmation of ['', 'yes', 'deleted']) {
      const response = await browser.post('/account/delete', { confirmation });
      expect(response.status).toBe(400);
      const html = await response.text();
      expect(html).toContain('aria-invalid');
      expect(html.match(/Please type “delete”\./g)).toHaveLength(1);
    }
    expect((await browser.get('')).status).toBe(200);
  });

  it('ends sessions, keys and links at once, and erases names and destinations', async () => {
    turnTo(NOON);
    const name = `Robin ${crypto.randomUUID()}`;
    const { browser, accountId } = await newDeveloper(world, 'PRO', name);
    const other = await signedIn(world, accountId);
    const { key } = await world.newKey('PRO', { accountId, name: 'a personal key' });
    const [plain, limited] = [freshAlias('gone'), freshAlias('gone')];
    const url = `https://example.com/${crypto.randomUUID()}`;
    await world.shorten(key, { url, alias: plain, password: 'secret words' });
    await world.shorten(key, { url, alias: limited, maxClicks: 5 });
    await browser.post('/plan/upgrade', { plan: 'PRO' });
    await browser.post('/templates', { name: 'News', utm_source: 'a' });
    const logo = toBase64(paintLogo('disc', 20));
    await saveLogo(env, logo, { accountId, by: { kind: 'owner' }, now: NOON });

    const left = await browser.post('/account/delete', { confirmation: ' Delete ' });
    expect(left.headers.get('Location')).toBe('/console/goodbye');
    expect(browser.cookie).toBeUndefined();
    expect((await other.get('')).status).toBe(303);
    expect((await world.v2(key, 'GET', '/stats')).status).toBe(401);
    expect((await createWorld().visit(plain)).status).toBe(410);
    expect((await createWorld().visit(limited)).status).toBe(410);

    await world.cron();
    expect(await readRows(accountId)).toMatchObject({
      passkeys: 0,
      sessions: 0,
      sign_in_links: 0,
      upgrade_requests: 0,
      qr_styles: 0,
      utm_templates: 0,
    });
    await saveLogo(env, logo, { accountId, by: { kind: 'owner' }, now: NOON });
    expect(await readRows(accountId)).toMatchObject({ qr_styles: 0, account_events: 0 });
    const links = await env.DB.prepare('SELECT * FROM links WHERE account_id = ?1').bind(accountId).all();
    expect(links.results).toHaveLength(2);
    const kept = JSON.stringify([
      links.results,
      await env.DB.prepare('SELECT * FROM accounts').all(),
      await env.DB.prepare('SELECT * FROM keys').all(),
    ]);
    for (const text of [name, url, 'a personal key', 'pbkdf2']) expect(kept).not.toContain(text);
    expect(links.results.map(({ gone, max_clicks }) => [gone, max_clicks]).sort()).toEqual([
      ['DELETED', null],
      ['DELETED', 5],
    ]);
  });

  it('is pushed again to an object that was unreachable, and is finished only then', async () => {
    turnTo(NOON);
    const { browser, accountId } = await newDeveloper(world);
    const { key } = await world.newKey('PRO', { accountId });
    expect((await world.v2(key, 'GET', '/stats')).status).toBe(200);
    const broken = createWorld({ KEYS: tappedObjects(env.KEYS, new Tap(failing())) });
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const response = await broken.call('POST', '/console/account/delete', {
      headers: {
        Cookie: browser.cookie as string,
        Origin: CONSOLE,
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      body: `confirmation=delete&token=${newToken(accountId)}`,
    });
    vi.restoreAllMocks();
    expect(response.status).toBe(303);
    turnTo(NOON + 600_000);
    for (let i = 0; i < 3; i++) await world.cron();
    expect(await readRows(accountId)).toMatchObject({ deletions: 0 });
    expect((await world.v2(key, 'GET', '/stats')).status).toBe(401);
  });

  it('keeps codes taken and their visits 410 even after the account has left the denylist', async () => {
    turnTo(NOON);
    const { browser, accountId } = await newDeveloper(world);
    const { key } = await world.newKey('PRO', { accountId });
    const alias = freshAlias('dead');
    await world.shorten(key, { url: 'https://example.com/', alias });
    await browser.post('/account/delete', { confirmation: 'delete' });
    for (let i = 0; i < 3; i++) await world.cron();
    expect(await suspended(accountId)).toBe(1);
    turnTo(NOON + 600_000);
    for (let i = 0; i < 3; i++) await world.cron();
    expect(await suspended(accountId)).toBe(0);
    expect(await readRows(accountId)).toMatchObject({ deletions: 0 });
    expect((await createWorld().visit(alias)).status).toBe(410);
    const stranger = await world.newKey();
    expect((await world.shorten(stranger.key, { url: 'https://example.com/', alias })).status).toBe(400);
  });

  it('makes tombstones of at most a hundred links a run, also where they have one creation time', async () => {
    turnTo(NOON);
    const { browser, accountId } = await newDeveloper(world);
    const made = Array.from({ length: 230 }, (_, i) => `dead-${accountId.toLowerCase()}-${i}`);
    const insert = `INSERT INTO links (code, id, account_id, url, created_at, put_at, quiet_at)
      SELECT value, value, ?2, 'https://example.com/', ?3 + key / 150, ?3, ?3 FROM json_each(?1)`;
    await env.DB.prepare(insert).bind(JSON.stringify(made), accountId, NOON).run();
    await browser.post('/account/delete', { confirmation: 'delete' });
    const liveLinks = env.DB.prepare('SELECT count(*) AS n FROM links WHERE account_id = ?1 AND gone IS NULL').bind(
      accountId,
    );
    const counts: number[] = [];
    while (counts.at(-1) !== 0) {
      await world.cron();
      counts.push((await liveLinks.first<number>('n')) ?? 0);
      expect((counts.at(-2) ?? made.length) - (counts.at(-1) ?? 0)).toBeLessThanOrEqual(100);
    }
    expect(counts.length).toBeLessThan(6); // A run may also process other accounts.
  });

  it('leaves an account that the operator can neither find nor change', async () => {
    const { browser, accountId } = await newDeveloper(world);
    await browser.post('/account/delete', { confirmation: 'delete' });
    for (const [method, path, body] of [
      ['POST', `/accounts/${accountId}/resume`, undefined],
      ['POST', `/accounts/${accountId}/sign-in-link`, undefined],
      ['PATCH', `/accounts/${accountId}`, { name: 'back' }],
      ['POST', '/keys', { name: 'new', accountId }],
    ] as const)
      expect((await world.admin(method, path, body)).status, path).toBe(404);
    const list = await (await world.admin('GET', '/accounts')).text();
    expect(list).not.toContain(accountId);
    expect((await createBrowser(world).get('')).status).toBe(303);
  });
});

const suspended = (accountId: string) =>
  env.DB.prepare('SELECT suspended FROM accounts WHERE id = ?1').bind(accountId).first('suspended');

async function readRows(accountId: string): Promise<Record<string, unknown>> {
  const tables = [
    'passkeys',
    'sessions',
    'sign_in_links',
    'challenges',
    'upgrade_requests',
    'account_events',
    'qr_styles',
    'utm_templates',
    'deletions',
  ];
  const counts = await Promise.all(
    tables.map((table) =>
      env.DB.prepare(`SELECT count(*) AS n FROM ${table} WHERE account_id = ?1`).bind(accountId).first('n'),
    ),
  );
  return Object.fromEntries(tables.map((table, index) => [table, counts[index]]));
}
