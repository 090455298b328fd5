/**
 * Checks an open page: no horizontal scrolling, no finding of axe, and no foreign origin. `npm run test:long` does so in
 * every width and colour scheme, and SCREENSHOTS=<folder> then stores a screenshot of each. `npm run test:ci` has two.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
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

/** What `npm run test:ci` checks beside the narrowest window, in turn: light on a phone, dark on a desktop. */
const IN_TURN = VIEWS.filter(({ name }) => ['390-light', '1280-dark'].includes(name));

/** A window of 1280 by 800 that is enlarged to 200 % (WCAG 2.2, 1.4.4). It has no screenshots. */
const ENLARGED = { width: 640, height: 400 };

/** The minified script, because a browser reads it again on each page. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Axe describes each element of its results, which costs most of its time. Of what passes one is enough. */
const OPTIONS = JSON.stringify({ resultTypes: ['violations', 'incomplete'] });

async function takeScreenshot(tab: Tab, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await tab.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

/**
 * Returns the findings of axe in the open page.
 * @param withIncomplete whether what axe could not decide counts too
 * @throws AssertionError if axe has not run its rules
 */
export async function findViolations(tab: Tab, { withIncomplete = false } = {}): Promise<unknown[]> {
  await tab.evaluate(AXE);
  const { violations, incomplete, passes } = (await tab.evaluate(`axe.run(${OPTIONS})`)) as AxeResults;
  expect(passes.map(({ id }) => id)).toContain('color-contrast');
  return [...violations, ...(withIncomplete ? incomplete : [])].map(({ id, nodes }) => [
    id,
    ...nodes.map(({ html }) => html),
  ]);
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
    const turn = checked++ % IN_TURN.length;
    const views = process.env.TEST_LONG ? [...EXTREMES, ...VIEWS] : [EXTREMES[0], ...IN_TURN.slice(turn, turn + 1)];
    await tab.setViewportSize(ENLARGED);
    expect(await tab.evaluate('document.documentElement.scrollWidth'), 'at 200 %').toBeLessThanOrEqual(ENLARGED.width);
    for (const view of views) {
      await tab.emulateMedia({ colorScheme: view.colorScheme, reducedMotion: 'reduce' });
      await tab.setViewportSize({ width: view.width, height: 800 });
      if (VIEWS.some((one) => one === view)) await takeScreenshot(tab, `${name}-${view.name}`);
      expect(await tab.evaluate('document.documentElement.scrollWidth'), view.name).toBeLessThanOrEqual(view.width);
      if (process.env.TEST_LONG || view !== EXTREMES[0])
        expect(await findViolations(tab), `${name} ${view.name}`).toEqual([]);
    }
    expect([...requested]).toEqual([origin]);
  };
}
