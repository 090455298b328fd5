/**
 * The console in a real Chromium, from the first sign-in to a click. It is used with script, without script, and by the
 * keyboard alone.
 */
import type { BrowserContextOptions, Page as Tab } from 'playwright-core';
import { expect, it } from 'vitest';
import { consoleInChromium } from '#testkit/console-in-chromium';
import { addVirtualAuthenticator, button, makeSignInLink } from '#testkit/tab';

const running = consoleInChromium({ SIGNUP: 'open' });

/** A tab, with the messages of the browser's console and uncaught errors. */
type OpenTab = { readonly tab: Tab; readonly messages: string[] };

/** Opens a tab in a fresh profile, with a virtual authenticator that confirms everything. */
async function openTab(options: BrowserContextOptions = {}): Promise<OpenTab> {
  const context = await running.browser.newContext(options);
  const tab = await context.newPage();
  const messages: string[] = [];
  tab.on('console', (message) => messages.push(message.text()));
  tab.on('pageerror', (error) => messages.push(error.message));
  await addVirtualAuthenticator(tab);
  return { tab, messages };
}

async function newSignInLink(plan: string): Promise<string> {
  const account = (await (await running.served.admin('POST', '/accounts', { name: 'Acme', plan })).json()) as {
    id: string;
  };
  return makeSignInLink(running.served, account.id);
}

const at = (path: string): string => `${running.served.origin}/console${path}`;

