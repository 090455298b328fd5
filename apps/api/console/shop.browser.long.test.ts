/**
 * The pages of the console with an account that has been in use for most of a year: links of all ages, a month of
 * clicks from many countries, and keys with calls. Part of `npm run screenshots`, which stores a screenshot of each.
 */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CHROMIUM_TIMEOUT_MS, launchChromium } from '#testkit/chromium';
import { pageCheckOf } from '#testkit/page-check';
import { type ServedShop, serveShop } from '#testkit/shop/serve-shop';
import { button, mainText, signInLinkOf, type Tab } from '#testkit/tab';

let browser: Browser;
let shop: ServedShop;
let tab: Tab;
let checkPage: ReturnType<typeof pageCheckOf>;

beforeAll(async () => {
  [browser, shop] = await Promise.all([launchChromium(), serveShop()]);
  tab = await (await browser.newContext()).newPage();
  checkPage = pageCheckOf(tab, shop.served.origin);
  await tab.goto(await signInLinkOf(shop.served, shop.accountId));
  await button(tab, 'Sign in').click();
  await tab.waitForURL('**/console/account**');
}, 2 * CHROMIUM_TIMEOUT_MS);

afterAll(() => Promise.all([browser?.close(), shop?.close()]));

const open = async (path: string) => void (await tab.goto(`${shop.served.origin}/console${path}`));

it.each([
  ['overview', '', /Black Friday|black-friday/],
  ['links', '/links', /black-friday/],
  ['statistics', '/statistics', /Germany/],
  ['statistics-year', '/statistics?days=365', /Germany/],
  ['link', '/links/black-friday', /Germany/],
  ['link-protected', '/links/press', /press/],
  ['link-qr', '/links/menu/qr', /menu/],
  ['tags', '/tags', /Newsletter/],
  ['tag', '/tags/newsletter', /Germany/],
  ['keys', '/keys', /Web shop/],
  ['activity', '/activity', /Trial/],
  ['account', '/account', /passkey/i],
  ['plan', '/plan', /Pro/],
])('the page %s shows the past, fits its window and passes axe', async (name, path, shown) => {
  await open(path);
  expect(await mainText(tab)).toMatch(shown);
  await checkPage(name);
});

it('the page of the account with its forms open fits its window and passes axe', async () => {
  await open('/account');
  await tab.getByText('Add a passkey').first().click();
  await tab.getByText('Rename or remove').first().click();
  expect(await tab.getByLabel('Name of the new passkey').inputValue()).toBe('Chrome on Linux 2');
  await checkPage('account-open');
});

it('the page of a key shows its calls, fits its window and passes axe', async () => {
  await open('/keys');
  await tab.getByRole('link', { name: 'Web shop' }).click();
  expect(await mainText(tab)).toMatch(/[1-9]\d*,\d{3}/);
  await checkPage('key');
});
