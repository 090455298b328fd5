/**
 * Repeated and late requests in a real Chromium: double clicks, Back, reloads, and forms of a session that has ended
 * (docs/design/console-and-forms.md). Part of `npm run test:ci`.
 */
import { describe, expect, it } from 'vitest';
import { consoleInChromium } from '#testkit/console-in-chromium';
import { addVirtualAuthenticator, button, clickTwice, mainText, makeSignInLink, type Tab } from '#testkit/tab';

const running = consoleInChromium();

const readText = (tab: Tab) => tab.getByLabel('Secret', { exact: true }).inputValue();
const works = async (text: string) => (await running.served.v2(text, 'GET', '/stats')).status === 200;

/** Makes a key, opens its page, and returns its text. */
async function makeKey(tab: Tab, at: (path: string) => string, name: string): Promise<string> {
  await tab.goto(at('/keys'));
  await tab.getByLabel('Name').fill(name);
  await button(tab, 'Create key').click();
  const text = await readText(tab);
  await tab.getByRole('link', { name: 'I’ve saved it' }).click();
  await tab.waitForURL('**/keys/*');
  return text;
}

// The script only disables the button.
const SCRIPT = process.env.TEST_LONG ? ([true, false] as const) : ([false] as const);
describe.each(SCRIPT.map((isOn) => [isOn ? 'with script' : 'without script', isOn] as const))(
  'a double click %s',
  (_name, javaScriptEnabled) => {
    it('rotates a key once, and shows the text that works', async () => {
      const { tab, at } = await running.newDeveloper({ javaScriptEnabled });
      const first = await makeKey(tab, at, 'doubled');
      await tab.getByText('Rotate', { exact: true }).click();
      await tab.getByLabel('In a week').check();
      await clickTwice(tab, running.served, 'Rotate secret');
      await tab.getByRole('link', { name: 'I’ve saved it' }).waitFor();
      expect([await works(first), await works(await readText(tab))]).toEqual([true, true]);
      await tab.context().close();
    });

    it('makes one key, and shows its text', async () => {
      const { tab, at } = await running.newDeveloper({ javaScriptEnabled });
      await tab.goto(at('/keys'));
      await tab.getByLabel('Name').fill('once');
      await clickTwice(tab, running.served, 'Create key');
      await tab.getByRole('link', { name: 'I’ve saved it' }).waitFor();
      expect(await works(await readText(tab))).toBe(true);
      await tab.goto(at('/keys'));
      expect(await tab.getByRole('link', { name: 'once' }).count()).toBe(1);
      await tab.context().close();
    });
  },
);

it('a reload of “Copy the secret” makes no second key, and Back leads to the list without a question', async () => {
  const { tab, at } = await running.newDeveloper();
  await tab.goto(at('/keys'));
  await tab.getByLabel('Name').fill('reloaded');
  await button(tab, 'Create key').click();
  const text = await readText(tab);
  await tab.reload();
  await tab.getByRole('link', { name: 'I’ve saved it' }).click();
  await tab.waitForURL('**/keys/*');
  await tab.goBack();
  expect(await mainText(tab)).not.toContain(text);
  expect(await mainText(tab)).toContain('already been shown');
  await tab.goBack();
  expect(await tab.locator('h1').innerText()).toBe('Keys');
  expect(await tab.getByRole('link', { name: 'reloaded' }).count()).toBe(1);
  await tab.context().close();
});

it('a second rotation asks which text ends, and the page shows the last four characters of both until one is ended', async () => {
  const { tab, at } = await running.newDeveloper();
  const first = await makeKey(tab, at, 'rotated');
  await tab.getByText('Rotate', { exact: true }).click();
  await button(tab, 'Rotate secret').click();
  const second = await readText(tab);
  await tab.getByRole('link', { name: 'I’ve saved it' }).click();
  await tab.waitForURL('**/keys/*');
  const four = (text: string) => text.slice(-10, -6);
  expect(await mainText(tab)).toContain(four(first));
  expect(await mainText(tab)).toContain(four(second));
  expect(await mainText(tab)).toMatch(/works until/i);
  await tab.getByText('Rotate', { exact: true }).click();
  await button(tab, 'Rotate secret').click();
  await tab.waitForLoadState();
  expect([await works(first), await works(second)]).toEqual([true, true]);
  expect(await mainText(tab)).toContain(`…${four(first)}`);
  await tab.goto(tab.url());
  await button(tab, 'End now').click();
  await tab.getByText('has ended').waitFor();
  expect([await works(first), await works(second)]).toEqual([false, true]);
  expect(await mainText(tab)).not.toContain(four(first));
  await tab.context().close();
});

it('a form that was typed before its session ended is shown after a sign-in by passkey', async () => {
  const { tab, context, at } = await running.newDeveloper();
  await addVirtualAuthenticator(tab);
  await tab.goto(at('/account'));
  await button(tab, 'Add a passkey').click();
  await tab.getByText('The passkey is added').waitFor();
  await tab.goto(at('/new-link'));
  await tab.getByLabel('Destination').fill('https://example.com/typed-before');
  await tab.getByText('More options').click();
  await tab.getByLabel('Password', { exact: true }).fill('secret words');
  await context.clearCookies();
  await button(tab, 'Create link').click();
  await button(tab, 'Sign in with a passkey').click();
  await tab.waitForURL('**/new-link', { timeout: 60_000 });
  expect(await tab.getByLabel('Destination').inputValue()).toBe('https://example.com/typed-before');
  expect(await mainText(tab)).toContain('Enter the password again');
  await tab.getByLabel('Password', { exact: true }).fill('secret words');
  await button(tab, 'Create link').click();
  await tab.getByText('The link is created.').waitFor();
  await context.close();
});

it('a deep link opens after a sign-in by a sign-in link without script', async () => {
  const { tab, context, at, accountId } = await running.newDeveloper({ javaScriptEnabled: false });
  await context.clearCookies();
  await tab.goto(at('/links?search=spring'));
  expect(tab.url()).toContain('/sign-in');
  await tab.goto(await makeSignInLink(running.served, accountId));
  await clickTwice(tab, running.served, 'Sign in');
  await tab.getByText('You are signed in').waitFor();
  expect(tab.url()).toBe(at('/links?search=spring'));
  await context.close();
});

it('a notice is shown once: neither after a reload nor after Back, and never in the address', async () => {
  const { tab, at } = await running.newDeveloper();
  await makeKey(tab, at, 'noticed');
  await tab.getByText('Switch off', { exact: true }).click();
  await button(tab, 'Switch off now').click();
  await tab.getByText('This key is switched off').waitFor();
  await button(tab, 'Switch on').click();
  await tab.getByText('The key is switched on again').waitFor();
  expect(new URL(tab.url()).search).toBe('');
  await tab.reload();
  expect(await mainText(tab)).not.toContain('The key is switched on again');
  await tab.getByText('Revoke key', { exact: true }).click();
  await button(tab, 'Revoke for good').click();
  await tab.getByText('revoked for good').waitFor();
  await tab.goBack();
  expect(await mainText(tab)).not.toContain('The key is switched on again');
  await tab.goForward();
  expect(await mainText(tab)).not.toContain('revoked for good');
  await tab.context().close();
});
