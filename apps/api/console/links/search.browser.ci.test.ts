/** The search of links and the wait for the first click in a real Chromium. */
import { expect, it } from 'vitest';
import { consoleInChromium } from '#testkit/console-in-chromium';
import { button, mainText, makeLink } from '#testkit/tab';

const running = consoleInChromium();

it('the list follows the search field, which / focuses, and a copied short address finds its link', async () => {
  const developer = await running.newDeveloper();
  const { tab, at, context } = developer;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  for (const alias of ['search-one', 'search-two']) await makeLink(developer, alias);
  await tab.goto(at('/links'));
  await tab.keyboard.press('/');
  await tab.keyboard.type('one');
  await tab.waitForURL('**/links?search=one');
  await tab.locator('#found').getByText('1 found').waitFor();
  expect(await mainText(tab)).not.toContain('search-two');
  await tab.getByLabel('Search', { exact: true }).fill('');
  await tab.locator('#found').getByText('2 links').waitFor();
  await button(tab, 'Copy search-two').click();
  await tab.getByLabel('Search', { exact: true }).focus();
  await tab.keyboard.press('Control+V');
  await tab.locator('#found').getByText('1 found').waitFor();
  expect(await mainText(tab)).toContain('search-two');
  await tab.getByLabel('Select all').check();
  await tab.getByText('1 link selected').waitFor();
  await context.close();
});

it('a search that is told to wait says so, and is asked again by itself', async () => {
  const developer = await running.newDeveloper();
  const { tab, at, context } = developer;
  await makeLink(developer, 'waits-one');
  await tab.goto(at('/links'));
  let refusals = 1;
  await tab.route('**/links?search=*', (route) =>
    refusals-- > 0 ? route.fulfill({ status: 429, headers: { 'Retry-After': '1' } }) : route.continue(),
  );
  await tab.getByLabel('Search', { exact: true }).fill('waits');
  await tab.getByText('asking again in 1 s').waitFor();
  await tab.locator('#found').getByText('1 found').waitFor();
  expect(await mainText(tab)).not.toContain('asking again');
  await context.close();
});

it('the step of the first click ticks itself when the first click arrives, and the bird flies', async () => {
  const developer = await running.newDeveloper();
  const { tab, at, context } = developer;
  await makeLink(developer, 'first-click');
  await tab.goto(at(''));
  await running.served.visit('/first-click', { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/130.0' });
  await tab.getByText('Your first click has arrived.').first().waitFor();
  expect(await tab.locator('#steps .loop').isVisible()).toBe(true);
  expect(await tab.locator('#steps').innerText()).toContain('2 of 4 done');
  await context.close();
});