/** Reloads until the page has the text, because a click is counted within five seconds. */
async function reloadUntil(tab: Tab, text: string): Promise<void> {
  for (let i = 0; i < 200; i++) {
    await tab.reload();
    if ((await tab.locator('main').innerText()).includes(text)) return;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  throw new Error(`the page never showed ${text}`);
}

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';

it('a developer gets from a sign-in link to a passkey, a key, a link, its click and a sign-in by passkey', async () => {
  const { tab, messages } = await openTab({ permissions: ['clipboard-read', 'clipboard-write'] });
  await tab.goto(await newSignInLink('HOBBY'));
  await button(tab, 'Sign in').click();
  await tab.waitForURL('**/account');
  await tab.getByLabel('Name of the new passkey').fill('Laptop');
  await button(tab, 'Add a passkey').click();
  await tab.getByText('The passkey is added').waitFor();
  expect(await tab.locator('main').innerText()).toContain('Laptop');

  await tab.getByRole('link', { name: 'Keys' }).click();
  await tab.getByLabel('Name').fill('newsletter');
  await button(tab, 'Create key').click();
  const key = await tab.getByLabel('Secret', { exact: true }).inputValue();
  await button(tab, 'Copy').first().click();
  expect(await tab.evaluate('navigator.clipboard.readText()')).toBe(key);
  expect((await running.served.v2(key, 'GET', '/stats')).status).toBe(200);
  await tab.getByRole('link', { name: 'I’ve saved it' }).click();
  expect(await tab.locator('main').innerText()).toMatch(/<1% of 25,000/);

  await tab.getByRole('link', { name: 'Links' }).click();
  await tab.getByRole('link', { name: 'New link' }).click();
  await tab.getByLabel('Destination').fill('https://example.com/spring');
  await tab.getByLabel('Alias').fill('walkthrough-link');
  await button(tab, 'Create link').click();
  await tab.waitForURL('**/links/walkthrough-link');
  const visit = await running.served.visit('/walkthrough-link', { 'User-Agent': FIREFOX });
  expect(visit.headers.get('Location')).toBe('https://example.com/spring');
  await reloadUntil(tab, 'Firefox');
  expect(
    await tab
      .getByRole('slider', { name: /Clicks by day/ })
      .locator('desc')
      .textContent(),
  ).toMatch(/^1 click from/);
  await tab.getByText('As a table').click();
  expect(await tab.getByRole('table', { name: /Clicks by day/ }).innerText()).toMatch(/\d{4}-\d\d-\d\d\s+1$/);

  await tab.getByRole('link', { name: 'Keys' }).click();
  await tab.getByRole('link', { name: 'newsletter' }).click();
  await tab.getByText('Rotate', { exact: true }).click();
  await tab.getByLabel('Right away').check();
  await button(tab, 'Rotate secret').click();
  const rotated = await tab.getByLabel('Secret', { exact: true }).inputValue();
  expect((await running.served.v2(key, 'GET', '/stats')).status).toBe(401);
  expect((await running.served.v2(rotated, 'GET', '/stats')).status).toBe(200);

  await button(tab, 'Sign out').click();
  await tab.waitForURL(at('/sign-in'));
  await tab.goto(at('/plan'));
  expect(tab.url()).toBe(at('/sign-in'));
  await button(tab, 'Sign in with a passkey').click();
  await tab.waitForURL(at('/plan'));
  expect(messages).toEqual([]);
  await tab.context().close();
});

it('a sign-up shows an error beside its field, and then signs in', async () => {
  const { tab, messages } = await openTab();
  await tab.goto(at('/sign-up'));
  await tab.getByLabel('Name').fill('   ');
  await button(tab, 'Create account with a passkey').click();
  await tab.getByText('Please give it a name.').first().waitFor();
  await tab.getByLabel('Name').fill('Robin');
  await button(tab, 'Create account with a passkey').click();
  await tab.waitForURL(at(''));
  expect(await tab.locator('h1').innerText()).toBe('Overview');
  // The 400 is the refusal that this test has caused.
  expect(messages.filter((line) => !line.includes('400'))).toEqual([]);
  await tab.context().close();
});

it('the console works without script, from a sign-in link to a key, a link, a revocation and the sign-out', async () => {
  const { tab } = await openTab({ javaScriptEnabled: false });
  await tab.goto(await newSignInLink('PRO'));
  await button(tab, 'Sign in').click();
  await tab.getByRole('link', { name: 'Keys' }).click();
  await tab.getByLabel('Name').fill('plain');
  await button(tab, 'Create key').click();
  expect(await tab.getByLabel('Secret', { exact: true }).inputValue()).toMatch(/^sl_/);
  expect(await button(tab, 'Copy').count()).toBe(0);
  await tab.getByRole('link', { name: 'I’ve saved it' }).click();
  await tab.getByText('Revoke key', { exact: true }).click();
  await button(tab, 'Revoke for good').click();
  expect(await tab.getByRole('status').innerText()).toContain('revoked for good');
  await tab.goto(at('/new-link'));
  await tab.getByLabel('Destination').fill('https://example.com/');
  await tab.getByLabel('Alias').fill('paypal');
  await button(tab, 'Create link').click();
  expect(await tab.locator('.field:has([name=alias]) .bad').innerText()).toBe(
    'This alias is reserved. Choose another one.',
  );
  await tab.getByLabel('Alias').fill('without-script');
  await button(tab, 'Create link').click();
  expect(await tab.locator('h1').innerText()).toContain('/without-script');
  await button(tab, 'Sign out').click();
  expect(tab.url()).toBe(at('/sign-in'));
  expect(await tab.locator('main').innerText()).toContain('Passkeys need scripts');
  await tab.context().close();
});

it('the console works by the keyboard alone, with a visible focus', async () => {
  const { tab } = await openTab();
  await tab.goto(await newSignInLink('PRO'));
  await tabTo(tab, 'Sign in');
  await tab.keyboard.press('Enter');
  await tab.waitForURL('**/account');
  // The notice of the sign-in has the focus until the page is loaded again.
  await tab.reload();
  await tab.keyboard.press('Tab');
  expect(await focusedLabel(tab)).toBe('Skip to the page');
  await tab.keyboard.press('Enter');
  await tabTo(tab, 'Add a passkey');
  await tab.keyboard.press('Enter');
  await tab.getByText('The passkey is added').waitFor();
  await tabTo(tab, 'Keys');
  await tab.keyboard.press('Enter');
  await tab.waitForURL('**/keys');
  await tab.getByLabel('Name').and(tab.locator(':focus')).waitFor();
  expect(await focusedLabel(tab)).toBe('Name');
  await tab.keyboard.type('by hand');
  await tab.keyboard.press('Enter');
  await tab.getByLabel('Secret', { exact: true }).waitFor();
  await tabTo(tab, 'I’ve saved it');
  await tab.keyboard.press('Enter');
  await tab.waitForURL('**/keys/*');
  await tabTo(tab, 'Revoke key');
  await tab.keyboard.press('Enter');
  await tabTo(tab, 'Revoke for good');
  await tab.keyboard.press('Enter');
  await tab.getByText('revoked for good').waitFor();
  await tab.context().close();
});

/**
 * The label of the focused element; '' between the last and the first one.
 * @throws Error where its focus is not visible
 */
async function focusedLabel(tab: Tab): Promise<string> {
  const [label, outline] = (await tab.evaluate(`(() => {
    const one = document.activeElement;
    if (one === document.body) return ['', 'auto'];
    return [one.labels?.[0]?.textContent || one.innerText, getComputedStyle(one).outlineStyle];
  })()`)) as [string, string];
  if (outline === 'none') throw new Error(`the focus of ${label} is not visible`);
  return label.trim();
}

/** Presses Tab until the element with this label has the focus. */
async function tabTo(tab: Tab, name: string): Promise<void> {
  for (let i = 0; i < 80; i++) {
    await tab.keyboard.press('Tab');
    if ((await focusedLabel(tab)) === name) return;
  }
  throw new Error(`Tab does not reach ${name}`);
}
