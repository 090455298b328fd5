/**
 * Characters that nobody sees or can type: around an address, in a password, as a tag, in a query (specification 5.2,
 * 5.7 and 6.2).
 */
import { describe, expect, it } from 'vitest';
import { createWorld, freshAlias } from '#testkit/world';

const world = createWorld();
const url = 'https://example.com/';
type Fields = Record<string, unknown>;
const make = async (key: string, fields: Fields) => {
  const response = await world.shorten(key, { url, ...fields });
  return { status: response.status, ...(await response.json<Fields>()) };
};

it('invisible characters around an address are dropped, and those within it stay', async () => {
  const { key } = await world.newKey('PRO');
  for (const around of ['\u200b', '\u200c\u200d', '\u2060 ', '\ufeff\n'])
    expect(await make(key, { url: `${around}${url}${around}` })).toMatchObject({ status: 201, url });
  expect(await make(key, { url: `${url}a\u200bb` })).toMatchObject({ status: 201, url: `${url}a\u200bb` });
});

it.each(['xn--a.com', 'xn--.com', 'xn--zz--zz.com', 'www.xn--a.com'])('%s is no host', async (host) => {
  const { key, id } = await world.newKey('PRO');
  expect(await make(key, { url: `https://${host}/` })).toMatchObject({ status: 400, errorType: 'INVALID_URL' });
  expect((await world.admin('PATCH', `/keys/${id}`, { origins: [`https://${host}`] })).status).toBe(400);
  expect((await world.admin('PUT', '/threats/hosts', { hosts: [host] })).status).not.toBe(200);
});

it.each(['xn--mnchen-3ya.de', 'münchen.de', 'xn--ls8h.la'])('%s is a host', async (host) => {
  const { key } = await world.newKey('PRO');
  expect(await make(key, { url: `https://${host}/` })).toMatchObject({ status: 201 });
});

describe('a password', () => {
  it.each(['\r', '\n', '\t', '\0', '\u007f', '\u0085'])('with the control character %j is 400', async (control) => {
    const { key } = await world.newKey('PRO');
    const message = 'password must not have control characters';
    expect(await make(key, { password: `open${control}sesame` })).toMatchObject({ status: 400, message });
  });

  it.each([
    ['composed', 'caf\u00e9s', 'cafe\u0301s'],
    ['decomposed', 'cafe\u0301s', 'caf\u00e9s'],
  ])('that was sent %s opens its link in either form, by page, JSON and header', async (_, password, other) => {
    const { key } = await world.newKey('PRO');
    const alias = freshAlias('nfc');
    await make(key, { alias, password });
    const bytes = (text: string) => String.fromCharCode(...new TextEncoder().encode(text));
    for (const typed of [password, other]) {
      const page = await world.visit(alias, { method: 'POST', body: new URLSearchParams({ password: typed }) });
      const json = await world.visit(alias, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
        body: JSON.stringify({ password: typed }),
      });
      const header = await world.visit(alias, { headers: { 'X-Link-Password': bytes(typed) } });
      expect([page.status, json.status, header.status], typed).toEqual([303, 303, 302]);
    }
  });
});

describe('a tag', () => {
  it('that nobody sees is 400', async () => {
    const { key } = await world.newKey('PRO');
    expect(await make(key, { tags: ['\u200b'] })).toMatchObject({ status: 400, errorType: 'INVALID_FIELD' });
  });

  it('is the same with spaces and byte order marks around it: in lists, statistics, PATCH and DELETE', async () => {
    const { key } = await world.newKey('PRO');
    await make(key, { tags: ['mail'] });
    for (const name of [' mail', '\ufeffmail', 'Mail\u00a0'].map(encodeURIComponent)) {
      const { links } = await (await world.v2(key, 'GET', `/links?tag=${name}`)).json<{ links: unknown[] }>();
      expect(links).toHaveLength(1);
      expect((await world.v2(key, 'GET', `/stats?tag=${name}`)).status).toBe(200);
      expect((await world.v2(key, 'PATCH', `/tags/${name}`, { color: 'blue' })).status).toBe(200);
    }
    expect((await world.v2(key, 'DELETE', `/tags/${encodeURIComponent(' mail ')}`)).status).toBe(204);
  });
});

it.each([
  ['externalId=%ff', 'externalId'],
  ['search=a%c3', 'search'],
  ['tag=%ed%a0%80', 'tag'],
  ['%74ag=%ff', 'tag'],
])('the query %s is no UTF-8: 400', async (query, name) => {
  const { key } = await world.newKey('PRO');
  const refused = await world.v2(key, 'GET', `/links?${query}`);
  expect([refused.status, (await refused.json<{ message: string }>()).message]).toEqual([400, `${name} must be UTF-8`]);
  expect((await world.v2(key, 'GET', '/links?search=100%&tag=%C3%A9')).status).toBe(200);
});
