/**
 * Forms of links in a real Chromium. They lose and truncate no typed text, and do nothing twice
 * (docs/design/console-and-forms.md).
 */
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { MAX_CODE_LENGTH } from '#domain/short-address';
import { consoleInChromium } from '#testkit/console-in-chromium';
import { button, clickTwice, type Developer, mainText, type Tab } from '#testkit/tab';

const running = consoleInChromium();
let developer: Developer;
let tab: Tab;

beforeAll(async () => {
  developer = await running.newDeveloper();
  tab = developer.tab;
});
// What one test types must not be a draft of the next. A page keeps it once more as it is left.
afterEach(async () => {
  await open('/account');
  await tab.evaluate('sessionStorage.clear(); localStorage.clear()');
});

const url = 'https://example.com/';
const open = (path: string, here = tab) => here.goto(developer.at(path));

/** Opens the form of a fact on the open page of a link. */
const openForm = (fact: string, here = tab) =>
  here.locator('.about > div, .titled, .adds > details', { hasText: fact }).locator('summary').first().click();

/** Visits a code, and returns the status. */
const visit = async (code: string) => (await running.served.visit(`/${code}`, { Accept: 'application/json' })).status;

async function makeLink(fields: Record<string, string>): Promise<void> {
  await open('/new-link');
  await tab.getByText('More options').click();
  for (const [label, value] of Object.entries({ Destination: url, ...fields })) {
    if (label === 'Expires after') await tab.getByLabel('Other').check();
    await tab.getByLabel(label).fill(value);
  }
  await button(tab, 'Create link').click();
  await tab.waitForURL(/\/links\/[\w-]+(\?.*)?$/);
}

/** Returns the destination and the facts of a link, as another tab of its owner shows them. */
async function readFacts(code: string): Promise<string> {
  const here = await developer.otherTab();
  await open(`/links/${code}`, here);
  const facts = await here.locator('.about').first().innerText();
  await here.close();
  return facts;
}

describe('a typed password', () => {
  it('is kept after another field was refused', async () => {
    await open('/new-link');
    await tab.getByLabel('Destination').fill(url);
    await tab.getByLabel('Alias').fill('paypal');
    await tab.getByText('More options').click();
    await tab.getByLabel('Password', { exact: true }).fill('secret words');
    await button(tab, 'Create link').click();
    await tab.getByLabel('Alias').fill('form-link-one');
    await button(tab, 'Create link').click();
    await tab.waitForURL('**/links/form-link-one');
    expect(await visit('form-link-one')).toBe(401);
    await tab.goBack();
    expect([tab.url(), await tab.locator('h1').innerText()]).toEqual([developer.at('/new-link'), 'New link']);
  });

  it('is set by a form of its own, and leaves the other facts as they are', async () => {
    await makeLink({ Alias: 'form-link-two', 'Expires after': '5' });
    await openForm('Password');
    await tab.getByLabel('New password').fill('secret words');
    await button(tab, 'Save').click();
    await tab.getByText('The link is changed.').waitFor();
    expect(await readFacts('form-link-two')).toMatch(/Expires\s.*\d+ \w+ 20\d\d.*Password\s.*Set/s);
  });
});

describe.each([
  ['with script', true],
  ['without script', false],
])('a double click %s', (_name, javaScriptEnabled) => {
  it('makes one link', async () => {
    const { tab: here, at } = await running.newDeveloper({ javaScriptEnabled });
    await here.goto(at('/new-link'));
    await here.getByLabel('Destination').fill(url);
    await clickTwice(here, running.served, 'Create link');
    await here.getByText('The link is created.').waitFor();
    await here.goto(at('/links'));
    expect(await here.locator('.rows > li').count()).toBe(1);
    await here.context().close();
  });
});

it('the button of a form is disabled until the response arrives', async () => {
  await open('/new-link');
  await tab.getByLabel('Destination').fill(url);
  // The page itself reads the button, because Playwright would wait for the response first.
  const seen = await tab.evaluate(`(() => {
    const button = document.querySelector('main button');
    button.click();
    return new Promise((read) => { setTimeout(() => read([button.disabled, button.textContent])); });
  })()`);
  expect(seen).toEqual([true, 'Sending…']);
  await tab.getByText('The link is created.').waitFor();
});

it.each([
  ['Alias', 'a'.repeat(MAX_CODE_LENGTH + 1)],
  ['Password', 'p'.repeat(101)],
  ['Destination', `https://example.com/${'x'.repeat(8_200)}`],
])('a pasted %s that is too long is refused, and not truncated', async (label, text) => {
  await open('/new-link');
  if (label !== 'Destination') await tab.getByLabel('Destination').fill(url);
  await tab.getByText('More options').click();
  await tab.getByLabel(label, { exact: true }).focus();
  await tab.keyboard.insertText(text);
  await button(tab, 'Create link').click();
  await tab.waitForURL(/\/links(\/[\w-]+(\?.*)?)?$|new-link$/);
  await tab
    .getByText(/Use \d to|Use at most/)
    .first()
    .waitFor({ timeout: 60_000 });
  expect(await tab.getByLabel(label, { exact: true }).inputValue()).toBe(label === 'Password' ? '' : text);
});

