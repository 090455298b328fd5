/** The console's pages and forms for keys: they follow the rules of the operator's endpoints, for own keys only. */
import { env } from 'cloudflare:workers';
import { describe, expect, it, vi } from 'vitest';
import { type Browser, formsIn, newDeveloper } from '#testkit/browser';
import { countedBindings } from '#testkit/counting';
import { FULL_MONTH, fullWindow, setCount } from '#testkit/used-up';
import { createWorld } from '#testkit/world';

const world = createWorld();

const textIn = (html: string): string => /sl_[0-9A-Za-z]{50}/.exec(html)?.[0] ?? '';
const readStatus = async (key: string) => (await world.v2(key, 'GET', '/stats')).status;

/** Inserts revoked keys that are newer than all other keys. */
const insertRevoked = (accountId: string, count: number) =>
  env.DB.prepare(
    `INSERT INTO keys (last_four, made_by, account_id, id, name, digest, status, created_at)
     SELECT 'abcd', 'operator', ?2, ?2 || value, 'gone', value, 'revoked', ?3 FROM json_each(?1)`,
  )
    .bind(JSON.stringify([...Array(count).keys()]), accountId, Date.now() + 1_000)
    .run();

async function newKey(browser: Browser, name = 'newsletter'): Promise<{ id: string; key: string }> {
  const response = await browser.post('/keys', { name });
  expect(response.status).toBe(303);
  const key = textIn(await browser.follow(response));
  await browser.get(`/keys/${key.slice(3, 15)}`);
  return { id: key.slice(3, 15), key };
}

it('the console makes a key that works, and shows its text once', async () => {
  const { browser } = await newDeveloper(world);
  const { id, key } = await newKey(browser);
  expect(await readStatus(key)).toBe(200);
  for (const path of ['/keys', `/keys/${id}`, '']) expect(await browser.text(path)).not.toContain(key);
});

it('a refused name is shown again with what a name may have', async () => {
  const { browser } = await newDeveloper(world);
  const rule = 'Use letters from a to z, digits and signs, at most 100 characters. A header carries the name';
  for (const [name, words] of [
    [' ', 'Enter a name.'],
    ['Café', rule],
    ['x'.repeat(101), rule],
  ] as const) {
    const response = await browser.post('/keys', { name });
    expect(response.status).toBe(400);
    expect((await response.text()).split('aria-invalid="true"')[1]).toContain(words);
  }
  expect(await (await browser.post('/keys', { name: 'schlüssel' })).text()).toContain('value="schlüssel"');
});

it('the console makes no more active keys than the plan allows', async () => {
  const { browser } = await newDeveloper(world, 'FREE');
  for (let i = 0; i < 5; i++) await newKey(browser, `key ${i}`);
  const refused = await browser.post('/keys', { name: 'one more' });
  expect(refused.status).toBe(409);
  expect(await refused.text()).toContain('as many active keys as its plan allows');
});

it('an account whose window or month is used up can make no key, but can rotate and revoke its keys', async () => {
  const { browser, accountId } = await newDeveloper(world, 'FREE');
  const { id, key } = await newKey(browser);
  await setCount(`console:${accountId}`, fullWindow());
  const refused = await browser.post('/keys', { name: 'one more' });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
  const page = await refused.text();
  expect(page).toContain('Rate limit exceeded');
  expect(page).toContain('value="one more"');
  await setCount(`console:${accountId}`, FULL_MONTH);
  expect(await (await browser.post('/keys', { name: 'one more' })).text()).toContain('Monthly API call limit reached.');
  expect((await browser.post(`/keys/${id}/rotate`, { grace: '0' })).status).toBe(303);
  expect(await readStatus(key)).toBe(401);
  expect((await browser.post(`/keys/${id}/revoke`)).status).toBe(303);
});

it('an account on FREE makes at most sixty keys a minute, even where each is revoked at once', async () => {
  const { browser, accountId } = await newDeveloper(world, 'FREE');
  const statuses: number[] = [];
  for (let i = 0; i < 61; i++) {
    statuses.push((await browser.post('/keys', { name: 'a key' })).status);
    await env.DB.prepare("UPDATE keys SET status = 'revoked' WHERE account_id = ?1").bind(accountId).run();
  }
  expect(statuses).toEqual([...Array(60).fill(303), 429]);
});

