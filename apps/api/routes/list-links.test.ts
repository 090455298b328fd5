/** GET /v2/links and GET /v2/links/:shortCode (specification 8.2 and 8.4). */
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { Envelope } from '#api/http/fields';
import { MAX_CODE_LENGTH } from '#domain/short-address';
import { fakeClock, NOON } from '#testkit/clock';
import { countedBindings } from '#testkit/counting';
import { Tap, tappedD1 } from '#testkit/faults';
import { insertLinks } from '#testkit/many-links';
import { createWorld, freshAlias, type NewKey, type World } from '#testkit/world';
import { LinkList } from './links';

const world = createWorld();
const turnTo = fakeClock();
const url = 'https://example.com/';

async function page(key: string, query = '', on: World = world): Promise<LinkList> {
  const response = await on.v2(key, 'GET', `/links${query}`);
  expect(response.status, await response.clone().text()).toBe(200);
  return LinkList.parse(await response.json());
}

/** Reads all pages of a list. Returns the codes of each page. */
async function pages(key: string, query: string, on: World = world): Promise<string[][]> {
  const all: string[][] = [];
  let next: string | null = '';
  while (next !== null) {
    const { links, nextCursor }: LinkList = await page(key, `?${query}${next && `&cursor=${next}`}`, on);
    all.push(links.map(({ shortCode }) => shortCode));
    next = nextCursor;
  }
  return all;
}

async function make(owner: NewKey, options: Record<string, unknown> = {}): Promise<string> {
  const made = await world.shorten(owner.key, { url, ...options });
  expect(made.status, await made.clone().text()).toBe(201);
  return (await made.json<{ shortCode: string }>()).shortCode;
}

describe('a list', () => {
  it('is empty for an account without links', async () => {
    const { key } = await world.newKey();
    expect(await page(key)).toEqual({ links: [], nextCursor: null });
  });

  it('shows the links of all keys of the account, newest first', async () => {
    const owner = await world.newKey();
    const second = await world.newKey('PRO', { accountId: owner.accountId });
    const stranger = await world.newKey();
    const codes: string[] = [];
    for (const [i, one] of [owner, second, owner].entries()) {
      turnTo(NOON + i);
      codes.unshift(await make(one));
      await make(stranger);
    }
    expect(await pages(second.key, '')).toEqual([codes]);
  });

  it('shows the Link record and the status of a link', async () => {
    turnTo(NOON);
    const owner = await world.newKey();
    const alias = freshAlias('Shown');
    await make(owner, { url: ' https://example.com/ü ', alias, expiresIn: 60, maxClicks: 5, password: 'word' });
    turnTo(NOON + 1);
    const plain = await make(owner);
    const { links } = await page(owner.key);
    expect(links).toEqual([
      {
        shortUrl: `https://s.example.com/${plain}`,
        shortCode: plain,
        url,
        createdAt: new Date(NOON + 1).toISOString(),
        status: 'active',
        expiredReason: null,
        hasPassword: false,
      },
      {
        shortUrl: `https://s.example.com/${alias}`,
        shortCode: alias,
        alias,
        url: 'https://example.com/ü',
        createdAt: new Date(NOON).toISOString(),
        expiresAt: new Date(NOON + 60_000).toISOString(),
        maxClicks: 5,
        status: 'active',
        expiredReason: null,
        hasPassword: true,
      },
    ]);
  });

  it('has 50 links a page by default, and `limit` links with a limit', async () => {
    const owner = await world.newKey();
    const mark = freshAlias('many');
    await insertLinks(owner.accountId, 120, (n) => `${mark}-${n}`);
    expect((await pages(owner.key, '')).map((codes) => codes.length)).toEqual([50, 50, 20]);
    expect((await pages(owner.key, 'limit=100')).map((codes) => codes.length)).toEqual([100, 20]);
    expect((await pages(owner.key, 'limit=40')).map((codes) => codes.length)).toEqual([40, 40, 40]);
  });

  it('neither skips nor repeats links that were created in the same millisecond', async () => {
    const owner = await world.newKey();
    const mark = freshAlias('batch');
    await insertLinks(owner.accountId, 150, (n) => `${mark}-${n}`, { createdAt: (n) => Math.floor(n / 50) });
    const walked = (await pages(owner.key, 'limit=7')).flat();
    expect(walked).toHaveLength(150);
    expect(new Set(walked).size).toBe(150);
  });
});

