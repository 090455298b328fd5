/** Stories of the developer console: its session and its export. */
import { expect } from 'vitest';
import type { Pair } from './pair';
import { bodyOf, leadsTo, newKey, type Story, shorten } from './story';

type Exported = { readonly links: readonly { readonly shortCode: string }[] };

/** Signs in to an account by a sign-in link. @returns the cookie of the session */
export async function signedIn(at: Pair, accountId: string): Promise<string> {
  const { url } = bodyOf<{ url: string }>(201, await at.admin('POST', `/accounts/${accountId}/sign-in-link`));
  const route = new URL(url).pathname.replace('/console', '');
  const [, token = ''] = /name="token" value="([^"]+)"/.exec((await at.page(route)).body) ?? [];
  const response = await at.form(route, { token });
  expect(response.status, response.body).toBe(303);
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

export const consoleStories: Readonly<Record<string, Story>> = {
  'a session stays valid, and the export contains every link': async (at) => {
    const key = await newKey(at);
    const cookie = await signedIn(at, key.accountId);
    const link = await shorten(at, key, { url: 'https://example.com/exported', maxClicks: 100 });
    const look = async (now: Pair) => {
      expect(await leadsTo(now, link)).toBe(link.url);
      for (const page of ['', '/keys', '/links', `/links/${link.shortCode}`, '/account'])
        expect((await now.page(page, cookie)).status, page).toBe(200);
      const { body } = await now.page('/account/export', cookie);
      expect((JSON.parse(body) as Exported).links).toMatchObject([{ shortCode: link.shortCode }]);
    };
    await look(at);
    return look;
  },
};
