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
  ['/links/ALIAS', 'More actions', 'Duplicate'],
  ['/links/ALIAS', /Custom…/, 'Time zone of the days'],
  ['/tags/Old', 'Edit tag', 'Colour'],
] as const;

/** The widths of open panels that are in part outside the window, or narrower for the little room beside their button. */
const TOO_NARROW = `[...document.querySelectorAll('.panel:popover-open')].map((one) => [one, one.getBoundingClientRect()])
  .filter(([one, { left, right, width }]) => left < 0 || right > innerWidth || width < (one.matches('.menu') ? 170 : 400))
  .map(([, { width }]) => width)`;

it.each([
  ['with script', true],
  ['without script', false],
])('every panel is closed by Esc, which gives the focus back, and by a click outside: %s', async (_, hasScript) => {
  const developer = await running.newDeveloper({ javaScriptEnabled: hasScript });
  const { tab, at } = developer;
  const alias = `panels-${hasScript}`;
  await makeLink(developer, alias, 'Old');
  await running.served.visit(`/${alias}`);
  const countRanges = () => tab.goto(at(`/links/${alias}`)).then(() => button(tab, /Custom…/).count());
  await expect.poll(countRanges, { timeout: 10_000 }).toBe(1);
  for (const [page, name, inside] of PANELS) {
    const path = page.replace('ALIAS', alias);
    if (tab.url() !== at(path)) await tab.goto(at(path));
    if (path === '/links') await tab.getByLabel(`Select ${alias}`).check();
    const opener = button(tab, name).first();
    const part = tab.locator('.panel').getByText(inside).first();
    await opener.press('Enter');
    await part.waitFor({ timeout: 2000 });
    expect([name, await tab.evaluate(TOO_NARROW)]).toEqual([name, []]);
    await tab.keyboard.press('Escape');
    expect([name, await part.isVisible()]).toEqual([name, false]);
    await opener.and(tab.locator(':focus')).waitFor({ timeout: 2000 });
    await opener.click();
    expect([name, await part.isVisible()]).toEqual([name, true]);
    await tab.mouse.click(640, 3);
    expect([name, await part.isVisible()]).toEqual([name, false]);
    if (hasScript) await opener.and(tab.locator(':focus')).waitFor({ timeout: 2000 });
  }
  // Beside the sidebar the row of ranges breaks before it reaches the edge of the window, with its panel.
  await tab.goto(at(`/links/${alias}`));
  for (const width of [860, 880, 900, 920]) {
    await tab.setViewportSize({ width, height: 800 });
    await button(tab, /Custom…/).click();
    const box = await tab.locator('.panel:popover-open').boundingBox();
    expect([width, box && box.x >= 8 && box.x + box.width <= width - 8]).toEqual([width, true]);
    await tab.keyboard.press('Escape');
  }
  await developer.context.close();
});

it('a form has the focus in its first field, however it is opened', async () => {
  const developer = await running.newDeveloper({ plan: 'HOBBY' });
  const { tab, at } = developer;
  const focused = (label: string) => tab.getByLabel(label).and(tab.locator(':focus')).waitFor({ timeout: 5000 });
  await tab.goto(at('/keys'));
  await focused('Name');
  await tab.keyboard.type('shop');
  await tab.keyboard.press('Enter');
  await tab.waitForURL('**/text**');
  await tab.goto(at('/links'));
  await tab.keyboard.press('c');
  await tab.waitForURL('**/new-link');
  await focused('Destination');
  await tab.goto(at('/links'));
  await tab.getByRole('link', { name: 'New link' }).first().click();
  await focused('Destination');
  await tab.keyboard.press('Control+k');
  await tab.getByRole('dialog').getByRole('option', { name: 'Create key' }).click();
  await focused('Name');
  await tab.goto(at('/keys'));
  await tab.getByText('Create key').first().press('Enter');
  await focused('Name');
  await tab.getByRole('link', { name: /Read only/ }).press('Enter');
  await tab
    .getByRole('link', { name: /Read only/ })
    .and(tab.locator(':focus'))
    .waitFor();
  await tab.goto(at('/plan'));
  await tab.getByRole('link', { name: 'Request Indie' }).click();
  await focused('What do you need it for?');
  await developer.context.close();
});

