/**
 * The pages of the console with an account that has been in use for most of a year: links of all ages, a month of
 * clicks from many countries. Part of `npm run screenshots`, which stores a screenshot of each.
 */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CHROMIUM_TIMEOUT_MS, closeContexts, openChromium } from '#testkit/chromium';
import { makePageCheck } from '#testkit/page-check';
import { type ServedShop, serveShop } from '#testkit/shop';
import { button, mainText, makeSignInLink, type Tab } from '#testkit/tab';

let browser: Browser;
let shop: ServedShop;
let tab: Tab;
let checkPage: ReturnType<typeof makePageCheck>;

beforeAll(async () => {
  [browser, shop] = await Promise.all([openChromium(), serveShop()]);
  tab = await (await browser.newContext()).newPage();
  checkPage = makePageCheck(tab, shop.served.origin);
  await tab.goto(await makeSignInLink(shop.served, shop.accountId));
  await button(tab, 'Sign in').click();
  await tab.waitForURL('**/console/account**');
}, 2 * CHROMIUM_TIMEOUT_MS);

afterAll(() => Promise.all([closeContexts(browser), shop?.close()]));

it.each([
  ['overview', '', /9 links/],
  ['links', '/links', /black-friday/],
  ['statistics', '/statistics', /Germany/],
  ['statistics-year', '/statistics?days=365', /Germany/],
  ['link', '/links/black-friday', /Germany/],
  ['link-protected', '/links/press', /press/],
  ['link-qr', '/links/menu/qr', /menu/],
  ['tag', '/tags/newsletter', /Germany/],
])('the page %s shows the past, and fits its window', async (name, path, shown) => {
  await tab.goto(`${shop.served.origin}/console${path}`);
  expect(await mainText(tab)).toMatch(shown);
  await checkPage(name);
});
