/** Signing in to the console: sign-in links, sessions, their cookie, and the tokens that no store holds. */
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CONSOLE, createBrowser, newDeveloper, newToken, signedIn } from '#testkit/browser';
import { fakeClock, NOON } from '#testkit/clock';
import { createWorld } from '#testkit/world';

const world = createWorld();
const turnTo = fakeClock();

afterEach(() => void vi.restoreAllMocks());

async function newLink(accountId: string): Promise<string> {
  const { url } = await (await world.admin('POST', `/accounts/${accountId}/sign-in-link`)).json<{ url: string }>();
  return new URL(url).pathname.replace('/console', '');
}

const newAccount = async () =>
  (await (await world.admin('POST', '/accounts', { name: 'Acme' })).json<{ id: string }>()).id;

describe('a sign-in link', () => {
  it('leads to the console, and expires after 15 minutes', async () => {
    turnTo(NOON);
    const response = await world.admin('POST', `/accounts/${await newAccount()}/sign-in-link`);
    expect(response.status).toBe(201);
    const body = await response.json<{ url: string; expiresAt: string }>();
    expect(body.url).toMatch(/^https:\/\/api\.example\.com\/console\/sign-in\/[\w-]{43}$/);
    expect(Date.parse(body.expiresAt) - NOON).toBe(900_000);
  });

  it('is not spent by a request for its page, however often', async () => {
    const path = await newLink(await newAccount());
    const browser = createBrowser(world);
    for (let i = 0; i < 3; i++) expect((await browser.get(path)).status).toBe(200);
    expect(browser.cookie).toBeUndefined();
    expect((await browser.post(path)).status).toBe(303);
  });

  it('names its account, until it is spent', async () => {
    const { id } = await (await world.admin('POST', '/accounts', { name: 'Fox & Sons' })).json<{ id: string }>();
    const path = await newLink(id);
    expect(await createBrowser(world).text(path)).toContain('<bdi>Fox &amp; Sons</bdi>');
    await createBrowser(world).post(path);
    const spent = await createBrowser(world).get(path);
    expect([spent.status, await spent.text()]).toEqual([
      410,
      expect.stringContaining('This sign-in link no longer works'),
    ]);
  });

  it.each([
    ['help@example.com', '<a href="mailto:help@example.com">Ask the operator for a sign-in link</a>'],
    ['', 'Ask the operator for a sign-in link.'],
  ])('is asked for at CONTACT: “%s”', async (CONTACT, words) => {
    const browser = createBrowser(createWorld({ CONTACT }));
    expect(await browser.text('/sign-in')).toContain(words);
  });

  it('that is spent leads to the operator first, and to a passkey as the other way', async () => {
    const actsOf = async (CONTACT: string) =>
      [
        ...(await createBrowser(createWorld({ CONTACT })).text('/sign-in/unknown')).matchAll(
          /<a class="(button[^"]*)" href="([^"]*)"/g,
        ),
      ].map(([, look, href]) => [look, href]);
    const passkey = ['button quiet', '/console/sign-in'];
    expect(await actsOf('help@example.com')).toEqual([['button', 'mailto:help@example.com'], passkey]);
    expect(await actsOf('')).toEqual([passkey]);
  });

  it('works once, also where several requests use it at once', async () => {
    const path = await newLink(await newAccount());
    const tries = await Promise.all(Array.from({ length: 8 }, () => createBrowser(world).post(path)));
    expect(tries.map(({ status }) => status).sort()).toEqual([303, 410, 410, 410, 410, 410, 410, 410]);
  });

  it('is not spent by an unknown token or by another link', async () => {
    const [path, other] = [await newLink(await newAccount()), await newLink(await newAccount())];
    const statuses: number[] = [];
    for (const one of ['/sign-in/unknown', other, path]) statuses.push((await createBrowser(world).post(one)).status);
    expect(statuses).toEqual([410, 303, 303]);
  });

  it('works until the millisecond at which it expires', async () => {
    turnTo(NOON);
    const accountId = await newAccount();
    const [first, second] = [await newLink(accountId), await newLink(accountId)];
    turnTo(NOON + 899_999);
    expect((await createBrowser(world).post(first)).status).toBe(303);
    turnTo(NOON + 900_000);
    expect((await createBrowser(world).post(second)).status).toBe(410);
  });

  it('is not made for an unknown or suspended account, nor without the operator’s token', async () => {
    const accountId = await newAccount();
    expect((await world.call('POST', `/admin/accounts/${accountId}/sign-in-link`)).status).toBe(401);
    expect((await world.admin('POST', '/accounts/nobody/sign-in-link')).status).toBe(404);
    await world.admin('POST', `/accounts/${accountId}/suspend`);
    expect((await world.admin('POST', `/accounts/${accountId}/sign-in-link`)).status).toBe(409);
  });

  it('made before a suspension signs nobody in', async () => {
    const accountId = await newAccount();
    const path = await newLink(accountId);
    await world.admin('POST', `/accounts/${accountId}/suspend`);
    expect((await createBrowser(world).get(path)).status).toBe(410);
    expect((await createBrowser(world).post(path)).status).toBe(410);
  });
});

