/** The page Activity: what it says after each act in the console, its pages, and what it never shows. */
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { beginSession } from '#api/sign-in/sessions';
import { createDevice } from '#testkit/authenticator';
import { CONSOLE, newDeveloper, signedIn } from '#testkit/browser';
import { fakeClock, NOON } from '#testkit/clock';
import { createWorld, freshAlias } from '#testkit/world';

const world = createWorld();
const turnTo = fakeClock();

/** The text of the page without its tags. */
const readWords = (html: string) =>
  html
    .slice(html.indexOf('<main'))
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');

describe('the page Activity', () => {
  it('tells who signed in, made, rotated and revoked a key, and deleted a link', async () => {
    turnTo(NOON);
    const { accountId, browser } = await newDeveloper(world);
    const made = await browser.post('/keys', { name: 'newsletter' });
    const id = /\/keys\/([^/]+)\//.exec(made.headers.get('Location') ?? '')?.[1] ?? '';
    await browser.send(`/keys/${id}`, `/keys/${id}/rotate`);
    await browser.send(`/keys/${id}`, `/keys/${id}/revoke`);
    const { key } = await world.newKey('PRO', { accountId, name: 'shop' });
    const aliases = [freshAlias('by-key'), freshAlias('by-hand')];
    for (const alias of aliases) await world.shorten(key, { url: 'https://example.com/secret', alias });
    await world.v2(key, 'DELETE', `/links/${aliases[0]}`);
    await browser.post(`/links/${aliases[1]}/delete`);
    turnTo(NOON + 10_000);
    await browser.get('/links');
    const words = readWords(await browser.text('/activity'));
    const told = [
      `Link /${aliases[1]} was deleted In the console`,
      `Link /${aliases[0]} was deleted By a call with key shop`,
      'Key shop was created By the operator',
      'Key newsletter was revoked From a browser',
      'The secret of key newsletter was rotated From a browser',
      'Key newsletter was created From a browser',
      'Signed in with a sign-in link From a browser',
    ];
    expect(told.map((one) => words.indexOf(one))).toEqual(
      told.map((one) => words.indexOf(one)).toSorted((one, other) => one - other),
    );
    for (const one of told) expect(words).toContain(one);
    expect(words).not.toContain('example.com/secret');
  });

  it('marks what was done in this browser, and says since when it tells', async () => {
    turnTo(NOON);
    const { accountId, browser } = await newDeveloper(world);
    const other = await signedIn(world, accountId);
    const words = readWords(await browser.text('/activity'));
    expect(words).toMatch(/sign-in link From a browser \d\d:\d\d UTC .*sign-in link From a browser This browser/);
    expect(words).toContain('That is all since your account was created.');
    await other.post('/sign-out');
    turnTo(NOON + 20 * 86_400_000);
    await env.DB.prepare('UPDATE accounts SET created_at = 0 WHERE id = ?1').bind(accountId).run();
    const later = new Date(NOON - 70 * 86_400_000).toISOString().slice(0, 10);
    expect(await browser.text('/activity')).toMatch(new RegExp(`That is all since <time datetime="${later}`));
  });

  it('tells two sign-ins with the same browser apart, by their country and by what was done since each', async () => {
    turnTo(NOON);
    const { accountId, browser } = await newDeveloper(world);
    const agent = 'A browser';
    await beginSession(world.env, accountId, { agent, country: 'NO' }, 'passkey', NOON);
    await browser.post('/keys', { name: 'newsletter' });
    const all = await browser.text('/activity');
    expect(readWords(all)).toContain('Signed in with a passkey From a browser , Norway');
    const [, sessions] = [all, [...new Set([...all.matchAll(/activity\?session=([\w-]+)"/g)].map(([, id]) => id))]];
    expect(sessions).toHaveLength(2);
    const own = await browser.text(`/activity?session=${sessions[0]}`);
    expect(own.match(/<li><svg class="mark/g)).toHaveLength(2);
    expect(readWords(own)).toMatch(
      /One sign-in: A browser .*Key newsletter was created .*Signed in with a sign-in link/,
    );
    expect(own).not.toContain('Norway');
    expect(own).toContain(`<input type="hidden" name="session" value="${sessions[0]}"`);
  });

  it('tells of passkeys, of other browsers that were signed out, and of plans', async () => {
    const { accountId, browser } = await newDeveloper(world, 'FREE');
    const options = await (await browser.post('/passkeys/challenge')).json<{ challenge: string }>();
    const credential = await (await createDevice(CONSOLE)).create(options);
    await browser.post('/passkeys', { name: 'Laptop', credential });
    await signedIn(world, accountId);
    await browser.post('/sessions/others/end');
    await browser.post('/plan/upgrade', { plan: 'PRO', reason: 'Links on receipts' });
    await browser.post('/sign-out');
    const again = await signedIn(world, accountId);
    const words = readWords(await again.text('/activity'));
    for (const one of ['Passkey Laptop was added', 'Signed out From a browser', 'The Pro plan was requested'])
      expect(words).toContain(one);
    expect(readWords(await again.text('/plan'))).toContain('Links on receipts');
    const { upgrades } = await (await world.admin('GET', '/upgrades?limit=1000')).json<{
      upgrades: { accountId: string; reason: string | null }[];
    }>();
    expect(upgrades.find((one) => one.accountId === accountId)?.reason).toBe('Links on receipts');
  });

  it('says what was changed of a key', async () => {
    const { browser } = await newDeveloper(world);
    const made = await browser.post('/keys', { name: 'newsletter' });
    const id = /\/keys\/([^/]+)\//.exec(made.headers.get('Location') ?? '')?.[1] ?? '';
    await browser.post(`/keys/${id}/switch`, { status: 'inactive' });
    await browser.post(`/keys/${id}/switch`, { status: 'active' });
    await browser.post(`/keys/${id}/name`, { name: 'letters' });
    const changes = [
      { scopes: ['links:create'], links: 'own', limits: { perMinute: 10, perMonth: null } },
      { origins: ['https://a.example', 'https://b.example'], expiresAt: '2100-01-02T03:04:00Z' },
      { scopes: null, origins: null, expiresAt: null, plan: 'HOBBY' },
      { scopes: null },
    ];
    for (const change of changes) expect((await world.admin('PATCH', `/keys/${id}`, change)).status).toBe(200);
    const page = await browser.text('/activity');
    for (const one of [
      'Key newsletter was switched off From a browser',
      'Key newsletter was switched on From a browser',
      'Key newsletter was renamed to letters From a browser',
      'Permissions of key letters were changed: create links only, only links it created, 10 calls a minute By the operator',
      'Permissions of key letters were changed: 2 browser origins, expires 2 Jan 2100, 03:04 UTC By the operator',
      'Permissions of key letters were changed: full access, no browser origins, never expires, the Hobby plan By the operator',
      'Key letters was saved without changes By the operator',
    ])
      expect(readWords(page)).toContain(one);
    expect(page).not.toContain('a.example');
  });

  it('is filtered by kind, doer and days, and says where links are found', async () => {
    turnTo(NOON);
    const { accountId, browser } = await newDeveloper(world);
    await world.newKey('PRO', { accountId, name: 'shop' });
    turnTo(NOON + 3 * 86_400_000);
    await browser.post('/keys', { name: 'newsletter' });
    const eventsOf = async (query: string) =>
      (await browser.text(`/activity${query}`)).match(/<li><svg class="mark/g)?.length ?? 0;
    const [day, later] = [NOON, NOON + 3 * 86_400_000].map((at) => new Date(at).toISOString().slice(0, 10));
    expect(await eventsOf('')).toBe(3);
    expect(await eventsOf('?kind=key')).toBe(2);
    expect(await eventsOf('?kind=key&by=operator')).toBe(1);
    expect(await eventsOf(`?from=${later}`)).toBe(1);
    expect(await eventsOf(`?to=${day}`)).toBe(2);
    expect(await eventsOf(`?from=${day}&to=${later}&kind=session&by=owner`)).toBe(1);
    expect(await eventsOf('?kind=nothing&by=nobody&from=x&to=2026-99-99')).toBe(3);
    const page = await browser.text('/activity?kind=key&by=operator');
    expect(page).toContain('<option value="key" selected');
    expect(page).toContain('<option value="operator" selected');
    expect(readWords(page)).toContain('Filter 2 set');
    expect(page).toMatch(
      /<a href="\/console\/activity\?by=operator">Keys.*<a href="\/console\/activity\?kind=key">The operator/,
    );
    expect(page).toContain('<a class="all" href="/console/activity">Clear');
    expect(await browser.text('/activity')).not.toContain('class="chips"');
    expect(await browser.text('/activity?kind=plan')).toContain('Nothing found');
    expect(readWords(page)).toContain('find them in Links');
    expect(page).toContain('<noscript><p class="soft small">Days and times are in UTC.</p></noscript>');
    await env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 4 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
       INSERT INTO account_events (account_id, number, at, kind, actor, subject, name)
       SELECT ?1, i, ?2, 'key.made', 'owner', 'id', 'k' FROM n`,
    )
      .bind(accountId, NOON)
      .run();
    expect(await browser.text('/activity?kind=key')).toContain('href="/console/activity?kind=key&amp;before=11"');
  });

  it('has 50 events, a link to the older ones, and none of another account', async () => {
    const [{ accountId, browser }, other] = [await newDeveloper(world), await newDeveloper(world)];
    await env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 51)
       INSERT INTO account_events (account_id, number, at, kind, actor, subject)
       SELECT ?1, i, ?2, 'link.deleted', 'owner', 'code-' || i FROM n`,
    )
      .bind(accountId, NOON)
      .run();
    const first = await browser.text('/activity');
    expect(first.match(/<li>/g)).toHaveLength(50);
    const older = /href="\/console(\/activity\?before=\d+)"/.exec(first)?.[1] ?? '';
    expect(older).toBe('/activity?before=2');
    const second = await browser.text(older);
    expect(second.match(/<li>/g)).toHaveLength(1);
    expect(second).not.toContain('before=');
    expect(await other.browser.text('/activity')).not.toContain('code-');
    expect((await browser.get('/activity?before=x')).status).toBe(200);
  });
});

it('the export has the events', async () => {
  const { browser } = await newDeveloper(world);
  const { events } = await (await browser.get('/account/export')).json<{ events: object[] }>();
  expect(events).toMatchObject([{ kind: 'session.begun.link', actor: 'owner', actorName: 'A browser' }]);
});
