/** Tabs of Chromium in which a developer uses the console. */
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page as Tab } from 'playwright-core';
import { newToken } from './browser';
import type { ServedConsole } from './console';

export type { Tab };

/** A developer who is signed in to the console, in a browser profile of their own. */
export type Developer = {
  readonly tab: Tab;
  readonly context: BrowserContext;
  readonly accountId: string;
  readonly served: ServedConsole;
  /** The URL of a page of the console. */
  at(path: string): string;
  /** Another tab of the same profile. */
  otherTab(): Promise<Tab>;
};

export const button = (tab: Tab | Locator, name: string | RegExp) => tab.getByRole('button', { name, exact: true });

/** Clicks a button twice. The second click comes 120 ms after the first, whose response takes at least 500 ms. */
export async function clickTwice(tab: Tab, served: ServedConsole, name: string): Promise<void> {
  served.delayMs = 500;
  await button(tab, name).dblclick({ delay: 60 });
  served.delayMs = 0;
}

/** The visible text of a page's main element. */
export const mainText = (tab: Tab): Promise<string> => tab.locator('main').innerText();

/** Adds a virtual authenticator that stores passkeys and confirms every request. */
export async function addVirtualAuthenticator(tab: Tab): Promise<void> {
  const cdp = await tab.context().newCDPSession(tab);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** Makes a sign-in link of an account. @returns its URL */
export async function makeSignInLink(served: ServedConsole, accountId: string): Promise<string> {
  const link = await served.admin('POST', `/accounts/${accountId}/sign-in-link`);
  return ((await link.json()) as { url: string }).url;
}

/** Makes a link to https://example.com/ by a key of the account, because the form would load two pages. */
export async function makeLink({ served, accountId }: Developer, alias: string, ...tags: string[]): Promise<void> {
  const made = await served.admin('POST', '/keys', { name: 'links', accountId });
  const { key } = (await made.json()) as { key: string };
  const sent = await served.v2(key, 'POST', '/shorten', { url: 'https://example.com/', alias, tags });
  if (!sent.ok) throw new Error(await sent.text());
}

/**
 * Makes an account and a browser profile, which is signed in to it by a sign-in link, and an empty tab. The tab loads no
 * page of the sign-in, because that would cost a second.
 */
export async function newDeveloper(
  browser: Browser,
  served: ServedConsole,
  { plan = 'PRO', ...options }: { plan?: string } & BrowserContextOptions = {},
): Promise<Developer> {
  const account = await served.admin('POST', '/accounts', { name: 'Acme', plan });
  const { id } = (await account.json()) as { id: string };
  const context = await browser.newContext(options);
  const signedIn = await context.request.post(await makeSignInLink(served, id), {
    form: { token: newToken('') },
    headers: { Origin: served.origin },
  });
  if (!signedIn.url().endsWith('/console/account')) throw new Error(`not signed in: ${signedIn.url()}`);
  return {
    tab: await context.newPage(),
    context,
    accountId: id,
    served,
    at: (path) => `${served.origin}/console${path}`,
    otherTab: () => context.newPage(),
  };
}
