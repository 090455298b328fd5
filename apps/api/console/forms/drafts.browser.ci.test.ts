/** What was typed into forms of the console, in a real Chromium: only Discard loses any of it (specification 14.3). */
import { beforeAll, describe, expect, it } from 'vitest';
import { consoleInChromium } from '#testkit/console-in-chromium';
import { button, type Developer, makeSignInLink, type Tab } from '#testkit/tab';

const running = consoleInChromium();
let developer: Developer;
let tab: Tab;

beforeAll(async () => {
  developer = await running.newDeveloper();
  tab = developer.tab;
});

const url = 'https://example.com/a-long-address';
const open = (path: string, here = tab) => here.goto(developer.at(path));
const kept = (here = tab) =>
  here.evaluate(() =>
    Object.keys(sessionStorage)
      .filter((key) => key.startsWith('draft '))
      .map((key) => key + sessionStorage.getItem(key)),
  );

/** What any tab of the browser can read. */
const stored = (here: Tab) => here.evaluate(() => JSON.stringify(localStorage));

describe('what was typed into the form of a new link', () => {
  it('is there when the reader comes back, in the preview too, and the password is kept nowhere', async () => {
    await open('/new-link');
    await tab.getByLabel('Destination').fill(url);
    await tab.getByText('More options').click();
    await tab.getByLabel('Password', { exact: true }).fill('secret words');
    await tab.getByLabel('Title').fill('A title');
    await tab.getByLabel('7 days').check();
    await open('/links');
    expect((await kept()).join()).not.toContain('secret words');
    await tab.goBack();
    await expect.poll(() => tab.getByLabel('Destination').inputValue()).toBe(url);
    await open('/new-link');
    await tab.getByText('What you typed before is here').waitFor();
    expect(await tab.getByLabel('Destination').inputValue()).toBe(url);
    expect(await tab.getByLabel('Title').inputValue()).toBe('A title');
    expect(await tab.getByLabel('7 days').isChecked()).toBe(true);
    expect(await tab.getByLabel('Password', { exact: true }).inputValue()).toBe('');
    expect(await tab.locator('[data-preview=url]').innerText()).toBe('example.com/a-long-address');
    await button(tab, 'Discard').click();
    expect(await tab.getByLabel('Destination').inputValue()).toBe('');
    expect(await kept()).toEqual([]);
  });

  it('is there at the next visit too, in another tab, but not in one that is open beside it', async () => {
    const [left, next] = [await developer.otherTab(), await developer.otherTab()];
    await open('/new-link', left);
    await left.getByLabel('Destination').fill(url);
    await left.getByText('More options').click();
    await left.getByLabel('Password', { exact: true }).fill('secret words');
    await open('/new-link', next);
    expect(await next.getByLabel('Destination').inputValue()).toBe('');
    await open('/links', left);
    await left.close();
    expect(await stored(next)).not.toContain('secret words');
    await open('/new-link', next);
    expect(await next.getByLabel('Destination').inputValue()).toBe(url);
    await button(next, 'Discard').click();
    expect(await stored(next)).not.toContain(url);
    await open('/new-link', next);
    expect(await next.getByLabel('Destination').inputValue()).toBe('');
    await next.close();
  });

  it('comes from the overview by “More options”', async () => {
    await open('');
    await tab.getByLabel('Shorten a long address').fill(url);
    await tab.getByText('More options').click();
    await tab.waitForURL('**/new-link');
    expect(await tab.getByLabel('Destination').inputValue()).toBe(url);
    await button(tab, 'Discard').click();
  });

  it('is there after a refusal and after the page of an error, and gone once the link is made', async () => {
    await open('/new-link');
    await tab.getByLabel('Destination').fill(url);
    await tab.getByLabel('Alias').fill('paypal');
    await button(tab, 'Create link').click();
    await tab.getByText('reserved').first().waitFor();
    await tab.getByLabel('Alias').fill('draft-one');
    await open('/no-such-page');
    await open('/new-link');
    expect(await tab.getByLabel('Alias').inputValue()).toBe('draft-one');
    expect(await tab.getByLabel('Destination').inputValue()).toBe(url);
    await button(tab, 'Create link').click();
    await tab.waitForURL('**/links/draft-one');
    expect(await kept()).toEqual([]);
    await open('/new-link');
    expect(await tab.getByLabel('Destination').inputValue()).toBe('');
  });

  it('is there after a form that did not arrive', async () => {
    await open('/new-link');
    await tab.getByLabel('Destination').fill(url);
    await tab.getByLabel('Alias').fill('draft-two');
    const address = developer.at('/links');
    await tab.route(address, (route) => route.abort('internetdisconnected'));
    const failed = tab.waitForEvent('requestfailed');
    await button(tab, 'Create link').click();
    await failed;
    await tab.unroute(address);
    await open('/keys');
    await open('/new-link');
    expect(await tab.getByLabel('Destination').inputValue()).toBe(url);
    expect(await tab.getByLabel('Alias').inputValue()).toBe('draft-two');
    await button(tab, 'Discard').click();
  });
});

