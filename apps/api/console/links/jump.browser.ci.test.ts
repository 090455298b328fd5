/** Ctrl-K and the shortcuts of a single key in a real browser. Part of `npm run test:ci`. */
import { expect, it } from 'vitest';
import { consoleInChromium } from '#testkit/console-in-chromium';
import { findViolations } from '#testkit/page-check';
import { button, makeLink } from '#testkit/tab';

const running = consoleInChromium();

it('Ctrl-K finds pages, links and tags while a text is typed, and axe finds nothing in it', async () => {
  const developer = await running.newDeveloper();
  const { tab, at } = developer;
  for (const alias of ['spring-sale', 'spring-mail']) await makeLink(developer, alias, 'Springtime');
  const dialog = tab.getByRole('dialog');
  const chosen = async () => {
    const id = await dialog.getByRole('combobox').getAttribute('aria-activedescendant');
    return tab.locator(`#${id}`).innerText();
  };
  // Its script is loaded when it first opens, and finds what was typed meanwhile.
  const script = /\/console\/assets\/jump-\w+\.js/;
  const arrives = Promise.withResolvers<void>();
  await tab.route(script, async (route) => {
    await arrives.promise;
    await route.continue();
  });
  await tab.goto(at('/account'));
  const asked = tab.waitForRequest(script);
  await tab.keyboard.press('Control+k');
  await asked;
  await tab.keyboard.type('stat');
  expect(await dialog.getByRole('option').count()).toBe(0);
  arrives.resolve();
  await dialog.getByRole('option', { name: 'All links with “stat”' }).waitFor();
  expect(await chosen()).toBe('Statistics');
  await tab.keyboard.press('Enter');
  await tab.waitForURL(at('/statistics'));
  await tab.keyboard.press('Control+k');
  await tab.keyboard.type('utm');
  await dialog.getByRole('option', { name: 'All links with “utm”' }).waitFor();
  expect(await chosen()).toBe('UTM templates');
  await dialog.getByRole('combobox').fill('');
  await tab.keyboard.type('spring');
  await dialog.getByRole('option', { name: 'All links with “spring”' }).waitFor();
  expect(await findViolations(tab)).toEqual([]);
  expect(await dialog.getByRole('option').allInnerTexts()).toEqual([
    expect.stringMatching(/^spring-mail\s+example.com/),
    expect.stringMatching(/^spring-sale\s+example.com/),
    'Springtime',
    'All links with “spring”',
  ]);
  // An address that no link has can be shortened.
  await dialog.getByRole('combobox').fill('example.org/spring?a=b');
  await dialog.getByRole('option', { name: 'Shorten example.org/spring?a=b' }).waitFor();
  await dialog.getByRole('combobox').fill('spring');
  await dialog.getByRole('option', { name: 'All links with “spring”' }).waitFor();
  await tab.keyboard.press('ArrowDown');
  expect(await chosen()).toMatch(/^spring-sale/);
  await tab.keyboard.press('Enter');
  await tab.waitForURL(at('/links/spring-sale'));
});

it('Enter searches the links, also where the script of the dialog does not arrive', async () => {
  const { tab, at, context } = await running.newDeveloper();
  await tab.route(/\/jump-\w+\.js/, (route) => route.abort());
  await tab.goto(at('/keys'));
  await tab.keyboard.press('Control+k');
  await tab.keyboard.type('spring sale');
  await tab.keyboard.press('Enter');
  await tab.waitForURL(at('/links?search=spring+sale'));
  await context.close();
});

it('a phone opens the dialog with the button beside the brand, and closes it with Cancel', async () => {
  const { tab, at, context } = await running.newDeveloper({ viewport: { width: 390, height: 800 } });
  await tab.goto(at('/links'));
  await button(tab, 'Jump to…').click();
  const dialog = tab.getByRole('dialog');
  await dialog.getByText('Go to', { exact: true }).waitFor();
  await button(dialog, 'Cancel').click();
  expect(await dialog.isVisible()).toBe(false);
  await button(tab, 'Jump to…').click();
  await dialog.getByRole('option', { name: 'Tags' }).click();
  await tab.waitForURL(at('/tags'));
  await context.close();
});

it('`c` opens the form of a new link, except in a field', async () => {
  const { tab, at } = await running.newDeveloper();
  await tab.goto(at('/keys'));
  await tab.getByLabel('Name').press('c');
  expect(await tab.getByLabel('Name').inputValue()).toBe('c');
  expect(tab.url()).toBe(at('/keys'));
  await tab.keyboard.press('Escape');
  await tab.locator('h1').click();
  await tab.keyboard.press('c');
  await tab.waitForURL(at('/new-link'));
});

it('`?` lists the keys that act on the page, and so does the page of the account', async () => {
  const { tab, at, context } = await running.newDeveloper();
  const list = tab.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await tab.goto(at('/tags'));
  await tab.keyboard.press('?');
  expect(await list.locator('dt').allInnerTexts()).toEqual(['Ctrl K', 'c', '?']);
  expect(await findViolations(tab)).toEqual([]);
  await tab.keyboard.press('?');
  expect(await list.count()).toBe(0);
  await tab.setViewportSize({ width: 320, height: 700 });
  await tab.keyboard.press('?');
  await tab.keyboard.press('c');
  await tab.keyboard.press('Escape');
  expect(await list.count()).toBe(0);
  // The entry of Ctrl-K opens it where the reader is.
  await tab.keyboard.press('Control+k');
  await tab.keyboard.type('shortcuts');
  await tab.getByRole('option', { name: 'Keyboard shortcuts' }).waitFor();
  await tab.keyboard.press('Enter');
  expect(await list.locator('dt').count()).toBe(3);
  await list.getByRole('link', { name: 'turned off' }).click();
  await tab.waitForURL(at('/account#single-keys'));
  expect(await tab.getByLabel('Use single keys').isVisible()).toBe(true);
  await tab.goto(at('/account'));
  await button(tab, 'Show the list').click();
  await button(list, 'Close').press('Enter');
  expect(await list.count()).toBe(0);
  await context.close();
});

it('single keys do nothing once they are switched off, also after a reload', async () => {
  const developer = await running.newDeveloper();
  const { tab, at, context } = developer;
  await makeLink(developer, 'single-keys');
  await tab.goto(at('/links'));
  expect(await tab.locator('.seek .key').isVisible()).toBe(true);
  await tab.goto(at('/account'));
  const box = tab.getByLabel('Use single keys');
  expect(await box.isChecked()).toBe(true);
  await box.uncheck();
  await tab.goto(at('/links'));
  expect(await tab.locator('.seek .key').isVisible()).toBe(false);
  for (const key of ['c', '/', '?']) await tab.keyboard.press(key);
  expect(await tab.evaluate('document.activeElement === document.body')).toBe(true);
  expect(tab.url()).toBe(at('/links'));
  await tab.goto(at('/account'));
  await box.check();
  await tab.locator('h1').click();
  await tab.keyboard.press('c');
  await tab.waitForURL(at('/new-link'));
  await context.close();
});