describe('the cookie of a session', () => {
  const makeCookie = async (here: typeof world) => {
    const { id } = await (await here.admin('POST', '/accounts', { name: 'Acme' })).json<{ id: string }>();
    const { url } = await (await here.admin('POST', `/accounts/${id}/sign-in-link`)).json<{ url: string }>();
    const headers = { Origin: new URL(url).origin, 'Content-Type': 'application/x-www-form-urlencoded' };
    const response = await here.call('POST', url, { headers, body: `token=${newToken('')}` });
    return response.headers.getSetCookie().find((line) => /^(__Host-)?console=/.test(line));
  };

  it('has __Host-, Secure, HttpOnly and SameSite=Lax, and expires after 30 days', async () => {
    expect(await makeCookie(world)).toMatch(
      /^__Host-console=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
  });

  it('is not Secure at http://localhost, where a browser would not store it', async () => {
    const local = createWorld({ CONSOLE_ORIGIN: 'http://localhost:8787', REQUIRE_HTTPS: 'off' });
    expect(await makeCookie(local)).toMatch(/^console=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  it('is not accepted under /v2, and a key is not accepted in the console', async () => {
    const { browser, accountId } = await newDeveloper(world);
    const { key } = await world.newKey('PRO', { accountId });
    const v2 = await world.call('GET', '/v2/stats', { headers: { Cookie: browser.cookie as string } });
    expect(v2.status).toBe(401);
    const page = await world.call('GET', '/console', { headers: { Authorization: `Bearer ${key}` } });
    expect([page.status, page.headers.get('Location')]).toEqual([303, '/console/sign-in']);
  });
});

describe('a session', () => {
  it('ends after thirty days', async () => {
    turnTo(NOON);
    const { browser } = await newDeveloper(world);
    turnTo(NOON + 30 * 86_400_000 - 1);
    expect((await browser.get('')).status).toBe(200);
    turnTo(NOON + 30 * 86_400_000);
    expect((await browser.get('')).status).toBe(303);
    expect(browser.cookie).toBeUndefined();
  });

  it('is told apart by its browser, its country, and how long ago it was used', async () => {
    const accountId = await newAccount();
    const [browser] = [await signedIn(world, accountId), await signedIn(world, accountId)];
    await env.DB.prepare("UPDATE sessions SET country = 'DE', seen_at = ?2 WHERE account_id = ?1")
      .bind(accountId, Date.now() - 2.5 * 3_600_000)
      .run();
    const words = (await browser.text('/account')).replace(/<[^>]*>/g, '');
    expect(words.match(/UTC, from Germany/g)).toHaveLength(2);
    expect(words.match(/last used 2 hours ago/g)).toHaveLength(1);
  });

  it('ends with the sign-out, also for a copy of the cookie', async () => {
    const { browser } = await newDeveloper(world);
    const cookie = browser.cookie as string;
    expect((await browser.post('/sign-out')).headers.get('Location')).toBe('/console/sign-in');
    const page = await browser.text('/sign-in');
    expect(page).toContain('<b>You are signed out.</b>');
    expect(page).toContain('<h1>Sign in</h1>');
    expect(browser.cookie).toBeUndefined();
    expect((await world.call('GET', '/console', { headers: { Cookie: cookie } })).status).toBe(303);
  });

  it('ends at once when its account is suspended, and does not return when the account is resumed', async () => {
    const { browser, accountId } = await newDeveloper(world);
    await world.admin('POST', `/accounts/${accountId}/suspend`);
    expect((await browser.get('')).status).toBe(303);
    await world.admin('POST', `/accounts/${accountId}/resume`);
    expect((await browser.get('')).status).toBe(303);
  });

  it('lists the other sessions of its account, and can end one or all of them', async () => {
    const { browser, accountId } = await newDeveloper(world);
    const others = [await signedIn(world, accountId), await signedIn(world, accountId)] as const;
    const ids = [...(await browser.text('/account')).matchAll(/sessions\/([0-9A-Za-z]{12})\/end/g)].map(([, id]) => id);
    expect(ids).toHaveLength(2);
    expect((await browser.post(`/sessions/${ids[0]}/end`)).status).toBe(303);
    const afterOne = await Promise.all(others.map((other) => other.get('')));
    expect(afterOne.map(({ status }) => status).sort()).toEqual([200, 303]);
    await browser.post('/sessions/others/end');
    const afterOthers = await Promise.all(others.map((other) => other.get('')));
    expect(afterOthers.map(({ status }) => status)).toEqual([303, 303]);
    expect((await browser.get('')).status).toBe(200);
  });
});

describe('a form', () => {
  const PATHS = [
    '/keys',
    '/sign-out',
    '/account/delete',
    '/links',
    '/plan/upgrade',
    '/sign-in',
    '/sessions/others/end',
  ];

  it.each(PATHS)('to %s gets 403 unless it comes from a page of the console', async (path) => {
    const { browser } = await newDeveloper(world);
    for (const origin of [
      'https://evil.example',
      'null',
      'http://api.example.com',
      'https://api.example.com.evil.example',
      '',
    ])
      expect((await browser.post(path, { name: 'x' }, { Origin: origin })).status, origin).toBe(403);
    const without = await world.call('POST', `/console${path}`, { headers: { Cookie: browser.cookie as string } });
    expect(without.status).toBe(403);
    expect((await browser.get('')).status).toBe(200);
  });

  it('gets 400 with another Content-Type than that of forms', async () => {
    const { browser } = await newDeveloper(world);
    const response = await browser.post('/keys', { name: 'x' }, { 'Content-Type': 'text/plain' });
    expect(response.status).toBe(400);
  });
});

it('a network may send thirty sign-in requests a minute', async () => {
  turnTo(NOON);
  const headers = { 'CF-Connecting-IP': '203.0.113.77' };
  const browser = createBrowser(world);
  const tries = await Promise.all(
    Array.from({ length: 40 }, (_, i) =>
      browser.post(i % 2 ? '/sign-in/challenge' : '/sign-in/some-token', {}, headers),
    ),
  );
  expect(tries.filter(({ status }) => status === 429)).toHaveLength(10);
  const refused = await browser.post('/sign-in', {}, headers);
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '60']);
  expect((await browser.post('/sign-in', {}, { 'CF-Connecting-IP': '203.0.113.78' })).status).toBe(401);
});

describe('a deployment', () => {
  it('without CONSOLE_ORIGIN has no console, and makes no sign-in links', async () => {
    const bare = createWorld({ CONSOLE_ORIGIN: '' });
    expect((await bare.call('GET', '/console')).status).toBe(404);
    const { accountId } = await bare.newKey();
    expect((await bare.admin('POST', `/accounts/${accountId}/sign-in-link`)).status).toBe(404);
  });

  it('shows the console at CONSOLE_ORIGIN only', async () => {
    const response = await world.call('GET', 'https://other.example.com/console/sign-in');
    expect(response.status).toBe(404);
    expect(await response.text()).toContain(`${CONSOLE}/console`);
  });

  it('refuses the console over plain http', async () => {
    expect((await world.call('GET', 'http://api.example.com/console')).status).toBe(403);
  });

  it('in maintenance still serves the console', async () => {
    const here = createWorld({ MAINTENANCE: 'on' });
    const { browser } = await newDeveloper(here);
    expect((await browser.get('')).status).toBe(200);
  });

  it('lets nobody sign up unless SIGNUP is open', async () => {
    const browser = createBrowser(world);
    const page = await browser.get('/sign-up');
    expect(page.status).toBe(404);
    const html = await page.text();
    expect(html).toContain('<a class="button" href="/console/sign-in">');
    expect(html).not.toMatch(/another account|Search your links/);
    expect((await browser.post('/sign-up', { name: 'me' })).status).toBe(404);
    expect((await browser.post('/sign-up/challenge', { name: 'me' })).status).toBe(404);
    expect(await browser.text('/sign-in')).not.toContain('sign-up');
    const open = createBrowser(createWorld({ SIGNUP: 'open' }));
    expect((await open.get('/sign-up')).status).toBe(200);
  });
});

it('neither D1 nor the log holds a token', async () => {
  const lines: string[] = [];
  for (const name of ['log', 'info', 'warn', 'error'] as const)
    vi.spyOn(console, name).mockImplementation((...all) => void lines.push(all.join(' ')));
  const accountId = await newAccount();
  const path = await newLink(accountId);
  const browser = createBrowser(world);
  await browser.post(path);
  browser.isOf(accountId);
  const made = await browser.follow(await browser.post('/keys', { name: 'mine' }));
  const challenge = await (await browser.post('/passkeys/challenge')).json<{ challenge: string }>();
  const secrets = [
    path.split('/').at(-1),
    browser.cookie?.split('=')[1],
    /sl_[0-9A-Za-z]{50}/.exec(made)?.[0],
    challenge.challenge,
  ];
  expect(secrets.every((secret) => (secret?.length ?? 0) > 40)).toBe(true);
  const kept = await dump();
  for (const secret of secrets) {
    expect(kept).not.toContain(secret);
    expect(lines.join('\n')).not.toContain(secret);
  }
});

/** All of D1 as one text. */
async function dump(): Promise<string> {
  const tables = await env.DB.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'",
  ).all<{
    name: string;
  }>();
  const rows = await env.DB.batch(tables.results.map(({ name }) => env.DB.prepare(`SELECT * FROM "${name}"`)));
  return JSON.stringify(rows.map(({ results }) => results));
}

it('the cron deletes expired sessions, sign-in links and challenges', async () => {
  turnTo(NOON);
  const { browser, accountId } = await newDeveloper(world);
  await newLink(accountId);
  await browser.post('/passkeys/challenge');
  const counts = async () =>
    Promise.all(
      ['sessions', 'sign_in_links', 'challenges'].map((table) =>
        env.DB.prepare(`SELECT count(*) AS n FROM ${table} WHERE account_id = ?1`).bind(accountId).first('n'),
      ),
    );
  expect(await counts()).toEqual([1, 1, 1]);
  await world.cron();
  expect(await counts()).toEqual([1, 1, 1]);
  turnTo(NOON + 900_000);
  await world.cron();
  expect(await counts()).toEqual([1, 0, 0]);
  turnTo(NOON + 30 * 86_400_000);
  await world.cron();
  expect(await counts()).toEqual([0, 0, 0]);
});
