/**
 * Tests the documentation in a real Chromium, with the console at the same origin. SCREENSHOTS=<folder> saves
 * screenshots there.
 */
import { mkdirSync } from 'node:fs';
import type { Browser, Page as Tab } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM_TIMEOUT_MS, closeContexts, openChromium } from '#testkit/chromium';
import { type ServedConsole, serveConsole } from '#testkit/console';
import { findViolations } from '#testkit/page-check';
import { OPERATOR_GROUPS, operatorChapter, operatorPath } from './files';

let service: ServedConsole;
let browser: Browser;
let origin: string;
let tab: Tab;
/** The messages of the browser's console, such as violations of the Content-Security-Policy, and script errors. */
const consoleMessages: string[] = [];
const requestedOrigins = new Set<string>();

beforeAll(async () => {
  browser = await openChromium();
  service = await serveConsole();
  ({ origin } = service);
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
    hasTouch: true,
  });
  context.on('request', (request) => requestedOrigins.add(new URL(request.url()).origin));
  tab = await context.newPage();
  tab.on('console', (message) => consoleMessages.push(`${message.type()}: ${message.text()}`));
  tab.on('pageerror', (error) => consoleMessages.push(error.message));
}, CHROMIUM_TIMEOUT_MS);
afterAll(() => Promise.all([closeContexts(browser), service?.close()]));

/** Each width in one of both appearances. */
const ALL_LOOKS = [
  { width: 320, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
  { width: 390, colorScheme: 'dark' },
  { width: 1920, colorScheme: 'light' },
] as const;
const LOOKS = process.env.TEST_LONG ? ALL_LOOKS : ALL_LOOKS.slice(0, 2);

/** The pages that axe checks in `npm run test:ci`. It takes seconds with all details open. */
const AXE_PAGES = ['guide', 'overview', 'links', 'errors'];

/** Saves pictures of the whole page as a reader first sees it: with its details closed. */
async function savePictures(name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  // An image that waits for a reader to scroll to it would be blank.
  await tab.evaluate('Promise.all([...document.images].map((one) => ((one.loading = "eager"), one.decode())))');
  for (const width of [390, 1280]) {
    await tab.setViewportSize({ width, height: 900 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await tab.emulateMedia({ colorScheme });
      await tab.screenshot({ path: `${folder}/docs-${name}-${width}-${colorScheme}.png`, fullPage: true });
    }
  }
}

const PAGES = {
  guide: '/docs/guide',
  overview: '/docs',
  links: '/docs/reference/links',
  endpoint: '/docs/reference/links/shorten',
  statistics: '/docs/reference/statistics',
  account: '/docs/reference/account',
  service: '/docs/reference/service',
  legacy: '/docs/reference/legacy',
  operator: '/docs/reference/operator',
  errors: '/docs/reference/errors',
  ...Object.fromEntries(OPERATOR_GROUPS.map((group) => [operatorChapter(group), operatorPath(group)])),
};

it.each(Object.entries(PAGES))(
  'the page %s fits its window and has no finding of axe, with all details open',
  async (name, path) => {
    await tab.goto(`${origin}${path}`);
    await savePictures(name);
    await tab.evaluate('for (const one of document.querySelectorAll("details")) one.open = true');
    for (const look of LOOKS) {
      await tab.emulateMedia({ colorScheme: look.colorScheme });
      await tab.setViewportSize({ width: look.width, height: 900 });
      expect(await tab.evaluate('document.documentElement.scrollWidth')).toBe(look.width);
      const isChecked = look.width === 1280 && AXE_PAGES.includes(name);
      if (process.env.TEST_LONG || isChecked) expect(await findViolations(tab), String(look.width)).toEqual([]);
    }
  },
  120_000,
);

describe('a sample', () => {
  const first = () => tab.locator('#first-link .sample:has(input)').first();
  const radio = (language: string) => first().getByRole('radio', { name: language, includeHidden: true });

  it('shows one language, which the keyboard changes, without script', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const without = await context.newPage();
    await without.goto(`${origin}/docs/guide`);
    await without.setViewportSize({ width: 320, height: 800 });
    expect(await without.evaluate('document.documentElement.scrollWidth')).toBe(320);
    const sample = without.locator('#first-link .sample:has(input)').first();
    expect(await sample.locator('pre:visible').allInnerTexts()).toEqual([expect.stringContaining('curl -s')]);
    expect(await without.locator('.copy:visible, .filter:visible, #search:visible').count()).toBe(0);
    expect(await without.getByRole('link', { name: 'Find an endpoint' }).getAttribute('href')).toBe('/docs#operations');
    await sample.getByRole('radio', { name: 'curl' }).focus();
    await without.keyboard.press('ArrowRight');
    expect(await sample.locator('pre:visible').allInnerTexts()).toEqual([expect.stringContaining('new Swiftlet')]);
    await context.close();
  });

  it('keeps the chosen language on other pages, for all samples', async () => {
    await tab.goto(`${origin}/docs/guide`);
    await radio('Python').check({ force: true });
    await tab.goto(`${origin}/docs/reference/links`);
    expect(await tab.locator('pre.curl:visible').count()).toBe(0);
    expect(await tab.locator('pre.python:visible').count()).toBeGreaterThan(10);
  });

  it('is copied as it is seen', async () => {
    await tab.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
    await tab.goto(`${origin}/docs/guide`);
    await radio('PHP').check({ force: true });
    await first().getByRole('button', { name: 'Copy' }).click();
    await first().getByRole('button', { name: 'Copied' }).waitFor();
    expect(await tab.evaluate('navigator.clipboard.readText()')).toBe(await first().locator('pre.php').innerText());
  });
});

it('an example changes the request and the response, without script', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const without = await context.newPage();
  await without.goto(`${origin}/docs/reference/links`);
  const shown = without.locator('#shorten .shown');
  const visible = () => shown.locator('pre:visible').allInnerTexts();
  expect(await visible()).toEqual([
    expect.stringContaining('{"url":"https://example.com/hello"}'),
    expect.not.stringContaining('expiresAt'),
  ]);
  await shown.getByRole('radio', { name: 'URL only' }).focus();
  await without.keyboard.press('ArrowRight');
  expect(await visible()).toEqual([expect.stringContaining('"expiresIn"'), expect.stringContaining('"expiresAt"')]);
  await context.close();
});

