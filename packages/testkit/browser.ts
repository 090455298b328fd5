/** A simulated browser. It stores the console's cookies, submits the forms of its pages, and follows no redirect. */
import type { World } from './world';

export const CONSOLE = 'https://api.example.com';

export type Browser = ReturnType<typeof createBrowser>;

/** The texts that are sent for each field of a form. */
type Typed = Record<string, string | readonly string[]>;

/** A form of a page: its action, and the initial values of its fields. */
type PageForm = { readonly action: string; readonly fields: Record<string, string> };

type Cookie = { readonly pair: string; readonly path: string };

/** Finds the session cookie in a Cookie header. */
const SESSION = /(?:^|; )((?:__Host-)?console=[^;]*)/;

/** Creates a browser without cookies. @param world whose console it visits */
export function createBrowser(world: World) {
  /** The cookies by name and path. */
  const jar = new Map<string, Cookie>();
  /** A random client address, so that no other test uses up its limits. */
  const address = `10.${crypto.getRandomValues(new Uint8Array(3)).join('.')}`;

  async function ask(method: string, path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (!headers.has('CF-Connecting-IP')) headers.set('CF-Connecting-IP', address);
    const sent = cookies(`/console${path}`);
    if (sent !== '') headers.set('Cookie', sent);
    const response = await world.call(method, `/console${path}`, { ...init, headers });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const of = /Path=([^;]*)/.exec(line)?.[1] ?? '/';
      const key = `${pair.slice(0, pair.indexOf('='))} ${of}`;
      if (/Max-Age=0\b/.test(line)) jar.delete(key);
      else jar.set(key, { pair, path: of });
    }
    return response;
  }

  const cookies = (path = '/console') =>
    [...jar.values()]
      .filter((cookie) => path.startsWith(cookie.path))
      .map(({ pair }) => pair)
      .join('; ');
  const text = async (path: string) => (await ask('GET', path)).text();

  /**
   * Submits a form with these fields, and a new form token unless they contain one. A list is sent as several fields.
   */
  async function post(path: string, fields: Typed = {}, headers: Record<string, string> = {}) {
    const all = Object.entries({ token: newToken(accountId), ...fields });
    const body = new URLSearchParams(
      all.flatMap(([name, texts]) => [texts].flat().map((text) => [name, text])),
    ).toString();
    const type = { Origin: CONSOLE, 'Content-Type': 'application/x-www-form-urlencoded' };
    return ask('POST', path, { headers: { ...type, ...headers }, body });
  }

  /** Submits a form with a file, as a browser does. */
  async function upload(path: string, fields: Record<string, string | Blob>): Promise<Response> {
    const form = new FormData();
    for (const [name, value] of Object.entries({ token: newToken(accountId), ...fields })) form.append(name, value);
    const sent = new Response(form);
    const headers = { Origin: CONSOLE, 'Content-Type': sent.headers.get('Content-Type') ?? '' };
    return ask('POST', path, { headers, body: await sent.arrayBuffer() });
  }

  let accountId = '';

  return {
    /** The session cookie as `name=value`; undefined without a session. */
    get cookie() {
      return SESSION.exec(cookies())?.[1];
    },
    /** The Cookie header that a request for a page sends. */
    cookiesFor: (path = '') => cookies(`/console${path}`),
    /** Sets the account whose form tokens `post` uses from now on. */
    isOf(id: string) {
      accountId = id;
    },
    forget: (name: string) => void jar.delete(`${name} /`),
    get: (path: string) => ask('GET', path),
    text,
    post,
    upload,
    /**
     * Submits a form of a page: its initial values, overridden by `typed`.
     * @throws Error if the page has no such form
     */
    async send(page: string, action: string, typed: Record<string, string> = {}): Promise<Response> {
      const form = formsIn(await text(page)).find((one) => one.action === `/console${action}`);
      if (form === undefined) throw new Error(`${page} has no form for ${action}`);
      return post(action, { ...form.fields, ...typed });
    },
    /** The text of the page that a response redirects to. */
    follow: (response: Response) => text((response.headers.get('Location') ?? '').replace('/console', '')),
  };
}

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const random = () =>
  [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => BASE62.charAt(byte % BASE62.length)).join('');

/** The text of the notice that a page shows once; empty without one. */
export const noticeIn = (html: string): string =>
  (/<div class="alert[^>]*data-once.*?<p>(.*?)<\/p>/s.exec(html)?.[1] ?? '')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** A new form token, as the pages of an account contain it. */
export const newToken = (accountId: string, at = Date.now()): string => `${accountId}.${at.toString(36)}.${random()}`;

/** The POST forms of a page. */
export function formsIn(html: string): PageForm[] {
  return [...html.matchAll(/<form([^>]*)>(.*?)<\/form>/gs)].flatMap(([, attributes = '', inside = '']) => {
    const action = /action="([^"]*)"/.exec(attributes)?.[1];
    return /method="post"/.test(attributes) && action !== undefined
      ? [{ action: unescaped(action), fields: fieldsIn(inside) }]
      : [];
  });
}

const readAttribute = (tag: string, name: string): string =>
  unescaped(new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? '');

const unescaped = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

function fieldsIn(html: string): Record<string, string> {
  const sent = [...html.matchAll(/<input[^>]*>/g)]
    .map(([tag]) => tag)
    .filter((tag) => !/\sdisabled/.test(tag) && (!/type="(checkbox|radio)"/.test(tag) || /\schecked/.test(tag)));
  const selects = [...html.matchAll(/<select([^>]*)>(.*?)<\/select>/gs)].map(([, attributes = '', options = '']) => {
    const tags = [...options.matchAll(/<option[^>]*>/g)].map(([tag]) => tag);
    return [
      readAttribute(attributes, 'name'),
      readAttribute(tags.find((tag) => /\sselected/.test(tag)) ?? tags[0] ?? '', 'value'),
    ];
  });
  const areas = [...html.matchAll(/<textarea([^>]*)>(.*?)<\/textarea>/gs)].map(([, attributes = '', text = '']) => [
    readAttribute(attributes, 'name'),
    unescaped(text),
  ]);
  const inputs = sent.map((tag) => [readAttribute(tag, 'name'), readAttribute(tag, 'value')]);
  return Object.fromEntries([...inputs, ...selects, ...areas]);
}

/** A browser signed in to an account by a sign-in link. */
export async function signedIn(world: World, accountId: string): Promise<Browser> {
  const browser = createBrowser(world);
  const made = await world.admin('POST', `/accounts/${accountId}/sign-in-link`);
  const { url } = await made.json<{ url: string }>();
  const response = await browser.post(new URL(url).pathname.replace('/console', ''));
  if (response.status !== 303) throw new Error(`not signed in: ${response.status}`);
  browser.isOf(accountId);
  return browser;
}

/** A new account, and a browser signed in to it. */
export async function newDeveloper(world: World, plan = 'PRO', name = 'Acme') {
  const { id } = await (await world.admin('POST', '/accounts', { name, plan })).json<{ id: string }>();
  return { accountId: id, browser: await signedIn(world, id) };
}
