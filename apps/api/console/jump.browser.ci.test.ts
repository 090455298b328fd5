/** Ctrl-K and `c` in a real browser. Part of `npm run test:ci`. */
import axe from 'axe-core';
import { expect, it } from 'vitest';
import { consoleInChromium } from '#testkit/console-in-chromium';
import { makeLink } from '#testkit/tab';

const running = consoleInChromium();

it('Ctrl-K jumps to a page by its name and to a link by its code, and axe finds nothing in it', async () => {
  const developer = await running.newDeveloper();
  const { tab, at } = developer;
  await makeLink(developer, 'spring-sale');
  await tab.keyboard.press('Control+k');
  await tab.evaluate(axe.source);
  const { violations } = (await tab.evaluate('axe.run()')) as axe.AxeResults;
  expect(violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])).toEqual([]);
  await tab.keyboard.type('stat');
  await tab.keyboard.press('Enter');
  await tab.waitForURL(at('/statistics'));
  await tab.keyboard.press('Control+k');
  await tab.keyboard.type('spring-sale');
  await tab.keyboard.press('ArrowDown');
  await tab.keyboard.press('Enter');
  await tab.waitForURL(at('/links/spring-sale'));
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