describe('the search', () => {
  const field = () => tab.getByRole('combobox', { name: 'Search docs' });
  const results = () => tab.getByRole('listbox', { name: 'Results' }).getByRole('option');
  const chosen = () => tab.locator('[role=option][aria-selected=true]').innerText();
  const announced = (words: string) => tab.locator('.finder [role=status]').getByText(words, { exact: true }).waitFor();

  it('is reached by a key on each page, and leads to the first result', async () => {
    await tab.goto(`${origin}/docs/reference/errors`);
    await tab.keyboard.press('/');
    await tab.keyboard.type('delete tag');
    await announced('1 result');
    expect(await results().allInnerTexts()).toEqual([expect.stringContaining('DELETE /v2/tags/{name}')]);
    await tab.keyboard.press('Enter');
    await tab.waitForURL(`${origin}/docs/reference/links/delete-tag`);
  });

  it('finds sections of the guide, errors and fields, which the arrows choose, and has no finding of axe', async () => {
    await tab.goto(`${origin}/docs`);
    await field().fill('retry');
    await results().filter({ hasText: 'Retry safely' }).first().waitFor();
    await field().fill('alias');
    await results().filter({ hasText: 'ALIAS_TAKEN' }).waitFor();
    const [first, second] = await results().allInnerTexts();
    expect(await chosen()).toBe(first);
    await tab.keyboard.press('ArrowDown');
    expect(await chosen()).toBe(second);
    expect(await field().getAttribute('aria-activedescendant')).toBe('result-1');
    expect(await findViolations(tab)).toEqual([]);
    await tab.keyboard.press('ArrowUp');
    await tab.keyboard.press('ArrowUp');
    expect(await field().getAttribute('aria-activedescendant')).toBe(`result-${(await results().count()) - 1}`);
    await tab.keyboard.press('Escape');
    expect(await field().getAttribute('aria-expanded')).toBe('false');
    expect(await results().count()).toBe(0);
  });

  it('finds errors by their status and endpoints by their description, and lists a field once, after what it is for', async () => {
    await tab.goto(`${origin}/docs`);
    await field().fill('401');
    await results().filter({ hasText: 'API_KEY_INVALID' }).waitFor();
    await field().fill('rotate secret');
    await results().filter({ hasText: 'Rotate a key' }).first().waitFor();
    await field().fill('clicks');
    await results().filter({ hasText: 'Read statistics' }).waitFor();
    const kinds = await tab.locator('[role=option] i').allInnerTexts();
    expect(kinds.indexOf('Guide')).toBeLessThan([...kinds, 'Field'].indexOf('Field'));
    await field().fill('maxClicks');
    expect(
      await results()
        .filter({ has: tab.getByText('maxClicks', { exact: true }) })
        .count(),
    ).toBe(1);
  });

  it('says that there is no result', async () => {
    await tab.goto(`${origin}/docs`);
    await field().fill('nothing like this');
    await announced('0 results');
    expect(await results().count()).toBe(0);
  });

  it('is an icon on a phone, which opens over the header', async () => {
    await tab.setViewportSize({ width: 390, height: 800 });
    await tab.goto(`${origin}/docs/guide`);
    expect((await field().boundingBox())?.width).toBeLessThan(44);
    await field().tap();
    expect((await field().boundingBox())?.width).toBeGreaterThan(300);
    await tab.keyboard.type('qr');
    await results().filter({ hasText: 'Make QR codes' }).tap();
    await tab.waitForURL(`${origin}/docs/guide#qr`);
    await tab.setViewportSize({ width: 1280, height: 900 });
  });
});

