/** Deleting links and undoing it in a real Chromium, with script and without. Part of `npm run test:ci`. */
import { expect, it } from 'vitest';
import { consoleInChromium } from '#testkit/console-in-chromium';
import { button, makeLink } from '#testkit/tab';

const running = consoleInChromium();

const visit = async (code: string) => (await running.served.visit(`/${code}`, { Accept: 'application/json' })).status;

const deletionText = /will be deleted in a few seconds, and works? until then/;

it.each([true, false])('selected links are deleted and kept by Undo, with script: %s', async (javaScriptEnabled) => {
  const developer = await running.newDeveloper({ javaScriptEnabled });
  const { tab, at } = developer;
  const [one, two] = [`undo-one-${javaScriptEnabled}`, `undo-two-${javaScriptEnabled}`];
  for (const alias of [one, two]) await makeLink(developer, alias);
  await tab.goto(at('/links'));
  for (const alias of [one, two]) await tab.getByLabel(`Select ${alias}`).check();
  await button(tab.locator('main'), 'Delete').click();
  await tab.getByText(deletionText).waitFor();
  expect(await tab.getByLabel(`Select ${one}`).isDisabled()).toBe(true);
  expect(await tab.getByText('Will be deleted', { exact: true }).count()).toBe(2);
  expect([await visit(one), await visit(two)]).toEqual([302, 302]);
  await button(tab, 'Undo').click();
  await tab.getByText('Undone:').waitFor();
  expect(await tab.getByText('Will be deleted', { exact: true }).count()).toBe(0);
  await developer.context.close();
});

it('Undo has the focus, its time can be stretched, and its end is said in its place', async () => {
  const developer = await running.newDeveloper();
  const { tab, at } = developer;
  for (const alias of ['end-one', 'end-two', 'end-three']) await makeLink(developer, alias);
  // The time of the page only goes on by what the test adds.
  await tab.clock.install({ time: 0 });
  await tab.clock.pauseAt('1970-01-02');
  await tab.goto(at('/links/end-one'));
  await button(tab, 'More actions').press('Enter');
  // The script of the arrow keys is loaded by the first key.
  await expect
    .poll(async () => {
      await tab.keyboard.press('ArrowUp');
      return tab.locator(':focus').textContent();
    })
    .toBe('Delete');
  await tab.keyboard.press('Enter');
  await tab.getByText(deletionText).waitFor();
  const focused = () => tab.locator(':focus').textContent();
  expect(await focused()).toMatch(/^Undo/);
  await button(tab, 'More time').click();
  await tab.getByText('will be deleted in about a minute').waitFor();
  expect(await focused()).toMatch(/^Undo/);
  await tab.getByLabel('Select end-two').check();
  expect(await tab.locator('[data-range]').innerText()).toBe('3 links');
  const loads: string[] = [];
  tab.on('request', (request) => request.isNavigationRequest() && loads.push(request.url()));
  const placeOf = (text: string) => tab.getByText(text).first().boundingBox();
  const before = await placeOf('end-two');
  const leftMs = Number(await tab.locator('[data-left]').getAttribute('data-left'));
  await tab.clock.fastForward(leftMs - 1_000);
  expect(await button(tab, 'Undo').textContent()).toMatch(/Undo1 s/);
  // The server's time is another one, so the API deletes the link.
  const made = await running.served.admin('POST', '/keys', { name: 'k', accountId: developer.accountId });
  const { key } = (await made.json()) as { key: string };
  expect((await running.served.v2(key, 'DELETE', '/links/end-one')).status).toBe(204);
  await tab.clock.fastForward(1_000);
  await tab.getByText('/end-one is deleted.').waitFor();
  await tab.getByText('2 links', { exact: true }).waitFor();
  expect(await tab.locator('.gone').innerText()).toMatch(/end-one[\s\S]*Deleted/);
  expect(await button(tab, 'Undo').count()).toBe(0);
  expect([await placeOf('end-two'), loads]).toEqual([before, []]);
  expect(await tab.getByLabel('Select end-two').isChecked()).toBe(true);
  await tab.goto(at('/links/end-three'));
  await button(tab, 'More actions').click();
  await button(tab, 'Expire now').click();
  await tab.getByText('will expire in a few seconds, and works until then').waitFor();
  // All of the page stays as long as the link works.
  for (const name of ['Copy', 'More actions']) await button(tab, name).waitFor();
  await tab.getByText('Change', { exact: false }).first().waitFor();
  expect([await focused(), await visit('end-three')]).toEqual([expect.stringMatching(/^Undo/), 302]);
  await tab.clock.fastForward(10_000);
  await tab.getByText('/end-three has expired.').waitFor();
  expect(await focused()).toContain('has expired');
  // An expired link keeps its address to copy, and its menu.
  for (const name of ['Copy', 'More actions']) await button(tab, name).waitFor();
  await developer.context.close();
});
