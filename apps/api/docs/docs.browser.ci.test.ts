/**
 * Tests the documentation in a real Chromium, with the worker as wrangler configures it. SCREENSHOTS=<folder> saves
 * screenshots there.
 */
import { mkdirSync } from 'node:fs';
import axe from 'axe-core';
import type { Browser, Page as Tab } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestHarness } from 'wrangler';
import { CHROMIUM_TIMEOUT_MS, launchChromium } from '#testkit/chromium';

type Document = { readonly paths: Record<string, Record<string, { readonly summary: string }>> };

const PEPPER = 'a-pepper-of-forty-characters-xxxxxxxxxxxx';
const vars = { PEPPER, REQUIRE_HTTPS: 'off', SHORT_BASE_URL: 'http://s.example.com' };
const server = createTestHarness({
  workers: [
    { configPath: './wrangler.api.toml', vars },
    { configPath: './wrangler.redirect.toml', vars },
  ],
});

let browser: Browser;
let origin: string;
let tab: Tab;
/** The messages of the browser's console, such as violations of the Content-Security-Policy, and script errors. */
const consoleMessages: string[] = [];
const requestedOrigins = new Set<string>();

beforeAll(async () => {
  browser = await launchChromium();
  ({ origin } = (await server.listen()).url);
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  context.on('request', (request) => requestedOrigins.add(new URL(request.url()).origin));
  tab = await context.newPage();
  tab.on('console', (message) => consoleMessages.push(`${message.type()}: ${message.text()}`));
  tab.on('pageerror', (error) => consoleMessages.push(error.message));
}, CHROMIUM_TIMEOUT_MS);
afterAll(() => Promise.all([browser?.close(), server.close()]));

const LOOKS = [390, 1280].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme, name: `${width}-${colorScheme}` })),
);

async function saveScreenshot(name: string, fullPage: boolean): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await tab.screenshot({ path: `${folder}/${name}.png`, fullPage });
}

/** Returns the serious findings of axe, without those in elements of Swagger UI. */
async function findings(): Promise<unknown[]> {
  await tab.evaluate(axe.source);
  const { violations, passes } = (await tab.evaluate('axe.run({ exclude: ["#reference > *"] })')) as axe.AxeResults;
  expect(passes.map(({ id }) => id)).toContain('color-contrast'); // proves that axe has run
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => [id, ...nodes.map((node) => node.html)]);
}

async function expectAccessible(name: string, fullPage: boolean): Promise<void> {
  for (const look of LOOKS) {
    await tab.emulateMedia({ colorScheme: look.colorScheme });
    await tab.setViewportSize({ width: look.width, height: 900 });
    await saveScreenshot(`${name}-${look.name}`, fullPage);
    expect(await tab.evaluate('document.documentElement.scrollWidth'), look.name).toBe(look.width);
    expect(await findings(), look.name).toEqual([]);
  }
}

describe('the reference', () => {
  beforeAll(async () => {
    await tab.goto(`${origin}/docs`);
    await tab.locator('.opblock').first().waitFor();
  });

  it('shows every operation of the document', async () => {
    const { paths } = (await (await fetch(`${origin}/openapi.json`)).json()) as Document;
    const described = Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const blocks = await tab.locator('.opblock-summary').all();
    const seen = await Promise.all(
      blocks.map(async (block) => {
        const method = await block.locator('.opblock-summary-method').innerText();
        return `${method} ${await block.locator('.opblock-summary-path').getAttribute('data-path')}`;
      }),
    );
    expect(seen.sort()).toEqual(described.sort());
  });

  it('shows the examples of an operation, and has no field for a key', async () => {
    const operation = tab.locator('#operations-Links-shorten');
    await operation.locator('.opblock-summary-control').click();
    await operation.getByText('3ud92su').first().waitFor();
    expect(await tab.getByText(/^authorize$|try it out/i).count()).toBe(0);
    await saveScreenshot('reference-shorten', true);
  });

  it('fits its window and has no serious finding of axe, narrow and wide, light and dark', () =>
    expectAccessible('reference', false));
});

describe('the guide', () => {
  beforeAll(async () => void (await tab.goto(`${origin}/docs/guide`)));

  it('fits its window and has no serious finding of axe, narrow and wide, light and dark', () =>
    expectAccessible('guide', true));

  it('has every section that its table of contents names', async () => {
    for (const link of await tab.locator('.contents a').all()) {
      await tab.locator(`section${await link.getAttribute('href')}`).waitFor();
    }
  });
});

it('the documentation loads nothing from another host, and causes no message of the browser’s console', () => {
  expect([...requestedOrigins].filter((one) => one !== 'null')).toEqual([origin]);
  expect(consoleMessages).toEqual([]);
});