describe('a filter', () => {
  it('shows the endpoints with all words, and leads to the first', async () => {
    await tab.goto(`${origin}/docs`);
    await tab.getByRole('searchbox', { name: 'Filter the endpoints' }).fill('delete tag');
    await tab.getByText('1 endpoint', { exact: true }).waitFor();
    expect(await tab.locator('.operations li:visible').count()).toBe(1);
    await tab.keyboard.press('Enter');
    await tab.waitForURL(`${origin}/docs/reference/links/delete-tag`);
  });

  it('opens what is closed', async () => {
    await tab.goto(`${origin}/docs`);
    await tab.getByRole('searchbox', { name: 'Filter the endpoints' }).fill('getGuide');
    await tab.getByText('1 endpoint', { exact: true }).waitFor();
    expect(await tab.locator('#getGuide').isVisible()).toBe(true);
  });

  it('shows the errors with all words', async () => {
    await tab.goto(`${origin}/docs/reference/errors`);
    await tab.getByRole('searchbox', { name: 'Filter the errors' }).fill('alias 400');
    await tab.getByText('3 errors', { exact: true }).waitFor();
    expect(await tab.locator('.every-error > li:visible h3').count()).toBe(3);
    expect(await tab.locator('main h2:visible').allInnerTexts()).toEqual(['Links and tags', 'Error format']);
    await tab.keyboard.press('Enter');
    await tab.waitForURL(`${origin}/docs/reference/errors#INVALID_ALIAS`);
  });
});

it('a sample shows its long lines whole, in each language', async () => {
  await tab.setViewportSize({ width: 320, height: 800 });
  await tab.goto(`${origin}/docs/guide`);
  const cut = `[...document.querySelectorAll('pre')].filter((one) => one.scrollWidth > one.clientWidth).length`;
  for (const language of ['Python', 'PHP', 'JavaScript', 'curl']) {
    await tab.locator('#first-link').getByRole('radio', { name: language }).first().check({ force: true });
    expect(await tab.evaluate(cut), language).toBe(0);
  }
  await tab.setViewportSize({ width: 1280, height: 900 });
});

