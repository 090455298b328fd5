/**
 * Tests the pages in a real Chromium, with their real headers. SCREENSHOTS=<folder> stores pictures of them, narrow and
 * wide, light and dark.
 */
import { mkdirSync } from 'node:fs';
import type { Browser, BrowserContextOptions, Page as Tab } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CHROMIUM_TIMEOUT_MS, closeContexts, openChromium } from '#testkit/chromium';
import { findViolations } from '#testkit/page-check';
import { type Served, serve } from '#testkit/serve';
import { makePageResponse, type VisitorPage } from './document';
import { BLOCKED, BUSY, GONE, NOT_FOUND, ROOT, TOO_MANY_MISSES, UNEXPECTED_FORM } from './notices';
import { makePasswordPage, makeTooManyAttemptsPage } from './password';
import { makeGuardedPage, makePreviewPage, ROBOT_STUB } from './preview';

const LONG_DESTINATION = `https://user:secret@a-rather-long-host-name.and-a-longer-one.example.com:8443/${'path-without-any-rest/'.repeat(8)}?q=<script>&${'x'.repeat(300)}`;

const previewed = (location: string) =>
  makePreviewPage({ code: 'abc', location, createdAt: Date.UTC(2026, 10, 20) }) as VisitorPage;

const PAGES: Record<string, VisitorPage> = {
  password: makePasswordPage('abc', 'required'),
  'password-wrong': makePasswordPage('abc', 'wrong'),
  'password-too-many': makeTooManyAttemptsPage(700),
  'not-found': NOT_FOUND,
  root: ROOT,
  expired: GONE.TIME,
  spent: GONE.CLICKS,
  removed: GONE.DELETED,
  blocked: BLOCKED,
  preview: previewed('https://example.com/a/page?about=something'),
  'preview-long': previewed(LONG_DESTINATION),
  'preview-misleading': previewed('https://www.bank.example:login@evil.example/sign-in'),
  'guarded-protected': makeGuardedPage({ code: 'summer', isProtected: true, isLimited: false }),
  'guarded-limited': makeGuardedPage({ code: 'summer', isProtected: false, isLimited: true }),
  'guarded-both': makeGuardedPage({ code: 'summer', isProtected: true, isLimited: true }),
  busy: BUSY,
  'slow-down': TOO_MANY_MISSES,
  'not-like-this': UNEXPECTED_FORM,
  'robot-stub': ROBOT_STUB,
};

const contact = 'help@example.com';
/** The short host that the pages name. */
const host = 's.example.com';
const RIGHT = 'correct horse';

let browser: Browser;
let destination: Served;
let short: Served;

/** Serves the short host: each page at /summer?page=<its name>, and a protected link under /abc. */
async function shortHost(request: Request): Promise<Response> {
  const url = new URL(request.url);
  const shown = (page: VisitorPage) => makePageResponse(page, { request, url, contact, host });
  if (url.pathname === '/with-form-action') {
    const { headers, body } = shown(makePasswordPage('abc', 'required'));
    return new Response(body, {
      headers: {
        ...Object.fromEntries(headers),
        'Content-Security-Policy': `${headers.get('Content-Security-Policy')}; form-action 'self'`,
      },
    });
  }
  if (url.pathname !== '/abc') return shown(PAGES[url.searchParams.get('page') ?? ''] ?? NOT_FOUND);
  if (request.method !== 'POST') return shown(makePasswordPage('abc', 'required'));
  const typed = (await request.formData()).get('password');
  if (typed !== RIGHT) return shown(makePasswordPage('abc', 'wrong'));
  return new Response(null, { status: 303, headers: { Location: `${destination.origin}/arrived` } });
}

beforeAll(async () => {
  browser = await openChromium();
  destination = await serve(
    ({ headers }) =>
      new Response(`<title>Came from ${headers.get('Referer') ?? 'nowhere'}</title>`, {
        headers: { 'Content-Type': 'text/html' },
      }),
  );
  short = await serve(shortHost);
}, CHROMIUM_TIMEOUT_MS);

afterAll(() => Promise.all([closeContexts(browser), destination?.close(), short?.close()]));

type Opened = {
  readonly tab: Tab;
  /** Every origin to which this profile has sent a request. */
  readonly origins: ReadonlySet<string>;
};

/** Opens a tab in a new profile. */
async function openTab(options: BrowserContextOptions): Promise<Opened> {
  const context = await browser.newContext(options);
  const origins = new Set<string>();
  context.on('request', (request) => origins.add(new URL(request.url()).origin));
  return { tab: await context.newPage(), origins };
}

const LOOKS = [390, 1280].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme, name: `${width}-${colorScheme}` })),
);

/** In `npm run test:ci` a page is checked in one look, in turn; in `npm run test:long` in every one. */
const chooseLooks = (place: number) => LOOKS.filter((_, n) => process.env.TEST_LONG || n === place % LOOKS.length);

/** The narrowest window, and a window of 1280 by 800 that is enlarged to 200 % (WCAG 2.2, 1.4.4 and 1.4.10). */
const SMALL_WINDOWS = [
  { width: 320, height: 640 },
  { width: 640, height: 400 },
];

const measureWidth = (tab: Tab) => tab.evaluate('document.documentElement.scrollWidth');

