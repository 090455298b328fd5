/** The overview: what it shows, what it costs, and its first steps. */
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { newDeveloper } from '#testkit/browser';
import { fakeClock, NOON } from '#testkit/clock';
import { countedBindings } from '#testkit/counting';
import { failing, Tap, tappedObjects } from '#testkit/faults';
import { insertLinks } from '#testkit/many-links';
import { createWorld, freshAlias } from '#testkit/world';

const turnTo = fakeClock();
const world = createWorld();
const DAY = 86_400_000;
const url = 'https://example.com/';
beforeEach(() => turnTo(NOON));
afterEach(() => void vi.restoreAllMocks());

/** The section of a page with a heading. */
const findSection = (html: string, heading: string) =>
  html.split('<section').find((one) => one.includes(`>${heading}<`)) ?? '';
const codesIn = (html: string) => [...html.matchAll(/href="\/console\/links\/([\w-]+)"/g)].map(([, code]) => code);
const stepsIn = (html: string) =>
  [...html.matchAll(/<h3>([^<]*)<span class="unseen"> \((done|to do)\)/g)].map(([, , is]) => is);

it('costs one round trip to D1 and one call for the clicks, besides what every page costs and a call a key', async () => {
  const { bindings, takeCost } = countedBindings();
  const here = createWorld(bindings);
  const { browser, accountId } = await newDeveloper(here);
  await insertLinks(accountId, 10, (n) => `${freshAlias('cost')}-${n}`);
  await browser.post('/keys', { name: 'one' });
  takeCost();
  expect((await browser.get('')).status).toBe(200);
  const { d1, objects } = takeCost();
  expect(d1).toHaveLength(2);
  expect(objects).toEqual(['ADDRESSES.admit', 'STATISTICS.readOverview', 'KEYS.use']);
});

it('shows the clicks of thirty days, their change, and the most clicked links', async () => {
  const { browser } = await newDeveloper(world);
  const codes = Array.from({ length: 7 }, (_, n) => `${freshAlias('seen')}-${n}`);
  turnTo(NOON - 40 * DAY);
  for (const [n, alias] of codes.entries()) {
    turnTo(NOON - 40 * DAY + n);
    await browser.post('/links', { url, alias });
  }
  for (let n = 0; n < 2; n++) await world.visit(codes[0] as string);
  turnTo(NOON);
  for (const times of [1, 2, 3]) for (let n = 0; n < times; n++) await world.visit(codes[times] as string);
  const html = await browser.text('');
  expect(html).toMatch(/<span class="number">6<\/span><span class="delta up">\+200%</);
  expect(html).not.toContain('Newest links');
  expect(codesIn(findSection(html, 'Most clicked in 30 days'))).toEqual([codes[3], codes[2], codes[1]]);
  expect(html).toContain('7 links');
});

it('shows the newest links until there is a click', async () => {
  const { browser } = await newDeveloper(world);
  const codes = Array.from({ length: 7 }, (_, n) => `${freshAlias('new')}-${n}`);
  for (const [n, alias] of codes.entries()) {
    turnTo(NOON + n);
    await browser.post('/links', { url, alias });
  }
  const html = await browser.text('');
  expect(codesIn(findSection(html, 'Newest links'))).toEqual(codes.slice(2).reverse());
  expect(html).not.toContain('Most clicked');
});

it('shows the links that are blocked, used up or about to end, with what helps, and says if there are none', async () => {
  const { browser, accountId } = await newDeveloper(world);
  const { key } = await world.newKey('PRO', { accountId });
  const [soon, later, spent, longSpent, blocked] = ['soon', 'later', 'spent', 'long', 'blocked'].map(freshAlias);
  await world.shorten(key, { url, alias: later, expiresIn: 8 * 86_400 });
  const words = 'All is well:</b> no link is blocked or used up, and none ends within seven days.';
  const calm = await browser.text('');
  expect([calm.includes(words), calm.includes('Needs attention'), calm.includes('class="pair"')]).toEqual([
    true,
    false,
    false,
  ]);
  await world.shorten(key, { url, alias: soon, expiresIn: 2 * 86_400 });
  for (const alias of [spent, longSpent, blocked]) await world.shorten(key, { url, alias, maxClicks: 9 });
  const set = (change: string, alias = '') =>
    env.DB.prepare(`UPDATE links SET ${change} WHERE code = ?`).bind(alias).run();
  await set(`gone = 'CLICKS', put_at = ${NOON - DAY}`, spent);
  await set(`gone = 'CLICKS', put_at = ${NOON - 8 * DAY}`, longSpent);
  await set("blocked = 'phishing'", blocked);
  const html = await browser.text('');
  const card = findSection(html, 'Needs attention');
  expect([...new Set(codesIn(card))]).toEqual([blocked, spent, soon]);
  expect(card).toContain(`href="/console/links/${blocked}">See why`);
  expect(card).toMatch(new RegExp(`href="/console/links/${spent}\\?change=[\\w-]+">Allow more clicks`));
  expect(card).toMatch(new RegExp(`href="/console/links/${soon}\\?change=[\\w-]+">Change expiry`));
  expect([html.includes(words), html.includes('class="pair"')]).toEqual([false, true]);
});