/** The colours of the chosen options of a page, each with one of its neighbours'. */
const COLOURS = `[...document.querySelectorAll(':is(.pills,.segments) label:has(:checked),main [aria-current]')].map((one) =>
  [one, one.nextElementSibling?.matches('a,label') ? one.nextElementSibling : one.previousElementSibling].map((each) => getComputedStyle(each).backgroundColor))`;

it('a chosen option looks chosen in forced colours', async () => {
  const developer = await running.newDeveloper({ forcedColors: 'active' });
  const { tab, at } = developer;
  await makeLink(developer, 'forced', 'Old', 'New');
  for (const path of ['/links', '/keys?preset=create', '/links/forced/qr', '/new-link', '/account']) {
    await tab.goto(at(path));
    const colours = (await tab.evaluate(COLOURS)) as [string, string][];
    expect(colours.length, path).toBeGreaterThan(0);
    for (const [chosen, other] of colours) expect([path, chosen]).not.toEqual([path, other]);
  }
  await developer.context.close();
});

it.each([true, false])(
  'what was saved has the focus, and the notice names its value, with script: %s',
  async (script) => {
    const developer = await running.newDeveloper({
      javaScriptEnabled: script,
      viewport: { width: 1000, height: 500 },
    });
    const { tab, at } = developer;
    const alias = `saved-${script}`;
    const focus = tab.locator(':focus');
    const notice = tab.getByRole('status').first();
    await tab.goto(at('/new-link'));
    await tab.getByLabel('Destination').fill('https://example.com/');
    await tab.getByLabel('Alias').fill(alias);
    await tab.getByText('More options').click();
    await tab.getByLabel('Tags').fill('Old');
    await button(tab, 'Create link').click();
    await tab.waitForURL(`**/links/${alias}`);
    await running.served.visit(`/${alias}`);
    expect(await focus.innerText()).toBe('The link is created.');
    // Esc and Cancel drop what was typed, and give the focus back.
    const change = tab.locator('.about > div', { hasText: 'Destination' }).locator('summary').first();
    const drafts = () => tab.evaluate('sessionStorage.length');
    const leave = [() => tab.keyboard.press('Escape'), () => tab.getByRole('link', { name: 'Cancel' }).click()];
    for (const go of script ? leave : []) {
      await change.click();
      await tab.getByLabel('Destination').fill('https://example.org/');
      await expect.poll(drafts).toBe(1);
      await go();
      expect([await focus.innerText(), await drafts()]).toEqual([expect.stringMatching(/^Change/), 0]);
      expect(await tab.getByLabel('Destination').inputValue()).toBe('https://example.com/');
    }
    await tab.locator('.adds summary', { hasText: 'Expiry' }).click();
    await tab.getByLabel('7 days').check();
    await button(tab, 'Save').click();
    await tab.waitForURL('**#the-end');
    expect(await focus.innerText()).toMatch(/^Expires\s+\d+ \w+ \d{4}/);
    expect(await notice.innerText()).toMatch(/^The link is changed\. Expires: \d+ \w+ \d{4}/);
    await tab.locator('.about > div', { hasText: 'Expires' }).locator('summary').click();
    await tab.getByLabel('Never').check();
    await button(tab, 'Save').click();
    await tab.getByText('Expiry: none.').first().waitFor();
    expect(await focus.innerText()).toMatch(/Add:\s+Expiry/);
    await tab.goto(at('/tags/Old'));
    await button(tab, 'Edit tag').click();
    await tab.getByLabel('Name').fill('New');
    await button(tab, 'Save').click();
    await tab.waitForURL('**/tags/New#title');
    expect(await focus.innerText()).toBe('New');
    // The range keeps its place.
    await expect
      .poll(() => tab.goto(at(`/links/${alias}`)).then(() => tab.locator('.range').count()), { timeout: 10_000 })
      .toBe(1);
    await tab.evaluate('scrollTo(0, 333)');
    await tab.getByRole('link', { name: '7 days' }).click();
    await tab.waitForURL('**?days=7*');
    if (script) {
      await expect.poll(() => tab.evaluate('scrollY')).toBe(333);
      expect(await focus.innerText()).toBe('7 days');
    } else expect(await tab.evaluate('scrollY')).toBeGreaterThan(0);
    await developer.context.close();
  },
);
