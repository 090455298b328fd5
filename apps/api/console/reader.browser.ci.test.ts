/**
 * How the console adapts to its reader, in a real Chromium: appearance, zone of times, motion, and passkeys at hand.
 */
import type { BrowserContextOptions, Page as Tab } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { consoleInChromium } from '#testkit/console-in-chromium';
import { addVirtualAuthenticator, button } from '#testkit/tab';

const running = consoleInChromium();

const developer = (options: BrowserContextOptions) => running.newDeveloper(options);
const background = (tab: Tab) => tab.evaluate('getComputedStyle(document.documentElement).backgroundColor');
const [LIGHT, DARK] = ['rgb(246, 247, 250)', 'rgb(18, 21, 29)'];

describe('a chosen appearance', () => {
  it('applies at once without losing what is typed, and stays after a reload', async () => {
    const { tab, at, context } = await developer({ colorScheme: 'light' });
    await tab.goto(at('/new-link'));
    await tab.getByLabel('Destination').fill('https://example.com/typed');
    expect(await background(tab)).toBe(LIGHT);
    const stored = tab.waitForResponse('**/console/theme');
    await tab.getByRole('radio', { name: 'Dark' }).check();
    expect(await background(tab)).toBe(DARK);
    expect(await tab.getByLabel('Destination').inputValue()).toBe('https://example.com/typed');
    await stored;
    await tab.reload();
    expect(await background(tab)).toBe(DARK);
    await context.close();
  });

  it('can be chosen without script', async () => {
    const { tab, at, context } = await developer({ colorScheme: 'dark', javaScriptEnabled: false });
    await tab.goto(at('/links?status=active'));
    expect(await background(tab)).toBe(DARK);
    await tab.getByRole('radio', { name: 'Light' }).check();
    await button(tab, 'Set theme').click();
    expect(tab.url()).toBe(at('/links?status=active'));
    expect(await background(tab)).toBe(LIGHT);
    await context.close();
  });
});

it('the tabs of a small window never cover what has the focus', async () => {
  const { tab, at, context } = await developer({ viewport: { width: 390, height: 480 } });
  await tab.goto(at('/account'));
  // The body has the focus once the focus has left the last element of the page.
  const focus = `(() => {
    const [tabs, focused] = [document.querySelector('.tabs'), document.activeElement];
    if (focused === document.body) return 'left';
    const isBelow = focused.getBoundingClientRect().bottom > tabs.getBoundingClientRect().top;
    return isBelow && !tabs.contains(focused) ? 'covered' : 'seen';
  })()`;
  const seen: unknown[] = [];
  while (seen.at(-1) !== 'left' && seen.length < 50) {
    await tab.keyboard.press('Tab');
    seen.push(await tab.evaluate(focus));
  }
  expect(seen.length).toBeGreaterThan(15);
  expect(seen).toEqual([...seen.slice(1).map(() => 'seen'), 'left']);
  await context.close();
});

it('times are in the reader’s zone, with UTC in their titles', async () => {
  const { tab, at, context } = await developer({ timezoneId: 'Pacific/Kiritimati' });
  await tab.goto(at('/account'));
  const time = tab.locator('time[data-zone=moment]').first();
  const utc = (await time.getAttribute('title')) ?? '';
  const fourteenHoursLater = Date.parse(utc.replace(',', '')) + 14 * 3_600_000;
  const shown = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
  expect(await time.innerText()).toBe(shown.format(fourteenHoursLater));
  await context.close();
});

it('the log shows each event below the day of the reader’s zone, and in UTC without script', async () => {
  const [there, utc] = [
    await developer({ timezoneId: 'Pacific/Kiritimati' }),
    await developer({ timezoneId: 'Pacific/Kiritimati', javaScriptEnabled: false }),
  ];
  for (const { tab, at } of [there, utc]) await tab.goto(at('/activity'));
  const event = there.tab.locator('.log li time').first();
  const at = new Date((await event.getAttribute('datetime')) ?? '');
  const fourteenHoursLater = new Date(at.getTime() + 14 * 3_600_000);
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' });
  expect(await event.innerText()).toBe(fourteenHoursLater.toISOString().slice(11, 16));
  expect(await there.tab.locator('.log h2').first().innerText()).toBe('Today');
  expect(await there.tab.locator('.log h2 time').first().getAttribute('title')).toBe(day.format(fourteenHoursLater));
  expect(await utc.tab.locator('.log li time').first().innerText()).toMatch(/^\d\d:\d\d UTC$/);
  for (const { context } of [there, utc]) await context.close();
});

it('an exception in one part of the script leaves the other parts working', async () => {
  const { tab, at, context } = await developer({ timezoneId: 'Pacific/Kiritimati' });
  const errors: Error[] = [];
  tab.on('pageerror', (error) => errors.push(error));
  // The parts that copy ask for the clipboard.
  await tab.addInitScript(
    "Object.defineProperty(Navigator.prototype, 'clipboard', { get() { throw new Error('no clipboard'); } })",
  );
  await tab.goto(at('/account'));
  expect(await tab.locator('time[data-zone=moment]').first().innerText()).not.toContain('UTC');
  await tab.keyboard.press('Control+k');
  await tab.getByRole('dialog').waitFor();
  expect(errors.map(({ message }) => message)).toEqual(['no clipboard']);
  await context.close();
});

it('nothing moves for a reader who wants less motion', async () => {
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    const context = await running.browser.newContext({ reducedMotion });
    const tab = await context.newPage();
    await tab.goto(`${running.served.origin}/console/sign-in`);
    const moving = await tab.evaluate('document.getAnimations().length');
    expect(Number(moving) > 0).toBe(reducedMotion === 'no-preference');
    await context.close();
  }
});

it('a passkey signs in, and a line that has the focus says why none was used', async () => {
  const { tab, at, context } = await developer({});
  await addVirtualAuthenticator(tab);
  await tab.goto(at('/account'));
  await button(tab, 'Add a passkey').click();
  await tab.getByText('The passkey is added').waitFor();
  await button(tab, 'Sign out').click();
  await tab.getByText('You are signed out.').waitFor();
  await tab.evaluate('navigator.credentials.get = () => Promise.reject(new DOMException("", "NotAllowedError"))');
  await button(tab, 'Sign in with a passkey').click();
  await tab.locator(':focus').getByText('No passkey was used: you cancelled').waitFor();
  await tab.reload();
  await button(tab, 'Sign in with a passkey').click();
  await tab.waitForURL(at(''));
  await context.close();
});