it('a key beyond the hundredth gets 409, and the message says that the account already has 100', async () => {
  const { browser, accountId } = await newDeveloper(world);
  const insert = `INSERT INTO keys (last_four, made_by, account_id, id, name, digest, status, created_at)
    SELECT 'abcd', 'operator', ?2, ?2 || value, 'off', value, 'inactive', 0 FROM json_each(?1)`;
  await env.DB.prepare(insert)
    .bind(JSON.stringify([...Array(100).keys()]), accountId)
    .run();
  const refused = await browser.post('/keys', { name: 'one more' });
  expect(refused.status).toBe(409);
  expect(await refused.text()).toContain('already has 100 keys');
});

it('the list shows active keys, however many newer keys are revoked', async () => {
  const { browser, accountId } = await newDeveloper(world);
  const { id } = await newKey(browser, 'the old one');
  await insertRevoked(accountId, 250);
  expect(await browser.text('/keys')).toContain(`/console/keys/${id}"`);
});

it('the list reads only as many keys as it shows, however many are revoked', async () => {
  const { browser, accountId } = await newDeveloper(world);
  await insertRevoked(accountId, 3_000);
  const { bindings, takeCost } = countedBindings();
  const counted = createWorld(bindings);
  const headers = { Cookie: browser.cookie as string };
  await counted.call('GET', '/console/keys', { headers });
  takeCost();
  expect((await counted.call('GET', '/console/keys', { headers })).status).toBe(200);
  expect(takeCost().rowsRead).toBeLessThan(1_000);
});

it('a key can be renamed, switched off and on, and revoked for ever', async () => {
  const { browser } = await newDeveloper(world);
  const { id, key } = await newKey(browser);
  expect((await browser.post(`/keys/${id}/name`, { name: 'other' })).status).toBe(303);
  expect((await world.v2(key, 'GET', '/stats')).headers.get('X-API-Key-Name')).toBe('other');
  const page = await browser.text(`/keys/${id}`);
  expect(page).toContain('Calls with it get 401 until you switch it on again.');
  expect(page).toMatch(/<button[^>]* popovertarget="switch-off">Switch off</);
  expect(page).toContain('id="switch-off" popover="auto"');
  await browser.post(`/keys/${id}/switch`, { status: 'inactive' });
  expect(await readStatus(key)).toBe(401);
  await browser.post(`/keys/${id}/switch`, { status: 'active' });
  expect(await readStatus(key)).toBe(200);
  const off = await browser.follow(await browser.post(`/keys/${id}/switch`, { status: 'inactive' }));
  expect(off.match(/switched off/g)).toHaveLength(1);
  expect((await browser.post(`/keys/${id}/revoke`)).headers.get('Location')).toBe('/console/keys');
  expect(await browser.text('/keys')).toContain('revoked for good');
  expect(await readStatus(key)).toBe(401);
  expect((await browser.post(`/keys/${id}/switch`, { status: 'active' })).status).toBe(409);
  expect((await browser.post(`/keys/${id}/rotate`, { grace: '0' })).status).toBe(409);
});

it('a key is rotated with a grace period that the form offers, and any other grace period gets 400', async () => {
  const { browser } = await newDeveloper(world);
  const { id, key } = await newKey(browser);
  const second = textIn(
    await browser.follow(await browser.send(`/keys/${id}`, `/keys/${id}/rotate`, { grace: '86400' })),
  );
  expect([await readStatus(key), await readStatus(second)]).toEqual([200, 200]);
  await world.admin('DELETE', `/keys/${id}/previous-text`);
  const third = textIn(await browser.follow(await browser.send(`/keys/${id}`, `/keys/${id}/rotate`, { grace: '0' })));
  expect([await readStatus(second), await readStatus(third)]).toEqual([401, 200]);
  for (const grace of ['', '5', '-1', '999999999']) {
    expect((await browser.send(`/keys/${id}`, `/keys/${id}/rotate`, { grace })).status).toBe(400);
  }
  expect(await readStatus(third)).toBe(200);
});

