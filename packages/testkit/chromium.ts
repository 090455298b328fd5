/**
 * The Chromium of the tests: the program at CHROMIUM_PATH, else an installed one. If none starts, it installs one. If
 * that fails, the tests fail; they are never skipped.
 */
import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { fail, fromDebian, INSTALL_TIMEOUT_MS, type Install, run } from './programs';

/**
 * With these flags Chromium sends no requests of its own, resolves only host names of the loopback, and starts no
 * process for each page.
 */
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-site-isolation-trials',
  '--process-per-site',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
];

/** The timeout of a hook that may have to run every installer. */
export const CHROMIUM_TIMEOUT_MS = 3 * INSTALL_TIMEOUT_MS + 60_000;

declare global {
  var chromiumOfTests: Promise<Browser> | undefined;
}

/** Returns the Chromium of this process, which ends with it. The files of tests share it, because it starts for seconds. */
export function openChromium(): Promise<Browser> {
  globalThis.chromiumOfTests ??= launchChromium();
  return globalThis.chromiumOfTests;
}

/** Closes the browser profiles of a file of tests. */
export const closeContexts = async (browser: Browser | undefined): Promise<unknown> =>
  Promise.all((browser?.contexts() ?? []).map((context) => context.close()));

/** Starts a Chromium. @throws Error with one line that says what to install, if none starts */
export async function launchChromium(env: NodeJS.ProcessEnv = process.env): Promise<Browser> {
  const named = env.CHROMIUM_PATH;
  if (named) return (await started([named])) ?? fail(`CHROMIUM_PATH names ${named}, which does not start`);
  const found = await started(installed(env));
  if (found !== null) return found;
  for (const install of installers()) {
    await install();
    const browser = await started(installed(env));
    if (browser !== null) return browser;
  }
  return fail('No Chromium found, and none could be installed: install one, or set CHROMIUM_PATH to its program.');
}

/** The first of these programs that starts; null if none does. */
async function started(programs: readonly string[]): Promise<Browser | null> {
  for (const executablePath of programs) {
    const browser = await chromium.launch({ executablePath, args: FLAGS }).catch(() => null);
    if (browser !== null) return browser;
  }
  return null;
}

/** The programs that exist: playwright's own, then those at the usual paths of this system. */
const installed = (env: NodeJS.ProcessEnv): string[] =>
  [...ofPlaywright(), ...usualPaths(env)].filter((program) => existsSync(program));

/** The program of the revision that playwright expects, and those of other revisions in its cache. */
function ofPlaywright(): string[] {
  const wanted = chromium.executablePath();
  const revision = /^.*?[\\/]chromium-\d+/.exec(wanted)?.[0];
  if (revision === undefined || !existsSync(dirname(revision))) return [wanted];
  const others = readdirSync(dirname(revision)).filter((name) => /^chromium-\d+$/.test(name));
  return [wanted, ...others.map((name) => join(dirname(revision), name, relative(revision, wanted)))];
}

function usualPaths(env: NodeJS.ProcessEnv): string[] {
  switch (process.platform) {
    case 'darwin':
      return ['/Applications', join(homedir(), 'Applications')].flatMap((folder) =>
        ['Chromium', 'Google Chrome', 'Microsoft Edge'].map((name) => `${folder}/${name}.app/Contents/MacOS/${name}`),
      );
    case 'win32':
      return [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].flatMap((folder) =>
        [
          'Chromium\\Application\\chrome.exe',
          'Google\\Chrome\\Application\\chrome.exe',
          'Microsoft\\Edge\\Application\\msedge.exe',
        ].map((program) => join(folder ?? '', program)),
      );
    default:
      return ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge']
        .map((name) => `/usr/bin/${name}`)
        .concat('/snap/bin/chromium');
  }
}

/**
 * The installers, in order. The package of the distribution is first, because it installs the libraries too. Then comes
 * playwright's download.
 */
function installers(): Install[] {
  const cli = join(dirname(createRequire(import.meta.url).resolve('playwright-core/package.json')), 'cli.js');
  return [...fromDebian('chromium'), () => run(process.execPath, cli, 'install', 'chromium')];
}
