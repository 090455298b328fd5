/** A browser without a window: keeps the console's cookie, sends its forms, and follows nothing. */
import type { World } from './world';

export const CONSOLE = 'https://api.example.com';

export type Browser = ReturnType<typeof createBrowser>;

/** @param world whose console it visits */
export function createBrowser(world: World) {
  let cookie: string | undefined;
  /** Of its own, so that no other test uses its tries up. */
  const address = `10.${crypto.getRandomValues(new Uint8Array(3)).join('.')}`;

  async function ask(method: string, path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (!headers.has('CF-Connecting-IP')) headers.set('CF-Connecting-IP', address);
    if (cookie !== undefined) headers.set('Cookie', cookie);
    const response = await world.call(method, `/console${path}`, { ...init, headers });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      cookie = /Max-Age=0\b/.test(line) ? undefined : pair;
    }
    return response;
  }

  return {
    /** The cookie as it would be sent; undefined for none. */
    get cookie() {
      return cookie;
    },
    get: (path: string) => ask('GET', path),
    text: async (path: string) => (await ask('GET', path)).text(),
    /** Sends a form as a page of the console does. */
    post: (path: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) =>
      ask('POST', path, {
        headers: { Origin: CONSOLE, 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
        body: new URLSearchParams(fields).toString(),
      }),
  };
}

/** A browser that the operator's link has signed in to an account. */
export async function signedIn(world: World, accountId: string): Promise<Browser> {
  const browser = createBrowser(world);
  const made = await world.admin('POST', `/accounts/${accountId}/sign-in-link`);
  const { url } = await made.json<{ url: string }>();
  const response = await browser.post(new URL(url).pathname.replace('/console', ''));
  if (response.status !== 303) throw new Error(`not signed in: ${response.status}`);
  return browser;
}

/** The same for a new account. */
export async function newDeveloper(world: World, plan = 'PRO', name = 'Acme') {
  const { id } = await (await world.admin('POST', '/accounts', { name, plan })).json<{ id: string }>();
  return { accountId: id, browser: await signedIn(world, id) };
}
