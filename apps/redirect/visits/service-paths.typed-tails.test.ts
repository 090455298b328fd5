/**
 * What programs leave behind a code when they make links of texts is ignored, and `+` behind a limited or protected
 * code costs nothing (specification 11.1 and 11.10).
 */
import { describe, expect, it } from 'vitest';
import { parsePath } from '#domain/short-address';
import { countedBindings } from '#testkit/counting';
import { createWorld, freshAlias } from '#testkit/world';
import { nameRoute } from './service-paths';

const SIGNS = [...'.,;:!?)]}>\'"’”»', ' ', '\t', '\u00a0', '\u200b', '\u200c', '\u200d', '\u2060', '\ufeff'];
const DESTINATION = 'https://example.com/a/secret-end';

describe('behind a code', () => {
  it.each(SIGNS.map((sign) => [encodeURIComponent(sign), sign]))('%s is ignored, once and often', (encoded, sign) => {
    const raw = ['?', ' ', '\t'].includes(sign) ? encoded : encodeURI(sign);
    for (const one of [encoded, raw])
      for (const tail of [one, one.repeat(9), `${one}/`, `/${one}`, `${one}/${one}`])
        expect(parsePath(`/abc${tail}`), tail).toEqual({ code: 'abc', isPreview: false });
    for (const tail of [`+${encoded}`, `%2B${encoded}`, `+${encoded}/`, `+/${encoded}`])
      expect(parsePath(`/abc${tail}`), tail).toEqual({ code: 'abc', isPreview: true });
  });

  it.each([
    '/caf%C3%A9',
    '/abc*',
    '/abc_',
    '/abc%',
    '/abc%E2',
    '/abc.d',
    '/.abc',
    '/ab.',
    '/abc.+',
    '/abc..+',
    '/abc//',
    '/abc./.d',
    '/abc%E2%80%A6',
    '/abc(',
    '/%E2%80%8Babc',
    '/abc&',
    '/abc=',
  ])('%s is no code', (path) => {
    expect(parsePath(path)).toBeNull();
  });

  it('a long tail takes linear time, and gives no code before another character', () => {
    expect(parsePath(`/abc${'.'.repeat(100_000)}`)).toEqual({ code: 'abc', isPreview: false });
    expect(parsePath(`/abc${'.'.repeat(100_000)}x`)).toBeNull();
  });

  it.each([
    ['/abc.', '/:code'],
    ['/abc+.', '/:code+'],
    ['/abc%2B', '/:code+'],
    ['/abc+/', '/:code+'],
    ['/%', '/:code'],
  ])('the route of %s is %s', (path, route) => {
    expect(nameRoute(path)).toBe(route);
  });

  it('the visit redirects and counts as one of the bare code, which alone is looked up', async () => {
    const counted = countedBindings();
    const world = createWorld(counted.bindings);
    const { key } = await world.newKey('PRO');
    const alias = freshAlias('tails');
    await world.shorten(key, { url: DESTINATION, alias, maxClicks: 3 });
    counted.takeCost();
    const other = createWorld(counted.bindings);
    for (const tail of ['.', '%E2%80%9D).', '/,'])
      expect((await other.visit(`${alias}${tail}`)).headers.get('Location'), tail).toBe(DESTINATION);
    expect(counted.takeCost().kv.filter((call) => call.startsWith('get l:'))).toEqual([`get l:${alias}`]);
    expect((await other.visit(`${alias}!`)).status).toBe(410);
  });
});

const HTML = { Accept: 'text/html' };
const ROBOT = { 'User-Agent': 'Slackbot 1.0' };

describe('+ behind a limited or protected code', () => {
  async function newLink(more: object) {
    const counted = countedBindings();
    const world = createWorld(counted.bindings);
    const { key } = await world.newKey('PRO');
    const alias = freshAlias('plus');
    await world.shorten(key, { url: DESTINATION, alias, ...more });
    await world.visit(alias, { method: 'HEAD' });
    return { world, key, alias, counted };
  }

  it.each([
    ['limited', { maxClicks: 1 }, 'This link opens a limited number of times.'],
    ['protected', { password: 'a word' }, 'This link asks for a password.'],
    ['protected and limited', { password: 'a word', maxClicks: 1 }, /^This link asks for a password/],
  ])('a %s link says so, and costs nothing', async (_what, more, sentence) => {
    const { world, key, alias, counted } = await newLink(more);
    counted.takeCost();
    for (const headers of [
      HTML,
      { Accept: '*/*' },
      ROBOT,
      { ...HTML, ...ROBOT },
      { 'X-Link-Password': 'a word' },
      { 'X-Link-Password': 'wrong' },
    ])
      for (const tail of ['+', '%2B', '+.']) {
        const response = await world.visit(`${alias}${tail}`, { headers });
        const text = await response.text();
        expect([response.status, response.headers.get('Location')]).toEqual([200, null]);
        expect(JSON.stringify([...response.headers]) + text).not.toMatch(/secret-end|example\.com\/a/);
        if ('Accept' in headers && headers.Accept === 'text/html') {
          expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
          expect(text).toContain(`href="/${alias}"`);
        } else {
          expect(response.headers.get('Content-Type')).toBe('text/plain; charset=utf-8');
          expect(text.trim()).toMatch(sentence);
        }
        expect(response.headers.get('Cache-Control')).toBe('no-store');
        expect(response.headers.get('Vary')).toBe('Accept');
      }
    const head = await world.visit(`${alias}+`, { method: 'HEAD' });
    expect([head.status, head.headers.get('Location')]).toEqual([200, null]);
    expect(counted.takeCost()).toMatchObject({ d1: [], objects: [] });
    const statistics = await (await world.v2(key, 'GET', `/stats/${alias}`)).json();
    expect(statistics).toMatchObject({ clickCount: 0, botHits: 0 });
  });

  it('spends no click: the next visit redirects', async () => {
    const { world, alias } = await newLink({ maxClicks: 1 });
    for (let n = 0; n < 3; n++) await world.visit(`${alias}+`, { headers: HTML });
    expect((await world.visit(alias)).status).toBe(302);
  });

  it('POST opens a protected link as without +, and dead codes are 410', async () => {
    const { world, key, alias } = await newLink({ password: 'a word' });
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const opened = await world.visit(`${alias}+`, { method: 'POST', headers, body: 'password=a+word' });
    expect([opened.status, opened.headers.get('Location')]).toEqual([303, DESTINATION]);
    await world.v2(key, 'DELETE', `/links/${alias}`);
    expect((await createWorld().visit(`${alias}+`, { headers: HTML })).status).toBe(410);
    expect((await world.visit('never-was-there+', { headers: HTML })).status).toBe(404);
    const limited = await newLink({ maxClicks: 1 });
    expect((await limited.world.visit(`${limited.alias}+`, { method: 'POST', headers, body: 'a=b' })).status).toBe(405);
  });
});

it('every sign that is ignored is one that no code has', () => {
  for (const sign of SIGNS) expect(parsePath(`/a${encodeURIComponent(sign)}bc`)).toBeNull();
});