it('the contents of a long page are above it on a phone, and in the menu on a computer', async () => {
  const contents = () => tab.locator('.margin');
  await tab.setViewportSize({ width: 390, height: 800 });
  await tab.goto(`${origin}/docs/reference/links`);
  await contents().getByText('On this page').first().click();
  await contents().getByRole('link', { name: 'Delete a tag' }).click();
  await tab.waitForURL(`${origin}/docs/reference/links#deleteTag`);
  await tab.setViewportSize({ width: 1280, height: 900 });
  expect(await contents().isVisible()).toBe(false);
});

describe('the menu', () => {
  const pages = () => tab.getByRole('navigation', { name: 'Documentation' });

  it('is closed on a phone, and leads to the other pages', async () => {
    await tab.setViewportSize({ width: 390, height: 800 });
    await tab.goto(`${origin}/docs/reference/legacy`);
    expect(await pages().isVisible()).toBe(false);
    await tab.getByText('Legacy Menu').click();
    await pages().getByRole('link', { name: 'Errors' }).click();
    await tab.waitForURL(`${origin}/docs/reference/errors`);
  });

  it('is open beside the page on a computer, as are the contents of a text', async () => {
    await tab.setViewportSize({ width: 1280, height: 800 });
    await tab.goto(`${origin}/docs/guide`);
    expect(await pages().isVisible()).toBe(true);
    const contents = tab.getByRole('navigation', { name: 'On this page' });
    expect(await contents.getByRole('link', { name: 'Handle errors' }).isVisible()).toBe(true);
    expect(await tab.getByText('Guide Menu').isVisible()).toBe(false);
  });

  it('leaves the contents of a text in reach on a phone, wherever it is read', async () => {
    await tab.setViewportSize({ width: 390, height: 800 });
    await tab.goto(`${origin}/docs/guide#tags`);
    await tab.locator('.margin summary').click();
    await tab.locator('.margin').getByRole('link', { name: 'Retry safely' }).click();
    await tab.waitForURL(`${origin}/docs/guide#again`);
    const [summary, title] = await Promise.all(
      ['.margin summary', '#again h2'].map((one) => tab.locator(one).boundingBox()),
    );
    expect(title?.y).toBeGreaterThan((summary?.y ?? 0) + (summary?.height ?? 0));
    await tab.setViewportSize({ width: 1280, height: 800 });
  });
});

describe('the appearance', () => {
  const scheme = (page: Tab) => page.evaluate('getComputedStyle(document.documentElement).colorScheme');

  it('changes at once, and stays for the next page', async () => {
    await tab.goto(`${origin}/docs/guide`);
    const stored = tab.waitForResponse(`${origin}/console/theme`);
    await tab.getByRole('radio', { name: 'Dark' }).check({ force: true });
    expect(await scheme(tab)).toBe('dark');
    await stored;
    await tab.goto(`${origin}/docs/reference/errors`);
    expect(await scheme(tab)).toBe('dark');
    expect(await tab.getByRole('radio', { name: 'Dark' }).isChecked()).toBe(true);
  });

  it('changes without script too, and the browser returns to the page', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const without = await context.newPage();
    await without.goto(`${origin}/docs/reference/links`);
    await without.getByRole('radio', { name: 'Light' }).check({ force: true });
    await without.getByRole('button', { name: 'Set theme' }).click();
    await without.waitForURL(`${origin}/docs/reference/links`);
    expect(await without.getByRole('radio', { name: 'Light' }).isChecked()).toBe(true);
    await context.close();
  });
});

it('an address with the name of a field leads to the field', async () => {
  await tab.goto(`${origin}/docs/reference/links`);
  await tab.locator('#shorten').getByRole('link', { name: 'ifExists=return' }).first().click();
  await tab.waitForURL(`${origin}/docs/reference/links#shorten.ifExists`);
  expect(await tab.locator('[id="shorten.ifExists"]').isVisible()).toBe(true);
});

it('the documentation loads nothing from another host, and causes no message of the browser’s console', () => {
  expect([...requestedOrigins].filter((one) => one !== 'null')).toEqual([origin]);
  expect(consoleMessages).toEqual([]);
});
