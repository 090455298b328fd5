/** The console in a real Chromium, for a file of tests. */
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { CHROMIUM_TIMEOUT_MS, closeContexts, openChromium } from './chromium';
import { type ServedConsole, serveConsole } from './console';
import { type Developer, newDeveloper } from './tab';

type ConsoleInChromium = {
  readonly browser: Browser;
  readonly served: ServedConsole;
  /** Makes an account and a browser profile that is signed in to it. */
  newDeveloper(options?: { plan?: string } & BrowserContextOptions): Promise<Developer>;
};

/**
 * Starts the console before the tests of a file, and ends it and all browser profiles after these.
 * @param variables that override the defaults
 * @returns both, from the first test or the next `beforeAll` on
 */
export function consoleInChromium(variables: Record<string, string> = {}): ConsoleInChromium {
  let browser: Browser | undefined;
  let served: ServedConsole | undefined;
  beforeAll(async () => {
    [browser, served] = await Promise.all([openChromium(), serveConsole(variables)]);
  }, CHROMIUM_TIMEOUT_MS);
  afterAll(() => Promise.all([closeContexts(browser), served?.close()]));
  const started = <One>(one: One | undefined): One => {
    if (one === undefined) throw new Error('The browser and the console start before the first test');
    return one;
  };
  return {
    get browser() {
      return started(browser);
    },
    get served() {
      return started(served);
    },
    newDeveloper: (options) => newDeveloper(started(browser), started(served), options),
  };
}
