/** Panels above the page, and where the focus is, in a real Chromium, with script and without. */
import { expect, it } from 'vitest';
import { consoleInChromium } from '#testkit/console-in-chromium';
import { button, makeLink } from '#testkit/tab';

const running = consoleInChromium();

/** Each panel: its page, its button, and an element in it. */
const PANELS = [
  ['/links', 'Filter', 'Status'],
  ['/links', 'Edit tags', 'Existing tags'],
  ['/links', 'Set expiry', 'Expires after'],
  ['/links/ALIAS', 'More actions', 'Delete…'],
  ['/links/ALIAS', /Custom…/, 'Time zone of the days'],
  ['/tags/Old', 'Edit tag', 'Colour'],
] as const;

it.each([
  ['with script', true],
  ['without script', false],
])('every panel is closed by Esc, which gives the focus back, and by a click outside: %s', async (_, hasScript) => {
  const developer = await running.newDeveloper({ javaScriptEnabled: hasScript });
  const { tab, at } = developer;
  const alias = `panels-${hasScript}`;
  await makeLink(developer, alias, 'Old');
  await running.served.visit(`/${alias}`);
  await expect.poll(() => tab.reload().then(() => button(tab, /Custom…/).count()), { timeout: 10_000 }).toBe(1);
  for (const [page, name, inside] of PANELS) {
    const path = page.replace('ALIAS', alias);
    if (tab.url() !== at(path)) await tab.goto(at(path));
    if (path === '/links') await tab.getByLabel(`Select ${alias}`).check();
    const opener = button(tab, name).first();
    const part = tab.locator('.panel').getByText(inside).first();
    await opener.press('Enter');
    await part.waitFor({ timeout: 2000 });
    await tab.keyboard.press('Escape');
    expect([name, await part.isVisible()]).toEqual([name, false]);
    await opener.and(tab.locator(':focus')).waitFor({ timeout: 2000 });
    await opener.click();
    expect([name, await part.isVisible()]).toEqual([name, true]);
    await tab.mouse.click(640, 3);
    expect([name, await part.isVisible()]).toEqual([name, false]);
    if (hasScript) await opener.and(tab.locator(':focus')).waitFor({ timeout: 2000 });
  }
  await developer.context.close();
});
