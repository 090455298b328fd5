/**
 * Drafts of a browser whose session has ended. The account that typed a form sees it again after the sign-in, and no
 * other account does.
 */
import { describe, expect, it } from 'vitest';
import { type Browser, createBrowser, formsIn, newDeveloper, newToken } from '#testkit/browser';
import { fakeClock, NOON } from '#testkit/clock';
import { createWorld } from '#testkit/world';

const world = createWorld();
const turnTo = fakeClock();

/** Deletes the session's cookie in the browser. */
const loseSession = (browser: Browser) => browser.forget('__Host-console');

/** Signs the browser in by a new sign-in link. */
async function signInAgain(browser: Browser, accountId: string): Promise<Response> {
  const { url } = await (await world.admin('POST', `/accounts/${accountId}/sign-in-link`)).json<{ url: string }>();
  browser.isOf('');
  const response = await browser.post(new URL(url).pathname.replace('/console', ''));
  browser.isOf(accountId);
  return response;
}

const statusAndLocation = (response: Response) => [response.status, response.headers.get('Location')];
const newLinkForm = (html: string) => formsIn(html).find(({ action }) => action === '/console/links')?.fields;

const TYPED = { url: 'https://example.com/typed', alias: 'typed-alias', password: 'secret words', maxClicks: '7' };

async function typeWithoutSession(fields: Record<string, string> = TYPED) {
  const developer = await newDeveloper(world);
  loseSession(developer.browser);
  return { ...developer, response: await developer.browser.post('/links', fields) };
}

describe('a draft', () => {
  it('is shown after the sign-in without its password, which must be typed again', async () => {
    const { browser, accountId, response } = await typeWithoutSession();
    expect(statusAndLocation(response)).toEqual([303, '/console/sign-in']);
    expect(await browser.follow(response)).toContain('What you typed is kept');
    const signedInAgain = await signInAgain(browser, accountId);
    expect(statusAndLocation(signedInAgain)).toEqual([303, '/console/new-link']);
    const page = await browser.follow(signedInAgain);
    expect(page).toContain('What you typed is here');
    expect(page).toContain('Enter the password again');
    expect(newLinkForm(page)).toMatchObject({ ...TYPED, password: '', again: 'password' });
    expect((await browser.post('/links', newLinkForm(page))).status).toBe(400);
    expect((await browser.post('/links', { ...newLinkForm(page), 'password-without': 'yes' })).status).toBe(303);
  });

  it('is sealed in cookies, which do not hold the password', async () => {
    const { browser } = await typeWithoutSession();
    expect(browser.cookiesFor()).toContain('__Host-console-way-0=');
    for (const text of ['typed', 'secret words', btoa('secret words').slice(0, 12)])
      expect(browser.cookiesFor()).not.toContain(text);
  });

  it('stays whatever address a page of another site opens, and whatever form it sends', async () => {
    const { browser, accountId } = await typeWithoutSession();
    for (const path of ['/links', '/account/export', '/new-link?url=https%3A%2F%2Fevil.example%2F', ''])
      expect(statusAndLocation(await browser.get(path))).toEqual([303, '/console/sign-in']);
    const sent = await world.call('POST', '/console/links', {
      headers: {
        Origin: 'https://evil.example',
        'Content-Type': 'application/x-www-form-urlencoded',
        Cookie: browser.cookiesFor(),
      },
      body: 'url=https%3A%2F%2Fevil.example%2F',
    });
    expect(sent.status).toBe(403);
    expect(sent.headers.getSetCookie()).toEqual([]);
    const signedInAgain = await signInAgain(browser, accountId);
    expect(statusAndLocation(signedInAgain)).toEqual([303, '/console/new-link']);
    expect(newLinkForm(await browser.follow(signedInAgain))).toMatchObject({ ...TYPED, password: '' });
  });

  it('of a form with nothing typed, or that has expired, makes room for the page that is opened next', async () => {
    turnTo(NOON);
    const { browser, accountId } = await typeWithoutSession();
    turnTo(NOON + 3_600_000);
    await browser.get('/links');
    expect((await signInAgain(browser, accountId)).headers.get('Location')).toBe('/console/links');
    loseSession(browser);
    await browser.post('/plan/withdraw');
    await browser.get('/links');
    expect((await signInAgain(browser, accountId)).headers.get('Location')).toBe('/console/links');
  });

  it('is shown once', async () => {
    const { browser, accountId } = await typeWithoutSession();
    await browser.follow(await signInAgain(browser, accountId));
    expect(newLinkForm(await browser.text('/new-link'))?.url).toBe('');
  });

  it('is not shown to another account', async () => {
    const { browser } = await typeWithoutSession();
    const other = await newDeveloper(world);
    const signedInAgain = await signInAgain(browser, other.accountId);
    expect(statusAndLocation(signedInAgain)).toEqual([303, '/console/account']);
    expect(newLinkForm(await browser.text('/new-link'))?.url).toBe('');
  });

  it('expires after an hour', async () => {
    for (const [after, url] of [
      [3_599_999, TYPED.url],
      [3_600_000, ''],
    ] as const) {
      turnTo(NOON);
      const { browser, accountId } = await typeWithoutSession();
      turnTo(NOON + after);
      await signInAgain(browser, accountId);
      expect(newLinkForm(await browser.text('/new-link'))?.url).toBe(url);
    }
  });

  it('is deleted by signing out', async () => {
    const { browser } = await typeWithoutSession();
    await browser.post('/sign-out');
    expect(browser.cookiesFor()).not.toContain('way');
  });

  it('that is too long for cookies is not stored, and gets 401 with a page that says so', async () => {
    const { response, browser } = await typeWithoutSession({ url: `https://example.com/${'x'.repeat(9_000)}` });
    expect(response.status).toBe(401);
    expect(await response.text()).toContain('too long to be kept here');
    expect(browser.cookiesFor()).not.toContain('way');
  });

  it('with a destination of 7,500 characters is stored', async () => {
    const url = `https://example.com/${'x'.repeat(7_500)}`;
    const { browser, accountId, response } = await typeWithoutSession({ url });
    expect(response.status).toBe(303);
    expect(newLinkForm(await browser.follow(await signInAgain(browser, accountId)))?.url).toBe(url);
  });

  it('of an edit gets 409 when it is sent again, if the link has changed meanwhile', async () => {
    const { browser, accountId } = await newDeveloper(world);
    const made = await browser.post('/links', { url: 'https://example.com/' });
    const page = (made.headers.get('Location') ?? '').replace('/console', '');
    const edit = formsIn(await browser.text(page)).find(({ action }) => action.endsWith('/destination'))?.fields;
    await browser.send(page, `${page}/destination`, { url: 'https://example.com/by-another' });
    loseSession(browser);
    await browser.post(`${page}/destination`, { ...edit, url: 'https://example.com/mine' });
    const signedInAgain = await browser.follow(await signInAgain(browser, accountId));
    const kept = formsIn(signedInAgain).find(({ action }) => action.endsWith('/destination'))?.fields;
    expect(kept?.url).toBe('https://example.com/mine');
    expect((await browser.post(`${page}/destination`, kept)).status).toBe(409);
  });
});

