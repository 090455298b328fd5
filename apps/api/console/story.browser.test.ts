/** The console in a real Chromium: a developer's whole story. */
import type { Browser, Page as Tab } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CHROMIUM_TIMEOUT_MS, launchChromium } from '#testkit/chromium';
import { type ServedConsole, serveConsole } from '#testkit/console';

let browser: Browser;
let served: ServedConsole;

beforeAll(async () => {
  [browser, served] = await Promise.all([launchChromium(), serveConsole()]);
}, CHROMIUM_TIMEOUT_MS);
afterAll(() => Promise.all([browser?.close(), served?.close()]));

/** A device with a passkey store of its own, which says yes to everything. */
async function addAuthenticator(tab: Tab): Promise<void> {
  const cdp = await tab.context().newCDPSession(tab);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function newAccount(plan: string): Promise<string> {
  const response = await served.admin('POST', '/accounts', { name: 'Acme', plan });
  return ((await response.json()) as { id: string }).id;
}

async function signInLink(accountId: string): Promise<string> {
  const response = await served.admin('POST', `/accounts/${accountId}/sign-in-link`);
  return ((await response.json()) as { url: string }).url;
}

it('takes a developer from the sign-in link to a passkey, a key, and back in by the passkey', async () => {
  const context = await browser.newContext();
  const tab = await context.newPage();
  tab.on('console', (m) => console.log('tab:', m.text()));
  tab.on('pageerror', (m) => console.log('tab error:', m.message));
  await addAuthenticator(tab);
  await tab.goto(await signInLink(await newAccount('HOBBY')));
  await tab.getByRole('button', { name: 'Sign in' }).click();
  await tab.waitForURL('**/console/account?done=signed-in');
  await tab.getByLabel('Name of the new passkey').fill('Laptop');
  await tab.getByRole('button', { name: 'Add a passkey' }).click();
  await tab.waitForURL('**/console/account?done=passkey-added');
  await tab.getByRole('link', { name: 'Keys' }).click();
  await tab.getByLabel('Name').fill('newsletter');
  await tab.getByRole('button', { name: 'Make key' }).click();
  const key = await tab.getByLabel('Key', { exact: true }).inputValue();
  expect(key).toMatch(/^sl_/);
  await tab.getByRole('button', { name: 'Sign out' }).click();
  await tab.waitForURL('**/console/sign-in');
  await tab.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await tab.waitForURL(`${served.origin}/console`);
  await context.close();
});
