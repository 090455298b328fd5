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
  await tab.getByLabel('Select page').check();
  await tab.getByText('1 link selected', { exact: true }).waitFor();
  await context.close();
});

it('the list of tags follows its search', async () => {
  const developer = await running.newDeveloper();
  const { tab, at, context } = developer;
  await makeLink(developer, 'of-tags', ...Array.from({ length: 12 }, (_, n) => `Week ${n + 1}`));
  await tab.goto(at('/tags'));
  await tab.getByLabel('Search tags').pressSequentially('week 1');
  await tab.getByText('4 tags found').first().waitFor();
  await tab.waitForURL('**/tags?search=week+1');
  expect(await tab.getByRole('row').count()).toBe(5);
  await context.close();
});

it('a search goes on by itself, says so meanwhile, and keeps the found rows as they are', async () => {
  const { tab, at, accountId, context } = await running.newDeveloper();
  const made = await running.served.admin('POST', '/keys', { name: 'Import', accountId });
  const { key } = (await made.json()) as { key: string };
  const mark = `aim-${accountId.toLowerCase()}`;
  for (let batch = 0; batch < 21; batch++) {
    const urls = Array.from({ length: 50 }, (_, n) => ({
      url: 'https://example.com/',
      ...((batch === 0 || batch === 20) && n === 0 && { alias: `${mark}-${batch}` }),
    }));
    await running.served.v2(key, 'POST', '/shorten/batch', { urls });
  }
  let goOn = () => {};
  const isSeen = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await tab.route('**/links?*on=*', async (route) => {
    await isSeen;
    await route.continue();
  });
  await tab.goto(at(`/links?search=${mark}`));
  const found = tab.locator('#found[aria-busy=true]');
  await found.getByText('1 found so far in the newest 1,000 of 1,050 links').waitFor();
  await found.getByLabel(`Select ${mark}-20`).check();
  goOn();
  await tab.locator('#found').getByText('2 found').waitFor();
  expect(await tab.getByLabel(`Select ${mark}-20`).isChecked()).toBe(true);
  expect(await tab.getByLabel(`Select ${mark}-0`).isChecked()).toBe(false);
  expect(tab.url()).toBe(at(`/links?search=${mark}`));
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
  expect(await tab.locator('#steps').innerText()).toContain('3 of 4 done');
  await context.close();
});
