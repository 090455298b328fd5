/** Makes the accounts and links of a load, and reads their statistics, all through the API. */

import type { LoadedLink } from './crowd';
import { type HttpClient, post } from './http-client';
import { type Figures, Ledger } from './ledger';

export type LoadedAccount = { readonly key: string; readonly ledger: Ledger; readonly links: readonly LoadedLink[] };

const PASSWORD = 'open sesame';

/** Makes an account with links. A tenth are limited, to so few clicks that some are spent. One may be protected. */
export async function newAccount(
  api: HttpClient,
  adminToken: string,
  { links, hasProtected }: { links: number; hasProtected: boolean },
): Promise<LoadedAccount> {
  const { key } = await post<{ key: string }>(api, '/admin/keys', adminToken, { name: 'load', plan: 'PRO' });
  const ledger = new Ledger();
  const made = Array.from({ length: links }, async (_, place): Promise<LoadedLink> => {
    // The last link gets the fewest visits. A check of a password takes a hundred times as long as a redirect.
    const password = hasProtected && place === links - 1 ? PASSWORD : null;
    const maxClicks = place % 10 === 5 ? 100 : undefined;
    const url = `https://example.com/${place}`;
    const { shortCode } = await post<{ shortCode: string }>(api, '/v2/shorten', key, { url, password, maxClicks });
    return { code: shortCode, password, ledgers: [new Ledger(), ledger] };
  });
  return { key, ledger, links: await Promise.all(made) };
}

type Statistics = Omit<Figures, 'browsers'> & {
  readonly breakdown: { readonly browser: readonly { readonly value: string; readonly clicks: number }[] };
};

/** Reads statistics. @param path empty for the account, `/code` for a link */
export async function readFigures(api: HttpClient, key: string, path: string): Promise<Figures> {
  const { status, body } = await api.send(`/v2/stats${path}?groupBy=browser`, {
    headers: { Authorization: `Bearer ${key}` },
  });
  if (status !== 200) throw new Error(`statistics: ${status} ${body}`);
  const { clickCount, uniqueVisitors, botHits, qrScans, breakdown } = JSON.parse(body) as Statistics;
  const browsers = Object.fromEntries(breakdown.browser.map(({ value, clicks }) => [value, clicks]));
  return { clickCount, uniqueVisitors, botHits, qrScans, browsers };
}