describe('a filter', () => {
  /** Creates an account with a link in every state. */
  async function linksInEveryState() {
    turnTo(NOON);
    const owner = await world.newKey();
    const alive = await make(owner, { maxClicks: 3, expiresIn: 3_600 });
    const late = await make(owner, { expiresIn: 60 });
    const deleted = await make(owner);
    await world.v2(owner.key, 'DELETE', `/links/${deleted}`);
    const blocked = await make(owner);
    await world.admin('POST', `/links/${blocked}/block`, { reason: 'phishing' });
    const spent = await make(owner, { maxClicks: 3 });
    for (let i = 0; i < 3; i++) await world.visit(spent);
    await world.v2(owner.key, 'PATCH', `/links/${spent}`, { maxClicks: 2 });
    turnTo(NOON + 60_000);
    return { owner, alive, late, deleted, blocked, spent };
  }

  it('by status shows active or expired links, and the reason of an expiry', async () => {
    const { owner, alive, late, deleted, blocked, spent } = await linksInEveryState();
    expect((await page(owner.key, '?status=active')).links.map(({ shortCode }) => shortCode)).toEqual([alive]);
    const { links } = await page(owner.key, '?status=expired');
    const reasons = Object.fromEntries(links.map(({ shortCode, expiredReason }) => [shortCode, expiredReason]));
    expect(reasons).toEqual({ [late]: 'TIME', [deleted]: 'DELETED', [blocked]: 'BLOCKED', [spent]: 'CLICKS' });
    expect(links.every(({ status }) => status === 'expired')).toBe(true);
    expect((await page(owner.key)).links).toHaveLength(5);
  });

  it('by status shows links to a blocked host as expired, in every spelling of the host', async () => {
    const owner = await world.newKey();
    const codes = await Promise.all(
      [
        'https://www.bad-host.example/',
        'https://B%41D-host.example/x',
        'https://good.example/?of=bad-host.example',
      ].map((destination) =>
        make(owner, { url: destination, ...(destination.includes('www') && { password: 'word' }) }),
      ),
    );
    try {
      await world.admin('PUT', '/blocked-hosts', { hosts: ['bad-host.example'] });
      const here = createWorld();
      const shown = async (query: string) => new Set((await pages(owner.key, query, here)).flat());
      expect(await shown('status=expired')).toEqual(new Set(codes.slice(0, 2)));
      expect(await shown('status=active')).toEqual(new Set(codes.slice(2)));
      expect(await shown('status=expired&limit=1')).toEqual(new Set(codes.slice(0, 2)));
    } finally {
      await world.admin('PUT', '/blocked-hosts', { hosts: [] });
    }
  });

  it('by prefix shows the codes that begin with it, in their order and in upper or lower case', async () => {
    const owner = await world.newKey();
    const mark = freshAlias('Order');
    for (const end of ['b', '', '-a', 'B2', '0']) await make(owner, { alias: `${mark}${end}` });
    await make(owner, { alias: `x${mark}` });
    await make(await world.newKey(), { alias: `${mark}-foreign` });
    const expected = ['', '-a', '0', 'b', 'B2'].map((end) => `${mark}${end}`);
    for (const prefix of [mark, mark.toLowerCase(), mark.toUpperCase()]) {
      expect((await pages(owner.key, `prefix=${prefix}`)).flat()).toEqual(expected);
      expect((await pages(owner.key, `limit=1&prefix=${prefix}`)).flat()).toEqual(expected);
    }
    expect((await pages(owner.key, `prefix=${mark}b`)).flat()).toEqual([`${mark}b`, `${mark}B2`]);
  });

  it.each<[string, string, boolean]>([
    ['part of the destination', 'needle', true],
    ['part of the destination in another case', 'NEEDLE', true],
    ['a percent sign', '%20', true],
    ['% in place of other characters', 'ne%le', false],
    ['an underscore', 'a_b', true],
    ['_ in place of another character', 'n_edle', false],
    ['* in place of other characters', 'n*dle', false],
    ['quotes and a backslash that the destination lacks', `'"\\`, false],
    ['characters beyond ASCII', 'Ünï', true],
    ['48 bytes', 'x'.repeat(48), true],
  ])('by search for %s (%j) finds the link: %j', async (_, search, isFound) => {
    const owner = await world.newKey();
    const code = await make(owner, { url: `https://example.com/Needle%20a_b/Ünï/${'x'.repeat(48)}` });
    const { links } = await page(owner.key, `?search=${encodeURIComponent(search)}`);
    expect(links.map(({ shortCode }) => shortCode)).toEqual(isFound ? [code] : []);
  });

  it('by search also finds links by part of their code', async () => {
    const owner = await world.newKey();
    const alias = freshAlias('Find');
    await make(owner);
    await make(owner, { alias });
    const shown = (await pages(owner.key, `search=${alias.slice(1).toUpperCase()}`)).flat();
    expect(shown).toEqual([alias]);
  });

  it('may be combined with other filters: all of them apply, and the prefix decides the order', async () => {
    turnTo(NOON);
    const owner = await world.newKey();
    const mark = freshAlias('all');
    const both = `${mark}-z`;
    await make(owner, { alias: both, url: 'https://example.com/wanted' });
    await make(owner, { alias: `${mark}-y`, url: 'https://example.com/wanted', expiresIn: 60 });
    await make(owner, { alias: `${mark}-x` });
    await make(owner, { url: 'https://example.com/wanted' });
    turnTo(NOON + 60_000);
    expect(await pages(owner.key, `prefix=${mark}&search=wanted&status=active`)).toEqual([[both]]);
    expect((await pages(owner.key, `prefix=${mark}&search=wanted&limit=1`)).flat()).toEqual([`${mark}-y`, both]);
  });
});

