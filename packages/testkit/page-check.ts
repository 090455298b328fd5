/**
 * Checks an open page in every width and colour scheme: no horizontal scrolling, no finding of axe, and no foreign
 * origin. SCREENSHOTS=<folder> stores a screenshot of each. axe takes most of the time, so only `npm run test:long`
 * runs it in every view.
 */
import { mkdirSync } from 'node:fs';
import axe from 'axe-core';
import type { Page as Tab } from 'playwright-core';
import { expect } from 'vitest';

const VIEWS = [390, 1280].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme, name: `${width}-${colorScheme}` })),
);

/** The narrowest and the widest window, which have no screenshots. */
const EXTREMES = [
  { width: 320, colorScheme: 'light', name: '320-light' },
  { width: 1920, colorScheme: 'dark', name: '1920-dark' },
] as const;

/** The views in which axe runs. In `npm run test:ci` pages take turns: light on a phone, dark on a desktop. */
const AXE_VIEWS: readonly (readonly string[])[] = process.env.TEST_LONG
  ? [[...EXTREMES, ...VIEWS].map(({ name }) => name)]
  : [['390-light'], ['1280-dark']];

/** A window of 1280 by 800 that is enlarged to 200 % (WCAG 2.2, 1.4.4). It has no screenshots. */
const ENLARGED = { width: 640, height: 400 };

async function takeScreenshot(tab: Tab, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await tab.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

/** Returns the findings of axe in the open page. @throws AssertionError if axe has not run its rules */
export async function findViolations(tab: Tab): Promise<unknown[]> {
  await tab.evaluate(axe.source);
  const { violations, passes } = (await tab.evaluate('axe.run()')) as axe.AxeResults;
  expect(passes.map(({ id }) => id)).toContain('color-contrast');
  return violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]);
}

/**
 * Makes the check of a tab.
 * @param origin the only origin that its pages may request
 * @returns checks the page that is open, whose screenshots get a name
 */
export function makePageCheck(tab: Tab, origin: string): (name: string) => Promise<void> {
  const requested = new Set<string>();
  let checked = 0;
  tab.context().on('request', (request) => requested.add(new URL(request.url()).origin));
  return async (name) => {
    const axeViews = AXE_VIEWS[checked++ % AXE_VIEWS.length];
    await tab.setViewportSize(ENLARGED);
    expect(await tab.evaluate('document.documentElement.scrollWidth'), 'at 200 %').toBeLessThanOrEqual(ENLARGED.width);
    for (const view of [...EXTREMES, ...VIEWS]) {
      if (!process.env.TEST_LONG && view.width !== 320 && !axeViews?.includes(view.name)) continue;
      await tab.emulateMedia({ colorScheme: view.colorScheme, reducedMotion: 'reduce' });
      await tab.setViewportSize({ width: view.width, height: 800 });
      if (VIEWS.some((one) => one === view)) await takeScreenshot(tab, `${name}-${view.name}`);
      expect(await tab.evaluate('document.documentElement.scrollWidth'), view.name).toBeLessThanOrEqual(view.width);
      if (!axeViews?.includes(view.name)) continue;
      expect(await findViolations(tab), `${name} ${view.name}`).toEqual([]);
    }
    expect([...requested]).toEqual([origin]);
  };
}
