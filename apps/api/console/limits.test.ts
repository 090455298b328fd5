/**
 * The limits of an account in the console. They bound the load that it causes on the one D1
 * (docs/design/cost-limits.md).
 */
import { env } from 'cloudflare:workers';
import { describe, expect, it, vi } from 'vitest';
import { findAccount } from '#api/accounts/accounts';
import { createBrowser, newDeveloper, signedIn } from '#testkit/browser';
import { fakeClock, NOON } from '#testkit/clock';
import { countedBindings } from '#testkit/counting';
import { failing, Tap, tappedObjects } from '#testkit/faults';
import { insertLinks, LONG_URL } from '#testkit/many-links';
import { fillWindow } from '#testkit/used-up';
import { createWorld, freshAlias } from '#testkit/world';
import { streamExport } from './account/export';
import { findAddress } from './files';

const REQUESTS_PER_MINUTE = 300;
const world = createWorld();
const turnTo = fakeClock();

describe('requests of a signed-in account', () => {
  it('count in one window of 300 a minute for all pages, forms and browsers', async () => {
    turnTo(NOON);
    const { browser, accountId } = await newDeveloper(world);
    const other = await signedIn(world, accountId);
    for (const path of ['', '/links', '/account', '/no-such-page']) await browser.get(path);
    await other.get('/keys');
    await other.post('/account/name', { name: 'Other' });
    const { reading } = await env.ADDRESSES.getByName(`console:${accountId}`).admit(REQUESTS_PER_MINUTE);
    expect(reading.remaining).toBe(REQUESTS_PER_MINUTE - 7);
  });

  it('over the limit get 429 with Retry-After, and do nothing', async () => {
    turnTo(NOON);
    const { browser, accountId } = await newDeveloper(world);
    await fillWindow(`console:${accountId}`);
    turnTo(NOON + 20_500);
    for (const refused of [await browser.get('/links'), await browser.post('/account/name', { name: 'Other' })]) {
      expect(refused.status).toBe(429);
      expect(refused.headers.get('Retry-After')).toBe('40');
      expect(await refused.text()).toContain('Please wait a minute');
    }
    turnTo(NOON + 60_000);
    expect(await browser.text('/account')).not.toContain('Other');
    expect((await browser.get('/links')).status).toBe(200);
  });

  it('over the limit read nothing from D1 after the isolate has refused one', async () => {
    turnTo(NOON);
    const { browser, accountId } = await newDeveloper(world);
    await fillWindow(`console:${accountId}`);
    const { bindings, takeCost } = countedBindings();
    const here = createWorld(bindings);
    const request = () => here.call('GET', '/console/links', { headers: { Cookie: browser.cookie ?? '' } });
    expect((await request()).status).toBe(429);
    takeCost();
    for (let i = 0; i < 5; i++) expect((await request()).status).toBe(429);
    expect(takeCost()).toMatchObject({ d1: [], objects: [] });
    turnTo(NOON + 60_000);
    expect((await request()).status).toBe(200);
  });

  it('over the limit do not affect other accounts, pages without a session, static files and the sign-out', async () => {
    turnTo(NOON);
    const { browser, accountId } = await newDeveloper(world);
    await fillWindow(`console:${accountId}`);
    expect((await (await newDeveloper(world)).browser.get('')).status).toBe(200);
    expect((await createBrowser(world).get('/sign-in')).status).toBe(200);
    expect((await world.call('GET', findAddress('console.css') ?? '')).status).toBe(200);
    expect((await browser.post('/sign-out')).status).toBe(303);
  });

  it('get 503 while the object that counts them is unreachable', async () => {
    const { browser } = await newDeveloper(world);
    const unreachable = createWorld({ ADDRESSES: tappedObjects(env.ADDRESSES, new Tap(failing())) });
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const response = await unreachable.call('GET', '/console', { headers: { Cookie: browser.cookie ?? '' } });
    vi.restoreAllMocks();
    expect(response.status).toBe(503);
  });

  it('cost one object call each', async () => {
    const { bindings, takeCost } = countedBindings();
    const { browser } = await newDeveloper(createWorld(bindings));
    takeCost();
    await browser.get('/new-link');
    expect(takeCost().objects).toEqual(['ADDRESSES.admit']);
  });
});

describe('the export', () => {
  const THREE_PAGES_LONG = 100;

  it('reads every link once, in pages of at most a megabyte of destinations', async () => {
    const { bindings, takeCost } = countedBindings();
    const here = createWorld(bindings);
    const { browser, accountId } = await newDeveloper(here);
    const mark = freshAlias('export');
    const codes = await insertLinks(accountId, THREE_PAGES_LONG, (n) => `${mark}-${n}`, { url: LONG_URL });
    takeCost();
    const { links } = await (await browser.get('/account/export')).json<{ links: { shortCode: string }[] }>();
    expect(links.map(({ shortCode }) => shortCode)).toEqual(codes);
    const { d1, objects } = takeCost();
    expect(d1.filter((sql) => /FROM "links"\s+WHERE "links"\."account_id"/.test(sql))).toHaveLength(3);
    expect(objects.filter((one) => one === 'ADDRESSES.admit')).toHaveLength(4);
  });

  it('waits for its next page while the account’s exports have used up their window', async () => {
    turnTo(NOON);
    const { accountId } = await world.newKey();
    const mark = freshAlias('export');
    await insertLinks(accountId, THREE_PAGES_LONG, (n) => `${mark}-${n}`, { url: LONG_URL });
    await fillWindow(`export:${accountId}`);
    turnTo(NOON + 15_000);
    const waited: number[] = [];
    const wait = async (ms: number) => {
      waited.push(ms);
      turnTo(Date.now() + ms);
    };
    const exportRequest = { shortBaseUrl: 'https://s.example.com', now: NOON, wait };
    const file = await new Response(streamExport(env, await findAccount(env, accountId), exportRequest)).json<{
      links: unknown[];
    }>();
    expect(waited).toEqual([45_000]);
    expect(file.links).toHaveLength(THREE_PAGES_LONG);
  });

  it('gets 429 if the account’s exports have used up their window at its start', async () => {
    turnTo(NOON);
    const { browser, accountId } = await newDeveloper(world);
    await fillWindow(`export:${accountId}`);
    const refused = await browser.get('/account/export');
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '60']);
    turnTo(NOON + 60_000);
    expect((await browser.get('/account/export')).status).toBe(200);
  });
});