it('a form with only a button does nothing without a session, and the page after the sign-in says so', async () => {
  const { browser, accountId } = await newDeveloper(world);
  loseSession(browser);
  const response = await browser.post('/plan/withdraw');
  expect(await browser.follow(response)).toContain('Nothing was done.');
  const signedInAgain = await signInAgain(browser, accountId);
  expect(statusAndLocation(signedInAgain)).toEqual([303, '/console/plan']);
  expect(await browser.follow(signedInAgain)).toContain('do it once more');
});

describe('a deep link', () => {
  it.each([
    ['/links?search=spring', '/console/links?search=spring'],
    ['/account/export', '/console/account'],
    ['/links/some-code/qr/picture?format=png&download=true', '/console/links/some-code/qr'],
    ['', '/console'],
  ])('to %j leads to %s after the sign-in', async (path, location) => {
    const { browser, accountId } = await newDeveloper(world);
    loseSession(browser);
    expect(statusAndLocation(await browser.get(path))).toEqual([303, '/console/sign-in']);
    expect((await signInAgain(browser, accountId)).headers.get('Location')).toBe(location);
  });

  it('leads only to pages of the console', async () => {
    for (const path of ['//evil.example/console/', '/\\evil.example', '/%2F%2Fevil.example']) {
      const { browser, accountId } = await newDeveloper(world);
      loseSession(browser);
      await browser.get(path);
      const location = (await signInAgain(browser, accountId)).headers.get('Location') ?? '';
      expect(new URL(location, 'https://api.example.com').origin).toBe('https://api.example.com');
      expect(location).toMatch(/^\/console(\/|$)/);
    }
  });

  it('is not stored for the request of an image', async () => {
    const browser = createBrowser(world);
    await world.call('GET', '/console/links/x/qr/picture', { headers: { 'Sec-Fetch-Dest': 'image' } });
    expect(browser.cookiesFor()).toBe('');
    const picture = await world.call('GET', '/console/links/x/qr/picture', { headers: { 'Sec-Fetch-Dest': 'image' } });
    expect(picture.headers.getSetCookie()).toEqual([]);
  });

  it('in a forged cookie is ignored', async () => {
    const { accountId } = await newDeveloper(world);
    const { url } = await (await world.admin('POST', `/accounts/${accountId}/sign-in-link`)).json<{ url: string }>();
    const headers = {
      Origin: 'https://api.example.com',
      'Content-Type': 'application/x-www-form-urlencoded',
      Cookie: `__Host-console-way-0=${btoa('{"to":"https://evil.example"}')}`,
    };
    const response = await world.call('POST', url, { headers, body: `token=${newToken('')}` });
    expect(response.headers.get('Location')).toBe('/console/account');
  });
});