it('the later of two tabs that edit a link is refused, and shows its own text and the current values', async () => {
  await makeLink({ Alias: 'form-link-eight' });
  await openForm('Destination');
  const other = await developer.otherTab();
  await open('/links/form-link-eight', other);
  await openForm('Destination', other);
  await other.getByLabel('Destination').fill('https://example.org/by-the-other');
  await button(other, 'Save').click();
  await other.getByText('The link is changed.').waitFor();
  await other.close();
  await tab.getByLabel('Destination').fill('https://example.net/by-this-one');
  await button(tab, 'Save').click();
  await tab.getByText('while you were editing').first().waitFor({ timeout: 60_000 });
  expect(await readFacts('form-link-eight')).toContain('https://example.org/by-the-other');
  expect(await mainText(tab)).toContain('https://example.org/by-the-other');
  expect(await tab.getByLabel('Destination').inputValue()).toBe('https://example.net/by-this-one');
  await button(tab, 'Replace it').click();
  await tab.getByText('The link is changed.').waitFor();
  expect(await readFacts('form-link-eight')).toContain('https://example.net/by-this-one');
});

it('a refused form shows every error at once, with a summary that links to each field', async () => {
  await open('/new-link');
  await tab.getByLabel('Destination').fill('https://nowhere');
  await tab.getByLabel('Alias').fill('a b');
  await tab.getByText('More options').click();
  await tab.getByLabel('Click limit').fill('many');
  await tab.getByLabel('Other').check();
  await tab.getByLabel('Expires after').fill('soon');
  const password = tab.getByLabel('Password', { exact: true });
  await password.fill('abc');
  // What the browser can find is said when a field is left, and a wrong password is not sent.
  const isWrong = (label: string) => tab.getByLabel(label, { exact: true }).getAttribute('aria-invalid');
  await tab.locator('.bad', { hasText: 'Enter a whole number from 1' }).waitFor();
  await button(tab, 'Create link').click();
  await tab.locator('.bad', { hasText: 'Use 4 to 100 characters.' }).waitFor();
  await password.and(tab.locator(':focus')).waitFor();
  await password.fill('abcd');
  expect(await isWrong('Password')).toBe(null);
  await button(tab, 'Create link').click();
  const summary = tab.getByRole('alert');
  await summary.waitFor();
  for (const label of ['Destination', 'Alias', 'Click limit', 'Expires after'])
    expect(await isWrong(label), label).toBe('true');
  expect(await summary.getByRole('link').count()).toBe(4);
  await tab.getByLabel('Click limit').fill('5');
  expect([await isWrong('Click limit'), await tab.getByText('Enter a whole number from 1').count()]).toEqual([null, 0]);
  await summary.getByRole('link', { name: /Alias/ }).click();
  expect(await tab.evaluate('document.activeElement.name')).toBe('alias');
});

it('the pages of a dead link give the reason, and offer no action that would fail', async () => {
  await makeLink({ Alias: 'form-link-twelve', 'Click limit': '1' });
  await running.served.visit('/form-link-twelve');
  await open('/links/form-link-twelve');
  await tab.getByText('Clicks used up').waitFor();
  expect(await tab.getByRole('link', { name: 'QR code' }).count()).toBe(0);
  await tab.getByRole('link', { name: 'Allow more clicks' }).click();
  expect(await tab.getByLabel('New limit').isVisible()).toBe(true);
  await open('/links/form-link-twelve/qr');
  expect(await tab.getByRole('link', { name: /Download/ }).count()).toBe(0);
  await open('/links/form-link-twelve');
  const made = await running.served.admin('POST', '/keys', { name: 'one', accountId: developer.accountId });
  const { key } = (await made.json()) as { key: string };
  expect((await running.served.v2(key, 'DELETE', '/links/form-link-twelve')).status).toBe(204);
  await open('/links/form-link-twelve');
  expect(await mainText(tab)).toContain('This link was deleted');
  expect(await button(tab, 'Save').count()).toBe(0);
});

it('the preview follows what is typed, and a suggested alias fills its field', async () => {
  await makeLink({ Alias: 'form-link-twenty' });
  await open('/new-link');
  expect(await tab.getByText('Your code appears here').isVisible()).toBe(true);
  await tab.getByLabel('Destination').fill('example.org/page');
  expect(await tab.getByText('Your code appears here').isVisible()).toBe(false);
  await tab.getByLabel('Alias').fill('form-link-twenty');
  await tab.getByText('More options').click();
  const preview = tab.locator('.preview');
  expect(await preview.innerText()).not.toContain('Expires');
  await tab.getByLabel('30 days').check();
  expect(await preview.innerText()).toContain('After 30 days');
  await tab.getByLabel('Other').check();
  await tab.getByLabel('Expires after').fill('3');
  expect(await preview.innerText()).toMatch(/form-link-twenty.*example\.org.*After 3 days/s);
  expect(await tab.locator('.lifetime').innerText()).toMatch(/Expires \d+ \w+ 20\d\d, \d\d:\d\d$/);
  await tab.getByLabel('Alias').press('Enter');
  await button(tab, 'form-link-twenty-2').click();
  expect(await tab.getByLabel('Alias').inputValue()).toBe('form-link-twenty-2');
  expect(await preview.innerText()).toContain('form-link-twenty-2');
  await tab.getByLabel('Alias').press('Enter');
  await tab.waitForURL('**/links/form-link-twenty-2');
});