describe('a key', () => {
  const rotate = async (browser: Browser, id: string, typed: Record<string, string>) =>
    browser.send(`/keys/${id}`, `/keys/${id}/rotate`, typed);
  const lastFourOf = (text: string) => text.slice(-10, -6);

  it('that was rotated shows both texts (last four characters, end, last use) until one of them is ended', async () => {
    const { browser } = await newDeveloper(world);
    const { id, key } = await newKey(browser);
    await readStatus(key);
    const second = textIn(await browser.follow(await rotate(browser, id, { grace: '3600' })));
    const page = await browser.text(`/keys/${id}`);
    for (const text of [key, second]) expect(page).toContain(`…${lastFourOf(text)}`);
    expect(page).toMatch(/Works until <time/);
    expect(page).toContain('used within the hour');
    await browser.post(`/keys/${id}/switch`, { status: 'inactive' });
    const off = await browser.text(`/keys/${id}`);
    expect([off.includes('Works until'), /Ends <time/.test(off)]).toEqual([false, true]);
    await browser.post(`/keys/${id}/switch`, { status: 'active' });
    const ended = await browser.send(`/keys/${id}`, `/keys/${id}/previous-text/end`);
    expect(await browser.follow(ended)).toContain('The previous secret has ended');
    expect([await readStatus(key), await readStatus(second)]).toEqual([401, 200]);
    expect(await browser.text(`/keys/${id}`)).not.toContain(lastFourOf(key));
  });

  it.each([
    ['older', [401, 200]],
    ['current', [200, 401]],
  ])(
    'that is rotated again within the grace period loses its %s text, but only if the form says so',
    async (older, statuses) => {
      const { browser } = await newDeveloper(world);
      const { id, key } = await newKey(browser);
      const second = textIn(await browser.follow(await rotate(browser, id, { grace: '3600' })));
      const refused = await rotate(browser, id, { grace: '3600' });
      expect(refused.status).toBe(409);
      expect(await refused.text()).toContain('Choose one of the two.');
      expect([await readStatus(key), await readStatus(second)]).toEqual([200, 200]);
      const third = textIn(await browser.follow(await rotate(browser, id, { grace: '3600', older })));
      expect([await readStatus(key), await readStatus(second), await readStatus(third)]).toEqual([...statuses, 200]);
    },
  );

  it('is not rotated by a form that was opened before another rotation: the form gets 409', async () => {
    const { browser } = await newDeveloper(world);
    const { id, key } = await newKey(browser);
    const old = formsIn(await browser.text(`/keys/${id}`)).find(({ action }) => action.endsWith('/rotate'))?.fields;
    await rotate(browser, id, { grace: '0' });
    const refused = await browser.post(`/keys/${id}/rotate`, old);
    expect(refused.status).toBe(409);
    expect(await readStatus(key)).toBe(401);
    const now = formsIn(await refused.text()).find(({ action }) => action.endsWith('/rotate'))?.fields;
    expect(now?.current).not.toBe(old?.current);
  });

  it('does not show a text that another rotation has replaced', async () => {
    const { browser } = await newDeveloper(world);
    const made = await browser.post('/keys', { name: 'mine' });
    const id = (made.headers.get('Location') ?? '').split('/')[3] ?? '';
    await world.admin('POST', `/keys/${id}/rotate`, { graceSeconds: 0 });
    expect(textIn(await browser.text(`/keys/${id}/text`))).toBe('');
  });

  it('does not show its text after its page was opened, nor to another account', async () => {
    const { browser } = await newDeveloper(world);
    const made = await browser.post('/keys', { name: 'mine' });
    const id = (made.headers.get('Location') ?? '').split('/')[3] ?? '';
    const cookies = browser.cookiesFor(`/keys/${id}/text`);
    expect(textIn(await browser.text(`/keys/${id}/text`))).not.toBe('');
    await browser.get(`/keys/${id}`);
    expect(textIn(await browser.text(`/keys/${id}/text`))).toBe('');
    const { browser: stranger } = await newDeveloper(world);
    const headers = { Cookie: `${cookies.replace(/__Host-console=[^;]*/, '')}; ${stranger.cookie}` };
    expect((await world.call('GET', `/console/keys/${id}/text`, { headers })).status).toBe(404);
  });
});

