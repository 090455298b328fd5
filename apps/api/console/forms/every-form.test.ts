/** Every POST form on every page of the console is declared (every-form.ts) and rendered by FormElement. */
import { describe, expect, it } from 'vitest';
import { type Browser, createBrowser, newDeveloper, signedIn } from '#testkit/browser';
import { paintLogo } from '#testkit/logo';
import { createWorld } from '#testkit/world';
import { SIGN_IN, SIGN_IN_BY_LINK, SIGN_OUT, SIGN_UP } from '../account/forms';
import { SET_THEME } from '../theme';
import { FORMS } from './every-form';
import { type Form, matchRoute, SHOW } from './form';
import { parseToken } from './kept-in-browser';

const world = createWorld({ SIGNUP: 'open' });

/**
 * Makes a developer with a link that has a tag and a password, a link that will be deleted, a rotated key, two sessions
 * and an upgrade request.
 * @returns the developer's browser, and the paths of all pages
 */
async function allPages(): Promise<{ browser: Browser; pages: string[] }> {
  const { browser, accountId } = await newDeveloper(world, 'HOBBY');
  await signedIn(world, accountId);
  const { key: higher } = await world.newKey('INDIE', { accountId });
  const body = { url: 'https://example.com/', maxClicks: 3, tags: ['Spring'], password: 'secret words' };
  const link = `/links/${(await (await world.shorten(higher, body)).json<{ shortCode: string }>()).shortCode}`;
  const leaving = await browser.post('/links', { url: 'https://example.com/' });
  await browser.post(`${(leaving.headers.get('Location') ?? '').replace('/console', '')}/delete`);
  const key = await browser.post('/keys', { name: 'one' });
  const keyText = (key.headers.get('Location') ?? '').replace('/console', '');
  const keyPage = keyText.replace('/text', '');
  await browser.send(keyPage, `${keyPage}/rotate`);
  await browser.upload(`${link}/qr/logo`, { logo: new Blob([paintLogo('disc', 8)]) });
  await browser.post('/templates', { name: 'News', utm_source: 'news' });
  const [, template = ''] = /href="\/console(\/templates\/[^"]*)"/.exec(await browser.text('/templates')) ?? [];
  await browser.post('/plan/upgrade', { plan: 'INDIE' });
  const { url } = await (await world.admin('POST', `/accounts/${accountId}/sign-in-link`)).json<{ url: string }>();
  const signedInPages = [
    '',
    '/links',
    '/new-link',
    '/several-links',
    link,
    `${link}/qr?color=1b2f6b`,
    '/tags',
    '/tags/Spring',
    '/templates',
    template,
    '/statistics',
    '/keys?new',
    keyPage,
    keyText,
  ];
  return {
    browser,
    pages: [
      ...signedInPages,
      '/plan',
      '/plan?plan=PRO',
      '/account',
      '/sign-in',
      '/sign-up',
      new URL(url).pathname.slice(8),
      '/nothing',
    ],
  };
}

const declared: readonly Form[] = [...FORMS, SIGN_OUT, SIGN_IN, SIGN_IN_BY_LINK, SIGN_UP, SET_THEME];
/**
 * The forms that no page shows here: the developer has no passkey (passkeys.test.ts sends these), and a merge is offered
 * where a name is taken (tags.ci.test.ts).
 */
const NOT_SHOWN = ['/console/tags/:name/merge', '/console/passkeys/:id/name', '/console/passkeys/:id/remove'];

const attribute = (tag: string, name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];

it('every form on a page is declared, has a token, and has no undeclared field', async () => {
  const { browser, pages } = await allPages();
  const seen = new Set<string>();
  for (const path of pages) {
    const html = await browser.text(path);
    for (const [, attributes = '', inside = ''] of html.matchAll(/<form([^>]*)>(.*?)<\/form>/gs)) {
      if (attribute(attributes, 'method') === 'get') continue;
      const action = attribute(attributes, 'action') ?? '';
      const form = declared.find((one) => matchRoute(one.path, action) !== null);
      expect(form, `${path}: ${action}`).toBeDefined();
      seen.add(form?.path ?? '');
      expect(attributes).toContain('novalidate');
      const inputs = [...inside.matchAll(/<(?:input|select)[^>]*>/g)].map(([tag]) => tag);
      const names = inputs.map((tag) => attribute(tag, 'name') ?? '');
      expect(parseToken(attribute(inputs[names.indexOf('token')] ?? '', 'value')), `${path}: ${action}`).not.toBeNull();
      // A box without a name is not sent.
      const sent = names.filter((name) => name !== '');
      expect([...Object.keys(form?.fields ?? {}), 'token']).toEqual(expect.arrayContaining(sent));
      const buttons = [...inside.matchAll(/<button[^>]*type="submit"[^>]*>/g)]
        .map(([tag]) => attribute(tag, 'name'))
        .filter((name) => name !== SHOW);
      // A form has one button, or its buttons are the values of one field, apart from those that only show it again.
      expect(new Set(buttons).size, `${path}: ${action}`).toBe(1);
      if (buttons[0] !== undefined) expect(Object.keys(form?.fields ?? {})).toContain(buttons[0]);
    }
    expect(html, path).not.toContain('maxlength');
    const ids = [...html.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id);
    expect(new Set(ids).size, `${path} has an id twice`).toBe(ids.length);
  }
  const missing = declared.map(({ path }) => path).filter((path) => !seen.has(path));
  expect(missing).toEqual(NOT_SHOWN);
});

describe('a form that is sent', () => {
  it.each(FORMS.map((form) => [form.path, form] as const))('to %s without a token is refused', async (path) => {
    const { browser } = await newDeveloper(world);
    const response = await browser.post(path.replace('/console', '').replaceAll(/:\w+/g, 'none'), { token: '' });
    expect([400, 404]).toContain(response.status);
  });

  it.each(FORMS.map(({ path }) => [path]))(
    'to %s without a session is redirected to the sign-in page',
    async (path) => {
      const browser = createBrowser(world);
      const response = await browser.post(path.replace('/console', '').replaceAll(/:\w+/g, 'none'));
      expect([response.status, response.headers.get('Location')]).toEqual([303, '/console/sign-in']);
    },
  );
});
