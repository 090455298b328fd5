/** The choice of light, dark or the system's appearance (specification 14.1). */
import { describe, expect, it } from 'vitest';
import { CONSOLE, createBrowser, newDeveloper } from '#testkit/browser';
import { createWorld } from '#testkit/world';

const world = createWorld();

const choose = (browser: ReturnType<typeof createBrowser>, theme: string, referer?: string) =>
  browser.post('/theme', { theme }, referer === undefined ? {} : { Referer: referer });

it('the pages of the console come before the theme and the sign-out, by Tab too', async () => {
  const page = await (await newDeveloper(world)).browser.text('/links');
  const places = ['>Account', 'name="theme"', 'Sign out', '<main'].map((part) => page.indexOf(part));
  expect(places).toEqual(places.toSorted((one, other) => one - other));
});

describe('a chosen appearance', () => {
  it('is in the first byte of the next page, without a session', async () => {
    const browser = createBrowser(world);
    const before = await browser.text('/sign-in');
    expect(before).toContain('<html lang="en">');
    expect(before).toContain('content="light dark"');
    expect((await choose(browser, 'dark')).status).toBe(303);
    const after = await browser.text('/sign-in');
    expect(after).toContain('<html lang="en" data-theme="dark">');
    expect(after).toContain('<meta name="color-scheme" content="dark"/>');
    expect(after).toMatch(/value="dark" checked/);
  });

  it('outlives the session, and ends when the system is chosen', async () => {
    const { browser } = await newDeveloper(world);
    await choose(browser, 'light');
    await browser.post('/sign-out');
    expect(await browser.text('/sign-in')).toContain('data-theme="light"');
    await choose(browser, 'system');
    expect(await browser.text('/sign-in')).not.toContain('data-theme=');
  });

  it('is unchanged by an unknown one', async () => {
    const browser = createBrowser(world);
    await choose(browser, 'dark');
    for (const theme of ['"><script>', 'constructor', '']) await choose(browser, theme);
    expect(await browser.text('/sign-in')).toContain('data-theme="dark"');
  });

  it.each([
    ['/console/links?q=spring', '/console/links?q=spring'],
    ['/console', '/console'],
    ['/console/keys/abc/rights', '/console/keys/abc'],
    ['/consolation', '/console/account'],
    ['/docs/guide', '/docs/guide'],
    ['/docsify', '/console/account'],
  ])('leads back from %s to %s', async (from, to) => {
    const response = await choose(createBrowser(world), 'dark', `${CONSOLE}${from}`);
    expect(response.headers.get('Location')).toBe(to);
  });

  it('never leads to another origin', async () => {
    for (const from of ['https://evil.example/console', 'no address', undefined]) {
      const response = await choose(createBrowser(world), 'dark', from);
      expect(response.headers.get('Location')).toBe('/console/account');
    }
  });

  it('is refused from another origin', async () => {
    const browser = createBrowser(world);
    expect((await browser.post('/theme', { theme: 'dark' }, { Origin: 'https://evil.example' })).status).toBe(403);
    expect(await browser.text('/sign-in')).not.toContain('data-theme=');
  });
});