it('the address and its UTM fields follow each other while one types, and a chosen template fills them', async () => {
  await open('/templates');
  for (const label of ['Name', 'Source', 'Medium']) await tab.getByLabel(label).fill(`my ${label}`);
  await button(tab, 'Save template').click();
  await tab.getByText('The template is saved.').waitFor();
  expect(await tab.getByText('What you typed for a new link is kept.').isVisible()).toBe(false);
  await open('/new-link');
  const address = tab.getByLabel('Destination');
  await tab.getByText('UTM parameters').click();
  await tab.getByLabel('Source').fill('mail');
  await address.pressSequentially('example.org/#top');
  await tab.getByLabel('Medium').fill('e mail');
  expect(await address.inputValue()).toBe('example.org/?utm_source=mail&utm_medium=e%20mail#top');
  await address.fill('https://example.net/?utm_campaign=a+b');
  expect(await tab.getByLabel('Campaign').inputValue()).toBe('a b');
  expect(await tab.getByLabel('Source').inputValue()).toBe('');
  await tab.getByLabel('Campaign').fill('');
  expect(await address.inputValue()).toBe('https://example.net/');
  await tab.getByLabel('Term').fill('mine');
  await tab.getByLabel('Template').selectOption('my Name');
  expect(await tab.getByLabel('Source').inputValue()).toBe('my Source');
  const filled = 'https://example.net/?utm_term=mine&utm_source=my%20Source&utm_medium=my%20Medium';
  expect([await address.inputValue(), await button(tab, 'Fill in').count()]).toEqual([filled, 0]);
  await address.press('Enter');
  await tab.getByText('The link is created.').waitFor();
});

it('several addresses that are pasted as the destination become links, in the zone of the browser', async () => {
  const { tab: here, at } = await running.newDeveloper({ timezoneId: 'Asia/Tokyo' });
  await here.goto(at('/new-link'));
  await here.evaluate(`(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', 'example.com/1\\nhttps://nowhere\\nexample.com/2\\n');
    const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.querySelector('[name=url]').dispatchEvent(paste);
  })()`);
  await here.waitForURL('**/several-links');
  await here.getByLabel('On a date').check();
  await here.getByLabel('Expires on').fill('2099-07-01T09:00');
  await button(here, 'Create links').click();
  await here.getByText('Enter a day within the next ten years.').waitFor();
  const next = new Date().getFullYear() + 1;
  await here.getByLabel('Expires on').fill(`${next}-07-01T09:00`);
  await button(here, 'Create links').click();
  await here.getByRole('heading', { name: '2 new links' }).waitFor();
  expect(await here.getByLabel('Destinations').inputValue()).toBe('https://nowhere');
  await here.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await button(here, 'Copy all').click();
  await here.getByText('Copied').first().waitFor();
  expect((await here.evaluate('navigator.clipboard.readText()')) as string).toMatch(
    /^(http:\/\/s\.example\.com\/\w+\n?){2}$/,
  );
  await here.locator('.rows .name').first().click();
  expect(await here.locator('.about time').first().getAttribute('title')).toBe(`1 Jul ${next}, 00:00 UTC`);
  await here.getByText('Change: Expires').click();
  expect(await here.getByLabel('Expires on').inputValue()).toBe(`${next}-07-01T09:00`);
  await here.context().close();
});

it('the error of the field in focus stands above the buttons that stay in view', async () => {
  await tab.setViewportSize({ width: 1280, height: 800 });
  await open('/new-link');
  await tab.getByLabel('Destination').fill(url);
  await tab.getByText('More options').click();
  await tab.getByLabel('Click limit').fill('-3');
  await button(tab, 'Create link').click();
  const field = tab.locator('[aria-invalid]:focus');
  await field.waitFor();
  const bottomOf = "document.getElementById(document.activeElement.id + '-error').getBoundingClientRect().bottom";
  const top = "document.querySelector('.ends').getBoundingClientRect().top";
  expect(await tab.evaluate(`${bottomOf} <= ${top}`)).toBe(true);
});

it('without script a suggested alias makes the link', async () => {
  await makeLink({ Alias: 'form-link-thirty' });
  const { tab: here, at } = await running.newDeveloper({ javaScriptEnabled: false });
  await here.goto(at('/new-link'));
  await here.getByLabel('Destination').fill('example.org');
  await here.getByLabel('Alias').fill('form-link-thirty');
  await here.getByLabel('Alias').press('Enter');
  await button(here, 'form-link-thirty-3').waitFor();
  await button(here, 'form-link-thirty-2').click();
  await here.waitForURL('**/links/form-link-thirty-2');
  await here.context().close();
});