describe('every page', () => {
  let opened: Opened;
  beforeAll(async () => {
    opened = await openTab({});
  });
  afterAll(() => opened.tab.context().close());

  it.each(Object.keys(PAGES).map((name, place) => [name, place] as const))(
    '%s fits its window and passes every check of axe, narrow and wide, light and dark',
    async (name, place) => {
      const { tab, origins } = opened;
      await tab.goto(`${short.origin}/summer?page=${name}`);
      for (const size of SMALL_WINDOWS) {
        await tab.setViewportSize(size);
        expect(await measureWidth(tab)).toBe(size.width);
      }
      for (const look of chooseLooks(place)) {
        await tab.emulateMedia({ colorScheme: look.colorScheme });
        await tab.setViewportSize({ width: look.width, height: 800 });
        await saveScreenshot(tab, `${name}-${look.name}`);
        expect(await measureWidth(tab), look.name).toBe(look.width);
        expect(await findViolations(tab, { withIncomplete: true }), look.name).toEqual([]);
      }
      expect(await tab.evaluate('getComputedStyle(document.querySelector("main")).flexGrow'), 'styled').toBe('1');
      expect([...origins]).toEqual([short.origin]);
    },
  );
});

it.each(['not-found', 'preview'])('%s cuts a long short address to one line', async (name) => {
  const { tab } = await openTab({ viewport: { width: 320, height: 640 } });
  await tab.goto(`${short.origin}/${'long-alias-'.repeat(5)}?page=${name}`);
  expect(await measureWidth(tab)).toBe(320);
  const { isCut, height } = await tab.locator('code').evaluate((one) => ({
    isCut: one.scrollWidth > one.clientWidth,
    height: one.clientHeight,
  }));
  expect(isCut).toBe(true);
  expect(height).toBeLessThan(30); // one line
  await tab.context().close();
});

it('the preview shows a password and the end of a long address once they are unfolded', async () => {
  const { tab } = await openTab({ javaScriptEnabled: false });
  await tab.goto(`${short.origin}/summer?page=preview-long`);
  const shown = () => tab.locator('.whole').innerText();
  expect(await shown()).toContain('https://user:•••@');
  expect(await shown()).not.toContain('xxx');
  await tab.getByText('Whole address').click();
  expect((await shown()).replaceAll('\n', '')).toContain(new URL(LONG_DESTINATION).href);
  await tab.context().close();
});

async function saveScreenshot(tab: Tab, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await tab.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

/**
 * Waits until the field has the focus. A browser gives it to the field with the first frame, perhaps after the load
 * event.
 */
const fieldHasFocus = (tab: Tab) => tab.locator('input:focus').waitFor();

describe('the password page, without scripts', () => {
  let opened: Opened;
  beforeEach(async () => {
    opened = await openTab({ javaScriptEnabled: false });
    await opened.tab.goto(`${short.origin}/abc?utm_source=mail`);
  });
  afterEach(() => opened.tab.context().close());

  async function send(text: string): Promise<void> {
    await fieldHasFocus(opened.tab);
    await opened.tab.keyboard.type(text);
    await Promise.all([opened.tab.waitForEvent('load'), opened.tab.keyboard.press('Enter')]);
  }

  it('redirects to another origin after the right password, without a Referer', async () => {
    await send(RIGHT);
    expect(opened.tab.url()).toBe(`${destination.origin}/arrived`);
    expect(await opened.tab.title()).toBe('Came from nowhere');
    expect([...opened.origins]).toEqual([short.origin, destination.origin]);
  });

  it('shows the error after a wrong password, and takes the next password', async () => {
    await send('wrong horse');
    expect(opened.tab.url()).toBe(`${short.origin}/abc`);
    expect(await opened.tab.title()).toMatch(/^Error: /);
    expect(await opened.tab.getByRole('alert').innerText()).toContain('Wrong password');
    await send(RIGHT);
    expect(opened.tab.url()).toBe(`${destination.origin}/arrived`);
  });

  it('veils the password until the box is ticked', async () => {
    const veil = () => opened.tab.evaluate('getComputedStyle(document.getElementById("password")).webkitTextSecurity');
    expect(await veil()).toBe('disc');
    await opened.tab.getByLabel('Show password').check();
    expect(await veil()).toBe('none');
  });

  it('moves the focus by Tab in the order of reading, and shows it with an outline', async () => {
    const focused = () =>
      opened.tab.evaluate('[document.activeElement.localName, getComputedStyle(document.activeElement).outlineStyle]');
    await fieldHasFocus(opened.tab);
    expect(await focused()).toEqual(['input', 'solid']);
    await opened.tab.keyboard.press('Tab');
    expect(await focused()).toEqual(['input', 'solid']);
    await opened.tab.keyboard.press('Tab');
    expect(await focused()).toEqual(['button', 'solid']);
    await opened.tab.keyboard.press('Tab');
    expect(await focused()).toEqual(['a', 'solid']);
  });
});

it("a form cannot redirect under form-action 'self', so the policy has no form-action", async () => {
  const { tab } = await openTab({});
  await tab.goto(`${short.origin}/with-form-action`);
  await fieldHasFocus(tab);
  await tab.keyboard.type(RIGHT);
  const refused = tab.waitForEvent('console', (message) => message.text().includes('form-action'));
  await tab.keyboard.press('Enter');
  await refused;
  expect(tab.url()).not.toContain(destination.origin);
  await tab.context().close();
});