it('pages show how often a key was used, and opening them does not count as a use', async () => {
  const { browser } = await newDeveloper(world, 'FREE');
  const { id, key } = await newKey(browser);
  expect(await browser.text(`/keys/${id}`)).toContain('No calls yet');
  await readStatus(key);
  await readStatus(key);
  for (let i = 0; i < 3; i++) await browser.get(`/keys/${id}`);
  expect(await browser.text('/keys')).toContain('2<span class="told"> calls</span>');
  const page = (await browser.text(`/keys/${id}`)).replace(/<[^>]*>/g, '');
  expect(page).toMatch(/Calls this month2&lt;1% of 2,000, until/);
  expect(page).toContain('30 days: 2 accepted');
  expect(page).toContain('Last usedjust now');
});

it('pages are shown although the objects of keys are unreachable', async () => {
  const UNREACHABLE = new Proxy({}, { get: () => () => Promise.reject(new Error('Network connection lost.')) });
  const { browser, accountId } = await newDeveloper(world);
  const { id } = await newKey(browser);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const broken = createWorld({ KEYS: { getByName: () => UNREACHABLE } as never });
  for (const path of ['', '/keys', `/keys/${id}`]) {
    const response = await broken.call('GET', `/console${path}`, { headers: { Cookie: browser.cookie as string } });
    expect(response.status, accountId).toBe(200);
  }
  vi.restoreAllMocks();
});

it('the secret of a key has one form on the list and on its page', async () => {
  const { browser } = await newDeveloper(world);
  const { id, key } = await newKey(browser);
  const mask = `>sl_${id.slice(0, 4)}…${key.slice(-10, -6)}</code>`;
  for (const path of ['/keys', `/keys/${id}`]) expect(await browser.text(path)).toContain(mask);
});

it('a key has a badge only for what is unusual: off, an old secret that works, revoked', async () => {
  const { browser } = await newDeveloper(world);
  const { id } = await newKey(browser);
  const badges = async () =>
    [...(await browser.text('/keys')).matchAll(/class="badge[^>]*>([^<]*)/g)].map(([, text]) => text);
  expect(await badges()).toEqual([]);
  await browser.send(`/keys/${id}`, `/keys/${id}/rotate`, { grace: '3600' });
  expect(await badges()).toEqual(['Old secret still works']);
  await browser.post(`/keys/${id}/switch`, { status: 'inactive' });
  expect(await badges()).toEqual(['Off']);
  await browser.post(`/keys/${id}/revoke`);
  expect(await badges()).toEqual(['Revoked']);
});

it('the page of a secret that was already shown leads to the open form of a rotation', async () => {
  const { browser } = await newDeveloper(world);
  const { id } = await newKey(browser);
  expect(await browser.text(`/keys/${id}/text`)).toContain(`href="/console/keys/${id}?rotate#secret"`);
  const isOpen = /<details open=""><summary[^>]*>Rotate</;
  expect(await browser.text(`/keys/${id}?rotate`)).toMatch(isOpen);
  expect(await browser.text(`/keys/${id}`)).not.toMatch(isOpen);
});

describe('a key of another account', () => {
  it('gets 404 on every page and form, and keeps working', async () => {
    const theirs = await newKey((await newDeveloper(world)).browser);
    const { browser } = await newDeveloper(world);
    for (const id of [theirs.id, 'nonsense', 'x'.repeat(5000)]) {
      expect((await browser.get(`/keys/${id}`)).status).toBe(404);
      const forms: [string, Record<string, string>][] = [
        ['name', { name: 'mine' }],
        ['rotate', { grace: '0' }],
        ['switch', { status: 'inactive' }],
        ['revoke', {}],
      ];
      for (const [form, fields] of forms) expect((await browser.post(`/keys/${id}/${form}`, fields)).status).toBe(404);
    }
    expect(await readStatus(theirs.key)).toBe(200);
  });
});