describe('a page with filters', () => {
  it('reads only the rows that it shows, and one more', async () => {
    const { bindings, takeCost } = countedBindings();
    const here = createWorld(bindings);
    const owner = await here.newKey();
    const mark = freshAlias('full');
    await insertLinks(owner.accountId, 3_000, (n) => `${mark}-${n}`);
    takeCost();
    // SQLite counts each row three times: in the inner SELECT, in the window and in the outer SELECT.
    for (const query of ['status=active', `prefix=${mark}`, 'search=example']) {
      expect((await page(owner.key, `?${query}&limit=10`, here)).links).toHaveLength(10);
      expect(takeCost().rowsRead).toBeLessThanOrEqual(3 * 11 + 1);
    }
  });

  it('skips the codes of other accounts, and its cursor reveals none of them', async () => {
    const { bindings, takeCost } = countedBindings();
    const here = createWorld(bindings);
    const [owner, stranger] = [await here.newKey(), await here.newKey()];
    const mark = freshAlias('crowd');
    await insertLinks(stranger.accountId, 1_100, (n) => `${mark}-secret-${n}`);
    await insertLinks(owner.accountId, 1, () => `${mark}-zzz`);
    takeCost();
    const first = await page(owner.key, `?prefix=${mark}`, here);
    expect(takeCost().rowsRead).toBeLessThanOrEqual(3 * 1_001 + 1);
    expect(first.links).toEqual([]);
    const cursor = first.nextCursor ?? '';
    expect(atob(cursor.replaceAll('-', '+').replaceAll('_', '/'))).not.toContain('secret');
    const second = await page(owner.key, `?prefix=${mark}&cursor=${cursor}`, here);
    expect(second.links.map(({ shortCode }) => shortCode)).toEqual([`${mark}-zzz`]);
    expect(second.nextCursor).toBeNull();
  });

  it('receives from D1 nothing of the links of other accounts except codes and dates', async () => {
    const [owner, stranger] = [await world.newKey(), await world.newKey()];
    const mark = freshAlias('crowd');
    const codes = await insertLinks(stranger.accountId, 1_001, (n) => `${mark}-${n}`);
    const texts: string[] = [];
    const recorded = async (call: () => Promise<unknown>) => {
      const response = await call();
      texts.push(JSON.stringify(response));
      return response;
    };
    await page(owner.key, `?prefix=${mark}`, createWorld({ DB: tappedD1(env.DB, new Tap(recorded)) }));
    expect(codes.some((code) => texts.join().includes(code))).toBe(true);
    expect(texts.join()).not.toContain(stranger.accountId);
  });
});

