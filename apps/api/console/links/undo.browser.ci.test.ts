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
  await tab.getByText('The deletion is undone').waitFor();
  expect(await tab.getByText('Will be deleted', { exact: true }).count()).toBe(0);
  await developer.context.close();
});

it('the list is loaded again once a deletion can no longer be undone, unless a link is selected', async () => {
  const developer = await running.newDeveloper();
  const { tab, at } = developer;
  for (const alias of ['again-one', 'again-two']) await makeLink(developer, alias);
  await tab.clock.install();
  await tab.goto(at('/links/again-one'));
  await button(tab, 'Delete link').click();
  await tab.getByText(deletionText).waitFor();
  const loads: string[] = [];
  tab.on('request', (request) => request.isNavigationRequest() && loads.push(request.url()));
  const isLoadedAgain = tab.waitForEvent('load');
  await tab.clock.fastForward(10_000);
  await isLoadedAgain;
  expect(loads).toEqual([at('/links')]);
  await tab.getByLabel('Select again-two').check();
  await tab.clock.fastForward(10_000);
  expect([await tab.getByText(deletionText).count(), loads.length]).toEqual([0, 1]);
  expect(await tab.getByLabel('Select again-two').isChecked()).toBe(true);
  await developer.context.close();
});