it('a preset of a key keeps name and origins, and replaces what it has itself', async () => {
  await open('/keys');
  await tab.getByLabel('Name').fill('my page');
  await tab.getByText('Browser origins').first().click();
  await tab.locator('[name=origins]').fill('https://app.example.com');
  await tab.getByText('Limits', { exact: false }).first().click();
  await tab.locator('[name=perMinute]').fill('7');
  await tab.getByText('Create only').click();
  await tab.waitForURL('**preset=create**');
  await tab.waitForLoadState();
  expect(await tab.getByLabel('Name').inputValue()).toBe('my page');
  expect(await tab.locator('[name=origins]').inputValue()).toBe('https://app.example.com');
  expect(await tab.locator('[name=perMinute]').inputValue()).toBe('10');
  // The mark follows what the fields say.
  const marked = tab.locator('.tiles [aria-current] b');
  expect(await marked.allInnerTexts()).toEqual(['Create only']);
  await tab.getByText('Limits', { exact: false }).first().click();
  await tab.locator('[name=perMinute]').fill('11');
  expect(await marked.count()).toBe(0);
  await tab.locator('[name=perMinute]').fill('10');
  expect(await marked.allInnerTexts()).toEqual(['Create only']);
  // The draft waits beside the list, and comes back with the access that was chosen.
  await running.served.admin('POST', '/keys', { name: 'other', accountId: developer.accountId });
  await tab.getByText('Statistics only').click();
  await tab.waitForURL('**preset=statistics**');
  await open('/plan');
  await open('/keys');
  await tab.getByText('Continue the key you began').click();
  await tab.waitForURL('**/keys?preset=statistics');
  await expect.poll(() => tab.getByLabel('Name').inputValue()).toBe('my page');
  expect(await tab.locator('[name=access][value=some]').isChecked()).toBe(true);
  expect(await tab.locator('[name="links:create"]').isChecked()).toBe(false);
  await button(tab, 'Discard').click();
  await open('/keys');
  expect(await tab.getByText('Continue the key you began').isVisible()).toBe(false);
});

it('what was typed belongs to the session: signing out ends it in every tab', async () => {
  const [here, other] = [tab, await developer.otherTab()];
  await open('/new-link', other);
  await other.getByLabel('Destination').fill(url);
  await open('/new-link', here);
  await here.getByLabel('Destination').fill(url);
  expect([(await kept(here)).length, (await kept(other)).length]).toEqual([1, 1]);
  await button(here, 'Sign out').click();
  await here.waitForURL('**/sign-in**');
  expect(await kept(here)).toEqual([]);
  await expect.poll(() => kept(other)).toEqual([]);
  expect(await stored(other)).not.toContain('draft ');
  await here.goto(await makeSignInLink(running.served, developer.accountId));
  await button(here, 'Sign in').click();
  await here.waitForURL('**/console/account**');
  await open('/new-link', here);
  expect(await here.getByLabel('Destination').inputValue()).toBe('');
});

describe('without script', () => {
  it('a preset of a key keeps name and origins, and Enter creates the key', async () => {
    const plain = await running.newDeveloper({ javaScriptEnabled: false });
    await open('/keys', plain.tab);
    await plain.tab.getByLabel('Name').fill('my page');
    await plain.tab.getByText('Browser origins').first().click();
    await plain.tab.locator('[name=origins]').fill('https://app.example.com');
    await button(plain.tab, /Create only/).click();
    await plain.tab.waitForLoadState();
    expect(await plain.tab.getByLabel('Name').inputValue()).toBe('my page');
    expect(await plain.tab.locator('[name=origins]').inputValue()).toBe('https://app.example.com');
    expect(await plain.tab.locator('[name=perMinute]').inputValue()).toBe('10');
    await plain.tab.getByLabel('Name').press('Enter');
    await plain.tab.waitForURL('**/text');
  });

  it('“More options” of the overview takes the address along', async () => {
    const plain = await running.newDeveloper({ javaScriptEnabled: false });
    await open('', plain.tab);
    await plain.tab.getByLabel('Shorten a long address').fill(url);
    await button(plain.tab, 'More options').click();
    await plain.tab.waitForLoadState();
    expect(await plain.tab.getByLabel('Destination').inputValue()).toBe(url);
  });
});
