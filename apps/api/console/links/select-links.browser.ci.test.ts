/** Filtering links and changing many of them in a real Chromium, with script and without. */
import { expect, it } from 'vitest';
import { consoleInChromium } from '#testkit/console-in-chromium';
import { button, mainText, makeLink } from '#testkit/tab';

const running = consoleInChromium();

const visit = async (code: string) => (await running.served.visit(`/${code}`, { Accept: 'application/json' })).status;

it('a filter by tags stands in the address without empty fields, and can be opened again', async () => {
  const developer = await running.newDeveloper();
  const { tab, at } = developer;
  await makeLink(developer, 'filter-one', 'ربيع, Spring');
  await makeLink(developer, 'filter-two', 'Spring');
  await tab.goto(at('/links'));
  await button(tab, 'Filter').click();
  await tab.getByRole('search').getByLabel('ربيع').check();
  await tab.waitForURL('**/links?*');
  expect([...new URL(tab.url()).searchParams]).toEqual([['tag', 'ربيع']]);
  expect(await mainText(tab)).toContain('filter-one');
  expect(await mainText(tab)).not.toContain('filter-two');
  const other = await developer.otherTab();
  await other.goto(tab.url());
  expect(await mainText(other)).not.toContain('filter-two');
  expect(await other.getByRole('search').getByLabel('ربيع').isChecked()).toBe(true);
  await developer.context.close();
});

it('all links of a page are selected with one box, counted, and stopped', async () => {
  const developer = await running.newDeveloper();
  const { tab, at } = developer;
  for (const alias of ['select-one', 'select-two', 'select-three']) await makeLink(developer, alias);
  await tab.goto(at('/links'));
  const change = tab.getByRole('region', { name: 'Change the selected links' });
  expect(await change.isVisible()).toBe(false);
  await tab.getByLabel('Select all').check();
  await change.waitFor();
  expect(await change.getByRole('status').innerText()).toBe('3 links selected');
  await tab.getByLabel('Select select-two').uncheck();
  expect(await change.getByRole('status').innerText()).toBe('2 links selected');
  expect(await tab.getByLabel('Expires after').isVisible()).toBe(false);
  await button(change, 'Clear').click();
  expect(await change.isVisible()).toBe(false);
  await tab.getByLabel('Select all').check();
  await tab.getByLabel('Select select-two').uncheck();
  await button(change, 'Expire now').click();
  await tab.getByText('The selected links are changed.').waitFor();
  expect([await visit('select-one'), await visit('select-two'), await visit('select-three')]).toEqual([410, 302, 410]);
  await developer.context.close();
});

it('Enter in the field of tags adds them, and the list takes out a filter by its chip', async () => {
  const developer = await running.newDeveloper();
  const { tab, at } = developer;
  await makeLink(developer, 'enter-one', 'Old');
  await makeLink(developer, 'enter-two');
  await tab.goto(at('/links'));
  await tab.getByLabel('Select enter-two').check();
  const change = tab.getByRole('region', { name: 'Change the selected links' });
  await button(change, 'Edit tags').click();
  await change.getByLabel('Old').check();
  await change.getByLabel('New tags').fill('New, Newer');
  await tab.keyboard.press('Enter');
  await tab.getByText('The selected links are changed.').waitFor();
  await tab.goto(at('/links?tag=Old'));
  expect(await mainText(tab)).toContain('enter-two');
  await tab.goto(at('/links?tag=Newer&status=active'));
  expect(await mainText(tab)).not.toContain('enter-one');
  expect(await tab.locator('.filter .opener').innerText()).toMatch(/Filter\s*2/);
  await tab.getByRole('list', { name: 'Filters' }).getByRole('link', { name: 'Newer' }).click();
  await tab.waitForURL('**/links?status=active');
  expect(await mainText(tab)).toContain('enter-one');
  await developer.context.close();
});

it('on a phone the tags open as a sheet above the page, which closes at a tap outside it, without script', async () => {
  const developer = await running.newDeveloper({ javaScriptEnabled: false, viewport: { width: 390, height: 800 } });
  const { tab, at } = developer;
  await makeLink(developer, 'sheet-one', 'Old');
  await tab.goto(at('/links'));
  await tab.getByLabel('Select sheet-one').check();
  const change = tab.getByRole('region', { name: 'Change the selected links' });
  await button(change, 'Edit tags').click();
  const field = change.getByLabel('New tags');
  expect(await field.isVisible()).toBe(true);
  await tab.mouse.click(195, 100);
  expect(await field.isVisible()).toBe(false);
  expect(tab.url()).toBe(at('/links'));
  await developer.context.close();
});

it('the list of tags leads to the page of a tag, which renames it', async () => {
  const developer = await running.newDeveloper();
  const { tab, at } = developer;
  await makeLink(developer, 'edits-one', 'ربيع');
  await tab.goto(at('/tags'));
  await tab.getByRole('link', { name: 'ربيع' }).click();
  await button(tab, 'Edit tag').click();
  await tab.getByLabel('Name').fill('Spring');
  await button(tab, 'Save').click();
  await tab.getByText('The tag is changed.').waitFor();
  await developer.context.close();
});

it('links are selected and get a new end without script', async () => {
  const developer = await running.newDeveloper({ javaScriptEnabled: false });
  const { tab, at } = developer;
  await makeLink(developer, 'plain-one');
  await tab.goto(at('/links'));
  expect(await tab.getByLabel('Select all').isVisible()).toBe(false);
  await tab.getByLabel('Select plain-one').check();
  const change = tab.getByRole('region', { name: 'Change the selected links' });
  await button(change, 'Set expiry').click();
  await tab.getByLabel('Expires after').fill('3');
  await button(change, 'Apply').click();
  expect(await mainText(tab)).toContain('The selected links are changed.');
  await tab.goto(at('/links/plain-one'));
  expect(await mainText(tab)).not.toContain('Never');
  await developer.context.close();
});