describe('a cursor', () => {
  async function twoPages() {
    const owner = await world.newKey();
    const mark = freshAlias('cursor');
    await insertLinks(owner.accountId, 3, (n) => `${mark}-${n}`);
    return { owner, cursor: (await page(owner.key, '?limit=2')).nextCursor ?? '' };
  }

  const refused = async (key: string, query: string) =>
    Envelope.parse(await (await world.v2(key, 'GET', `/links?${query}`)).json());

  const RULE = 'cursor must be the nextCursor of a page with the same parameters';

  it('that was altered in one character is refused', async () => {
    const { owner, cursor } = await twoPages();
    for (let i = 0; i < cursor.length; i++) {
      const other = cursor[i] === 'A' ? 'B' : 'A';
      const altered = cursor.slice(0, i) + other + cursor.slice(i + 1);
      expect(await refused(owner.key, `cursor=${altered}`)).toMatchObject({ statusCode: 400, message: RULE });
    }
  });

  it.each(['', 'x', ' ', '%00', '1', 'null', 'x'.repeat(600), '%2B', '../..'])(
    'that is “%s” is refused',
    async (cursor) => {
      const { owner } = await twoPages();
      expect(await refused(owner.key, `cursor=${cursor}`)).toMatchObject({ statusCode: 400, message: RULE });
    },
  );

  it('of another account or of a list with another filter is refused, and one of a list with another limit is accepted', async () => {
    const { owner, cursor } = await twoPages();
    const stranger = await world.newKey();
    expect(await refused(stranger.key, `cursor=${cursor}`)).toMatchObject({ message: RULE });
    expect(await refused(owner.key, `status=active&cursor=${cursor}`)).toMatchObject({ message: RULE });
    expect(await refused(owner.key, `prefix=curs&cursor=${cursor}`)).toMatchObject({ message: RULE });
    expect((await page(owner.key, `?limit=100&cursor=${cursor}`)).links).toHaveLength(1);
  });

  it('may be used with another key of the account, and several times', async () => {
    const { owner, cursor } = await twoPages();
    const second = await world.newKey('PRO', { accountId: owner.accountId });
    const one = await page(second.key, `?cursor=${cursor}`);
    expect(await page(second.key, `?cursor=${cursor}`)).toEqual(one);
  });
});

it.each([
  ['limit=0', 'limit must be a whole number from 1 to 100'],
  ['limit=101', 'limit must be a whole number from 1 to 100'],
  ['limit=1.5', 'limit must be a whole number from 1 to 100'],
  ['limit=', 'limit must be a whole number from 1 to 100'],
  ['limit=5&limit=6', 'limit must be a whole number from 1 to 100'],
  ['status=dead', 'status must be active or expired'],
  ['status=', 'status must be active or expired'],
  ['prefix=abc', 'prefix must be 4 to 50 letters, digits and hyphens'],
  [`prefix=${'a'.repeat(MAX_CODE_LENGTH + 1)}`, 'prefix must be 4 to 50 letters, digits and hyphens'],
  ['prefix=ab%25d', 'prefix must be 4 to 50 letters, digits and hyphens'],
  ['search=', 'search must be 1 to 48 bytes'],
  ['search=&status=active', 'search must be 1 to 48 bytes'],
  ['status=active&__proto__=1', '__proto__ is not a parameter here'],
  [`search=${'x'.repeat(49)}`, 'search must be 1 to 48 bytes'],
  [`search=${encodeURIComponent('ü'.repeat(25))}`, 'search must be 1 to 48 bytes'],
  ['serach=x', 'serach is not a parameter here'],
])('a list with the query ?%s is refused with the message: %s', async (query, message) => {
  const { key } = await world.newKey();
  const response = await world.v2(key, 'GET', `/links?${query}`);
  expect(Envelope.parse(await response.json())).toMatchObject({ statusCode: 400, message });
});

describe('GET /v2/links/:shortCode', () => {
  const read = async (key: string, code: string) => (await world.v2(key, 'GET', `/links/${code}`)).json();

  it('shows a link as the list does, in upper or lower case of its code', async () => {
    const owner = await world.newKey();
    const alias = freshAlias('One');
    await make(owner, { alias, password: 'word' });
    const { links } = await page(owner.key);
    expect(await read(owner.key, alias.toUpperCase())).toEqual(links[0]);
  });

  it('shows a deleted link as expired, with the reason DELETED', async () => {
    const owner = await world.newKey();
    const code = await make(owner);
    await world.v2(owner.key, 'DELETE', `/links/${code}`);
    const response = await world.v2(owner.key, 'GET', `/links/${code}`);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ shortCode: code, status: 'expired', expiredReason: 'DELETED' });
  });

  it.each(['none', 'a', '%00', '%', 'x'.repeat(60), '%F0%9F%90%B4'])('is 404 for the code “%s”', async (code) => {
    const { key } = await world.newKey();
    expect((await world.v2(key, 'GET', `/links/${code}`)).status).toBe(404);
  });
});