it('leaves deleted links out of the most clicked', async () => {
  const { browser } = await newDeveloper(world);
  const [kept, deleted] = [freshAlias('kept'), freshAlias('deleted')];
  for (const alias of [kept, deleted]) {
    await browser.post('/links', { url, alias });
    await world.visit(alias);
  }
  await browser.post(`/links/${deleted}/delete`);
  turnTo(NOON + 11_000);
  await browser.get('/links');
  expect(codesIn(findSection(await browser.text(''), 'Most clicked in 30 days'))).toEqual([kept]);
});

it('shortens an address at once, and shows a refused one on the page of a new link', async () => {
  const { browser } = await newDeveloper(world);
  const made = await browser.send('', '/links', { url: 'https://example.com/a' });
  expect([made.status, made.headers.get('Location')]).toEqual([303, expect.stringMatching(/^\/console\/links\/\w+$/)]);
  const refused = await browser.send('', '/links', { url: 'nonsense' });
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain('value="nonsense"');
});

it('has four first steps that tick themselves, and no longer after the last', async () => {
  const { browser, accountId } = await newDeveloper(world);
  expect(stepsIn(await browser.text(''))).toEqual(['to do', 'to do', 'to do', 'to do']);
  const empty = await browser.text('');
  expect(empty).not.toContain('data-waiting');
  expect(empty).toContain('Waiting for step 1');
  expect(empty).toContain('<a class="button" href="/console/new-link">New link');
  const alias = freshAlias('first');
  await browser.post('/links', { url, alias });
  expect(stepsIn(await browser.text(''))).toEqual(['done', 'to do', 'to do', 'to do']);
  expect(await browser.text('')).toMatch(/id="steps" data-waiting/);
  await browser.post('/keys', { name: 'one' });
  await world.visit(alias);
  const clicked = await browser.text('');
  expect(stepsIn(clicked)).toEqual([]);
  expect(findSection(clicked, 'Last step: add a passkey')).toContain(
    '<a class="button quiet" href="/console/account">Add a passkey',
  );
  expect(clicked).not.toContain('data-waiting');
  expect(clicked).toContain('UTC · none before');
  await env.DB.prepare(
    `INSERT INTO passkeys (id, account_id, name, public_key, counter, transports, created_at, used_at)
      VALUES (?1, ?1, 'Laptop', 'x', 0, '[]', 1, 1)`,
  )
    .bind(accountId)
    .run();
  expect(await browser.text('')).not.toMatch(/First steps|Last step/);
});

it('shows a key from sixty percent of a limit on', async () => {
  const { browser, accountId } = await newDeveloper(world);
  await browser.post('/keys', { name: 'busy' });
  const id = await env.DB.prepare('SELECT id FROM keys WHERE account_id = ?').bind(accountId).first<string>('id');
  const used = (remaining: number) => {
    const reading = {
      limit: 10,
      remaining,
      quota: 100,
      quotaRemaining: 100,
      links: 0,
      windowEndsAt: 0,
      monthEndsAt: 0,
    };
    const here = createWorld({
      KEYS: new Proxy(env.KEYS, { get: () => () => ({ use: async () => ({ reading }) }) }),
    } as never);
    return here.call('GET', '/console', { headers: { Cookie: browser.cookie ?? '' } }).then((page) => page.text());
  };
  expect(await used(5)).not.toContain('Close to a limit');
  const near = await used(4);
  expect(findSection(near, 'Close to a limit')).toContain(`/console/keys/${id}`);
  expect(near).toContain('Calls of this minute');
  expect(near).not.toContain('Calls of this month');
});

it('says nothing of clicks while the statistics do not respond', async () => {
  const { browser, accountId } = await newDeveloper(world);
  await insertLinks(accountId, 1, () => freshAlias('unknown'));
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const other = createWorld({ STATISTICS: tappedObjects(env.STATISTICS, new Tap(failing())) });
  const page = await other.call('GET', '/console', { headers: { Cookie: browser.cookie ?? '' } });
  expect(page.status).toBe(200);
  const html = await page.text();
  expect(html).toContain('Newest links');
  for (const words of ['First steps', 'last 30 days', 'Most clicked']) expect(html).not.toContain(words);
});
