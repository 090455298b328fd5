/** Filtering links and changing many of them in a real Chromium, with script and without. */
import { expect, it } from 'vitest';
import { consoleInChromium } from '#testkit/console-in-chromium';
import { button, mainText, makeLink } from '#testkit/tab';

const running = consoleInChromium();

it('a filter by tags stands in the address without empty fields, and can be opened again', async () => {
  const developer = await running.newDeveloper();
  const { tab, at } = developer;
  await makeLink(developer, 'filter-one', 'ربيع', 'Spring');
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

it('all links of a page are selected with one box, counted, and given an end that can be undone', async () => {
  const developer = await running.newDeveloper();
  const { tab, at } = developer;
  for (const alias of ['select-one', 'select-two', 'select-three']) await makeLink(developer, alias);
  await tab.goto(at('/links'));
  const change = tab.getByRole('region', { name: 'Change the selected links' });
  expect(await change.isVisible()).toBe(false);
  await tab.getByLabel('Select page').check();
  await change.waitFor();
  expect(await change.locator('[data-count]').innerText()).toBe('3 links selected');
  await tab.getByLabel('Select select-two').uncheck();
  expect(await change.locator('[data-count]').innerText()).toBe('2 links selected');
  expect(await tab.getByLabel('Expires after').isVisible()).toBe(false);
  await button(change, 'Clear').click();
  expect(await change.isVisible()).toBe(false);
  await tab.getByLabel('Select page').check();
  await tab.getByLabel('Select select-two').uncheck();
  await button(change, 'Expire now').click();
  await tab.getByText('2 links will expire in a few seconds, and work until then.').waitFor();
  expect(await tab.getByText('Will expire', { exact: true }).count()).toBe(2);
  await developer.context.close();
});

it('a selection takes ranges and keys, and outlasts paging and a change of it, until Esc, another filter or its deletion ends it', async () => {
  const developer = await running.newDeveloper();
  const { tab, at, accountId } = developer;
  const { key } = (await (await running.served.admin('POST', '/keys', { accountId, name: 'k' })).json()) as {
    key: string;
  };
  const urls = Array.from({ length: 30 }, (_, n) => ({ url: `https://example.com/${n}`, alias: `range-${n}` }));
  await running.served.v2(key, 'POST', '/shorten/batch', { urls });
  await tab.goto(at('/links?sort=created'));
  const box = (n: number) => tab.locator('.pickable').nth(n).locator('[name=codes]');
  const count = tab.locator('[data-count]');
  await box(1).click();
  await box(4).click({ modifiers: ['Shift'] });
  expect(await count.innerText()).toBe('4 links selected');
  expect(await tab.locator('#said').innerText()).toBe('4 links selected');
  // The bar comes before the rows.
  await tab.locator('[data-all]').focus();
  await tab.keyboard.press('Shift+Tab');
  expect(await tab.locator(':focus').innerText()).toBe('Delete');
  await tab.locator('.pickable').nth(6).getByRole('link').first().focus();
  await tab.keyboard.press('x');
  await tab.locator('.pickable').nth(8).getByRole('link').first().focus();
  await tab.keyboard.press('Shift+X');
  expect(await count.innerText()).toBe('7 links selected');
  await tab.keyboard.press('x');
  expect(await count.innerText()).toBe('6 links selected');
  await tab.getByRole('link', { name: 'Older' }).click();
  await tab.waitForURL('**cursor=**');
  expect(await count.innerText()).toBe('6 links selected on other pages');
  await box(0).check();
  expect(await count.innerText()).toBe('7 links selected, 6 on other pages');
  const change = tab.getByRole('region', { name: 'Change the selected links' });
  await button(change, 'Edit tags').click();
  await change.getByLabel('Tags', { exact: true }).fill('Ranged');
  await button(change, 'Add tags').click();
  await tab.getByText('Tag Ranged added to 7 links.').waitFor();
  expect(await count.innerText()).toBe('7 links selected, 6 on other pages');
  // The tags count only the links that the page shows, and say so.
  await tab.getByRole('link', { name: 'Newest' }).click();
  await tab.waitForURL((url) => !url.search.includes('cursor'));
  await box(0).check();
  await button(change, 'Edit tags').click();
  expect(await change.getByRole('checkbox', { name: 'Ranged' }).locator('..').innerText()).toMatch(
    /Ranged\s*6 of 7 shown/,
  );
  // Esc closes the panel, and then clears the selection.
  await tab.keyboard.press('Escape');
  expect(await count.innerText()).toBe('8 links selected, 1 on other pages');
  await box(0).press('Escape');
  expect(await change.isVisible()).toBe(false);
  await tab.keyboard.press('j');
  expect(await tab.locator(':focus').innerText()).toContain(await tab.locator('.pickable .name').first().innerText());
  // Another filter clears it, too.
  await box(0).check();
  await tab.goto(at('/links?tag=Ranged'));
  expect(await tab.locator('.pickable').count()).toBe(7);
  expect(await change.isVisible()).toBe(false);
  // The page has all of them, so the list does not offer more.
  await tab.getByLabel('Select page').check();
  expect(await count.innerText()).toBe('7 links selected');
  expect(await tab.locator('.more').count()).toBe(0);
  await tab.goto(at('/links'));
  expect(await change.isVisible()).toBe(false);
  await tab.goto(at('/account'));
  await tab.getByLabel('Use single keys').uncheck();
  await tab.goto(at('/links'));
  await tab.locator('.pickable').first().getByRole('link').first().focus();
  await tab.keyboard.press('x');
  expect(await change.isVisible()).toBe(false);
  // An end and a deletion, too, act on the links of all pages.
  await tab.getByLabel('Select page').check();
  await tab.getByRole('link', { name: 'Older' }).click();
  await tab.waitForURL('**cursor=**');
  await box(0).check();
  await button(change, 'Expire now').click();
  await tab.getByText('26 links will expire').waitFor();
  expect(await count.innerText()).toBe('26 links selected, 25 on other pages');
  await button(change, 'Delete').click();
  await tab.getByText('26 links will be deleted').waitFor();
  expect(await change.isVisible()).toBe(false);
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
  await change.getByLabel('Other tags').fill('New, Newer');
  await tab.keyboard.press('Enter');
  await tab.getByText('3 tags added to 1 link.').waitFor();
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
  const field = change.getByLabel('Other tags');
  expect(await field.isVisible()).toBe(true);
  await tab.mouse.click(195, 100);
  expect(await field.isVisible()).toBe(false);
  expect(tab.url()).toBe(at('/links'));
  // A window of 1280 by 800 pixels at 200 %.
  await tab.setViewportSize({ width: 640, height: 400 });
  await button(change, 'Edit tags').click();
  for (const part of [change.getByText('Existing tags'), button(change, 'Add tags')]) {
    await part.scrollIntoViewIfNeeded();
    expect((await part.boundingBox())?.y).toBeGreaterThan(0);
  }
  await developer.context.close();
});

it('narrow rows have room for the names of tags and for dates, and the heads of keys one line', async () => {
  const developer = await running.newDeveloper({ viewport: { width: 320, height: 800 } });
  const { tab, at } = developer;
  await makeLink(developer, 'narrow-one', 'Autumn campaign', 'Newsletter', 'Third');
  const readCut = () =>
    tab
      .locator('main :is(.in-line, .of-tags) bdi')
      .evaluateAll((names) => names.map((name) => [name.textContent, name.scrollWidth > name.clientWidth]));
  await tab.goto(at('/links'));
  expect(await readCut()).toEqual([
    ['Autumn campaign', false],
    ['Newsletter', false],
  ]);
  const sticksOut = tab.locator('.recent').evaluate((recent) => {
    for (const [part, words] of [
      ['b', '1,234,567'],
      ['time', '11 months ago'],
    ] as const)
      Object.assign(recent.querySelector(part) as object, { textContent: words });
    return recent.scrollWidth > recent.clientWidth;
  });
  expect(await sticksOut).toBe(false);
  await tab.goto(at('/tags'));
  expect((await readCut()).filter(([, isCut]) => isCut)).toEqual([]);
  await tab.setViewportSize({ width: 1280, height: 800 });
  await tab.goto(at('/keys'));
  const heights = await tab
    .locator('.of-keys thead th')
    .evaluateAll((heads) => heads.map(({ clientHeight }) => clientHeight));
  expect(Math.max(...heights)).toBeLessThan(40);
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
  expect(await tab.getByLabel('Select page').isVisible()).toBe(false);
  await tab.getByLabel('Select plain-one').check();
  const change = tab.getByRole('region', { name: 'Change the selected links' });
  await button(change, 'Set expiry').click();
  await tab.getByLabel('Expires after').fill('3');
  await button(change, 'Apply').click();
  expect(await mainText(tab)).toContain('1 link has a new end:');
  await tab.goto(at('/links/plain-one'));
  expect(await mainText(tab)).not.toContain('Never');
  await developer.context.close();
});
