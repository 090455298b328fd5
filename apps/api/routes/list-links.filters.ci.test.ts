/** The filters of GET /v2/links, compared with a filter that this test writes naively (specification 8.2). */
import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { Envelope } from '#api/http/fields';
import { fakeClock, NOON } from '#testkit/clock';
import { countedBindings } from '#testkit/counting';
import { createWorld, freshAlias, type NewKey } from '#testkit/world';
import { LinkList } from './links';

const turnTo = fakeClock();
const world = createWorld();
const DAY = 86_400_000;
const url = 'https://example.com/';

/** Reads all pages of a list. @returns the codes */
async function listCodes({ key }: Pick<NewKey, 'key'>, query: Record<string, unknown>, on = world): Promise<string[]> {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const one of [value].flat()) if (one !== undefined) parameters.append(name, String(one));
  const codes: string[] = [];
  let cursor: string | null = null;
  do {
    if (cursor !== null) parameters.set('cursor', cursor);
    const response = await on.v2(key, 'GET', `/links?${parameters}`);
    expect(response.status, await response.clone().text()).toBe(200);
    const page = LinkList.parse(await response.json());
    codes.push(...page.links.map(({ shortCode }) => shortCode));
    cursor = page.nextCursor;
  } while (cursor !== null);
  return codes;
}

type Row = {
  code: string;
  id: string;
  url: string;
  at: number;
  expires: number | null;
  gone: 'CLICKS' | 'DELETED' | null;
  blocked: string | null;
  title: string | null;
  notes: string | null;
  external: string | null;
  tags: number[];
};

const TAGS = [...['Winter', '𝔖𝔴𝔦𝔣𝔱 🎉', 'رابط', 'Café'], ...Array.from({ length: 26 }, (_, n) => `tag ${n + 4}`)];
/** Hosts as destinations have them, each with what follows, and the hosts that find it. */
const HOSTS: readonly [authority: string, hosts: readonly string[]][] = [
  ['example.com/', ['example.com']],
  ['Shop.Example.com:8443/', ['example.com', 'shop.example.com']],
  ['notexample.com?', ['notexample.com']],
  ['example.org#shop.example.com/', ['example.org']],
  ['müller.example:80/', ['xn--mller-kva.example', 'müller.example']],
];
const WORDS = ['Sale', 'winter', 'ünï', '100%', 'a_b', '🎉', "it's", 'رابط'];

/** Inserts links with details, as the API would make them. */
async function insert(accountId: string, rows: readonly Row[]) {
  const tagId = (n: number) => `${accountId}-${n}`;
  const json = JSON.stringify(rows.map((row) => ({ ...row, ids: JSON.stringify(row.tags.map(tagId)) })));
  const of = (name: string) => `value ->> '${name}'`;
  const detailed = `FROM json_each(?2) WHERE coalesce(${of('title')}, ${of('notes')}, ${of('external')}) IS NOT NULL
    OR ${of('ids')} <> '[]'`;
  await env.DB.batch([
    env.DB.prepare(
      `INSERT INTO links (code, id, account_id, url, created_at, expires_at, gone, blocked, put_at, quiet_at)
      SELECT ${['code', 'id'].map(of)}, ?1, ${['url', 'at', 'expires', 'gone', 'blocked'].map(of)}, 0, 0 FROM json_each(?2)`,
    ).bind(accountId, json),
    env.DB.prepare(
      `INSERT INTO tags (id, account_id, key, name) SELECT ${['id', 'account', 'key', 'name'].map(of)} FROM json_each(?1)`,
    ).bind(
      JSON.stringify(
        TAGS.map((name, n) => ({ id: tagId(n), account: accountId, key: name.normalize('NFC').toLowerCase(), name })),
      ),
    ),
    env.DB.prepare(
      `INSERT INTO link_details (code, link_id, account_id, created_at, title, notes, external_id, tags)
      SELECT ${of('code')}, ${of('id')}, ?1, ${['at', 'title', 'notes', 'external', 'ids'].map(of)} ${detailed}`,
    ).bind(accountId, json),
    env.DB.prepare(
      `INSERT INTO link_tags (tag_id, created_at, code, link_id)
      SELECT given.value, ${['at', 'code', 'id'].map((name) => `made.value ->> '${name}'`)}
      FROM json_each(?1) AS made, json_each(made.value ->> 'ids') AS given`,
    ).bind(json),
  ]);
}

describe('each filter, alone and combined, lists what a naive filter of a thousand links and thirty tags lists', () => {
  let owner: NewKey;
  let rows: Row[];
  const mark = freshAlias('find');
  let now = NOON;

  beforeAll(async () => {
    turnTo(NOON);
    owner = await world.newKey();
    const pick = (n: number, from: number) => (n * 7919 + 13) % from;
    rows = Array.from({ length: 1_000 }, (_, n): Row => {
      const gone = n % 11 === 0 ? 'DELETED' : n % 13 === 0 ? 'CLICKS' : null;
      const word = (k: number) => WORDS[pick(n + k, WORDS.length)] as string;
      // A deletion erases the details of its link.
      const isDetailed = gone !== 'DELETED';
      return {
        code: `${mark}${n % 3 === 0 ? '-x' : ''}-${n}`,
        id: `id-${mark}-${n}`,
        url: `https://${HOSTS[n % HOSTS.length]?.[0]}${word(1)}/${n}`,
        at: NOON - Math.floor(n / 4) * (DAY / 8),
        expires: n % 5 === 0 ? 1 : n % 7 === 0 ? NOON * 2 : null,
        gone,
        blocked: n % 17 === 0 ? 'phishing' : null,
        title: isDetailed && n % 2 === 0 ? `${word(2)} ${n}` : null,
        notes: isDetailed && n % 5 === 1 ? `one\r\n${word(3)}` : null,
        external: isDetailed && n % 4 === 0 ? `order ${n}` : null,
        // The first tags have many links, the last ones few, and tag 29 has none.
        tags: TAGS.flatMap((_, tag) =>
          isDetailed && tag < 29 && (n + tag) % (tag + 2) === 0 && (n * tag) % 3 !== 1 ? [tag] : [],
        ).slice(0, 20),
      };
    });
    await insert(owner.accountId, rows);
    const stranger = await world.newKey();
    const theirs = rows.slice(0, 50).map((row) => ({ ...row, code: `${row.code}-theirs`, id: `${row.id}-theirs` }));
    await insert(stranger.accountId, theirs);
  });

  type Query = {
    status?: 'active' | 'expired' | undefined;
    prefix?: string | undefined;
    search?: string | undefined;
    tag?: number[] | undefined;
    tags?: 'all' | 'any' | undefined;
    host?: string | undefined;
    externalId?: string | undefined;
    createdFrom?: number | undefined;
    createdTo?: number | undefined;
  };

  const hostsOf = ({ url: made }: Row) =>
    HOSTS.find(([authority]) => made.startsWith(`https://${authority}`))?.[1] ?? [];
  const fold = (text: string | null) => (text ?? '').replace(/[A-Z]/g, (letter) => letter.toLowerCase());

  function naive({ status, prefix, search, tag, tags, host, externalId, createdFrom, createdTo }: Query): string[] {
    const matches = (row: Row) => {
      const isActive = row.gone === null && row.blocked === null && (row.expires === null || row.expires > now);
      const texts = [row.code, row.url, row.title, row.notes].map(fold);
      const has = (one: number) => row.tags.includes(one);
      return (
        (status === undefined || (status === 'active') === isActive) &&
        (prefix === undefined || row.code.startsWith(prefix)) &&
        (search === undefined || texts.some((text) => text.includes(fold(search)))) &&
        (tag === undefined || (tags === 'any' ? tag.some(has) : tag.every(has))) &&
        (host === undefined || hostsOf(row).includes(host)) &&
        (externalId === undefined || row.external === externalId) &&
        (createdFrom === undefined || row.at >= createdFrom) &&
        (createdTo === undefined || row.at <= createdTo)
      );
    };
    const byCode = (a: Row, b: Row) => (a.code < b.code ? -1 : 1);
    const byAge = (a: Row, b: Row) => b.at - a.at || byCode(b, a);
    return rows
      .filter(matches)
      .sort(prefix === undefined ? byAge : byCode)
      .map(({ code }) => code);
  }

  const iso = (at: number | undefined) => (at === undefined ? undefined : new Date(at).toISOString());

  /** Compares a list with the naive filter, with pages of any length. */
  async function compare(query: Query, limit: number) {
    now += 120_000; // A new window of searches.
    turnTo(now);
    const { tag, createdFrom, createdTo } = query;
    const names = tag?.map((n, i) => (i % 2 === 0 ? TAGS[n] : ` ${TAGS[n]?.toUpperCase().normalize('NFD')} `));
    const sent = { ...query, tag: names, createdFrom: iso(createdFrom), createdTo: iso(createdTo), limit };
    expect(await listCodes(owner, sent)).toEqual(naive(query));
  }

  it.each<[string, Query]>([
    ['status', { status: 'expired' }],
    ['prefix', { prefix: `${mark}-x` }],
    ['search', { search: 'WINTER' }],
    ['a search of marks', { search: '0%' }],
    ['a search of emoji', { search: '🎉' }],
    ['one tag', { tag: [0] }],
    ['a tag of four-byte characters', { tag: [1] }],
    ['a tag of a few links', { tag: [27] }],
    ['a tag without links', { tag: [29] }],
    ['all of two tags', { tag: [0, 2] }],
    ['any of two tags', { tag: [0, 2], tags: 'any' }],
    ['all of twenty tags', { tag: Array.from({ length: 20 }, (_, n) => n) }],
    ['any of twenty tags', { tag: Array.from({ length: 20 }, (_, n) => n), tags: 'any' }],
    ['a host with its subdomains', { host: 'example.com' }],
    ['a host', { host: 'example.org' }],
    ['a host in Punycode', { host: 'xn--mller-kva.example' }],
    ['externalId', { externalId: 'order 8' }],
    ['externalId of a deleted link', { externalId: 'order 44' }],
    ['the time of creation', { createdFrom: NOON - 9 * DAY, createdTo: NOON - 3 * DAY }],
    ['a tag and the time of creation', { tag: [1, 2], tags: 'any', createdFrom: NOON - 9 * DAY }],
  ])('by %s', async (_, query) => {
    await compare(query, 100);
  });

  it('by any of them together', async () => {
    const seldom = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: undefined, freq: 1 });
    const at = fc.integer({ min: -40, max: 1 }).map((days) => NOON + days * DAY);
    const query = fc
      .record({
        status: seldom(fc.constantFrom('active' as const, 'expired' as const)),
        prefix: seldom(fc.constantFrom(mark, `${mark}-x`, `${mark}-9`)),
        search: seldom(fc.constantFrom(...WORDS, 'e', mark)),
        tag: fc.option(fc.uniqueArray(fc.nat(29), { minLength: 1, maxLength: 4 }), { nil: undefined, freq: 4 }),
        tags: fc.constantFrom('all' as const, 'any' as const),
        host: seldom(fc.constantFrom('example.com', 'müller.example', 'other.example')),
        externalId: fc.option(fc.constantFrom('order 8', 'order 40', 'order 44', 'none'), {
          nil: undefined,
          freq: 1,
        }),
        createdFrom: seldom(at),
        createdTo: seldom(at),
      })
      .map(({ tags, ...rest }) => (rest.tag === undefined ? rest : { ...rest, tags }))
      .filter(({ createdFrom = 0, createdTo = Number.MAX_VALUE }) => createdFrom <= createdTo);
    await fc.assert(
      fc.asyncProperty(query, fc.constantFrom(7, 50, 100), (one, limit) => compare(one, limit)),
      { numRuns: 40 },
    );
  });
});

describe('a list by tags', () => {
  const tagged = async (owner: NewKey, tags: string[], alias = freshAlias('tagged')) => {
    const made = await world.shorten(owner.key, { url, alias, tags });
    expect(made.status, await made.clone().text()).toBe(201);
    return alias;
  };

  it('reads only links of the tags, and each page a limited number of rows', async () => {
    turnTo(NOON);
    const { bindings, takeCost } = countedBindings();
    const here = createWorld(bindings);
    const owner = await here.newKey();
    const mark = freshAlias('rows');
    const rows = Array.from({ length: 900 }, (_, n): Row => {
      const absent = { expires: null, gone: null, blocked: null, title: null, notes: null, external: null };
      return { ...absent, code: `${mark}-${n}`, id: `${mark}-${n}`, url, at: n, tags: n % 300 === 0 ? [0, 1] : [2, 3] };
    });
    await insert(owner.accountId, rows);
    takeCost();
    expect(await listCodes(owner, { tag: [TAGS[0], TAGS[2]], tags: 'all' }, here)).toEqual([]);
    const none = takeCost();
    expect(none.d1).toHaveLength(2);
    expect(none.rowsRead).toBeLessThan(2 * 401 + 100);
    expect(await listCodes(owner, { tag: TAGS[1] }, here)).toHaveLength(3);
    expect(takeCost().rowsRead).toBeLessThan(60);
    expect(await listCodes(owner, { tag: [TAGS[1], TAGS[2]], tags: 'any', limit: 100 }, here)).toHaveLength(900);
    const { d1, rowsRead } = takeCost();
    expect(d1.length).toBeLessThanOrEqual(2 * 10);
    expect(rowsRead / (d1.length / 2)).toBeLessThan(2_500);
  });

  it('leaves out a link that was just made anew without details', async () => {
    turnTo(NOON);
    const owner = await world.newKey();
    const [anew, kept] = [await tagged(owner, ['a']), await tagged(owner, ['a'])];
    await env.DB.prepare("UPDATE links SET id = 'another' || code WHERE code = ?").bind(anew).run();
    for (const query of [{ tag: 'A' }, { tag: ['a', 'b'], tags: 'any' }, { tag: 'a', prefix: 'tagged' }])
      expect(await listCodes(owner, query)).toEqual([kept]);
  });

  it('finds no links of other accounts by their tags or ids', async () => {
    turnTo(NOON);
    const [owner, stranger] = [await world.newKey(), await world.newKey()];
    await world.shorten(owner.key, { url, tags: ['secret'], externalId: 'mine', title: 'secret', notes: 'secret' });
    for (const query of [{ tag: 'secret' }, { externalId: 'mine' }, { search: 'secret' }])
      expect(await listCodes(stranger, query)).toEqual([]);
  });
});

describe('a page of a search', () => {
  it('reads at most a megabyte of destinations, titles and notes', async () => {
    turnTo(NOON);
    const { bindings, takeCost } = countedBindings();
    const here = createWorld(bindings);
    const owner = await here.newKey();
    const mark = freshAlias('notes');
    const notes = '𝔖'.repeat(2_000); // 8,000 bytes
    const rows = Array.from({ length: 300 }, (_, n): Row => {
      const absent = { expires: null, gone: null, blocked: null, title: null, external: null, tags: [] };
      return { ...absent, code: `${mark}-${n}`, id: `${mark}-${n}`, url, at: n, notes };
    });
    await insert(owner.accountId, rows);
    const pages: number[] = [];
    let cursor = '';
    do {
      takeCost();
      const response = await here.v2(owner.key, 'GET', `/links?search=${encodeURIComponent('𝔖')}&limit=100${cursor}`);
      const page = LinkList.parse(await response.json());
      pages.push(page.links.length);
      expect(takeCost().rowsRead).toBeLessThan(4 * 201 + 100);
      cursor = page.nextCursor === null ? '' : `&cursor=${page.nextCursor}`;
    } while (cursor !== '');
    expect(pages).toEqual([100, 100, 100]);
    // Nothing matches: a page ends with the first note beyond a megabyte.
    const response = await here.v2(owner.key, 'GET', '/links?search=nothing-like-it&limit=100');
    expect(takeCost().rowsRead).toBeLessThan(4 * 201 + 100);
    expect(LinkList.parse(await response.json()).nextCursor).not.toBeNull();
  });
});

const TAG_RULE = 'tag must be 1 to 20 names of one line of 1 to 50 characters, and not . or ..';
const TIME = (name: string) => `${name} must be a time like 2026-11-20T12:00:00Z or a day like 2026-11-20`;
it.each([
  [`tag=${Array(21).fill('a').join('&tag=')}`, TAG_RULE],
  ['tag=', TAG_RULE],
  ['tag=%20', TAG_RULE],
  ['tag=a&tag=..', TAG_RULE],
  [`tag=${encodeURIComponent('𝔖'.repeat(51))}`, TAG_RULE],
  ['tag=a%0Ab', TAG_RULE],
  ['tags=any', 'tags must be all or any, beside tag'],
  ['tag=a&tags=none', 'tags must be all or any, beside tag'],
  ['tag=a&tags=all&tags=any', 'tags must be all or any, beside tag'],
  ['externalId=', 'externalId must be one line of 1 to 200 characters'],
  ['externalId=a&externalId=b', 'externalId must be one line of 1 to 200 characters'],
  [`externalId=${'x'.repeat(201)}`, 'externalId must be one line of 1 to 200 characters'],
  ['host=example', 'host must be a host name or an IP address'],
  ['host=https://example.com', 'host must be a host name or an IP address'],
  ['host=example.com&host=example.org', 'host must be a host name or an IP address'],
  ['createdFrom=yesterday', TIME('createdFrom')],
  ['createdFrom=2026-02-30', TIME('createdFrom')],
  ['createdTo=2026-11-20T25:00:00Z', TIME('createdTo')],
  ['createdTo=1', TIME('createdTo')],
  ['createdFrom=2026-11-21&createdTo=2026-11-20', 'createdFrom must not be after createdTo'],
  ['sort=url', 'sort must be created, clicks or lastClick'],
  ['sort=clicks&sort=created', 'sort must be created, clicks or lastClick'],
  ['search=a&search=b', 'search must be 1 to 48 bytes'],
])('a list with the query ?%s is refused with the message: %s', async (query, message) => {
  turnTo(NOON);
  const { key } = await world.newKey();
  const response = await world.v2(key, 'GET', `/links?${query}`);
  expect(Envelope.parse(await response.json())).toMatchObject({ statusCode: 400, message });
});

it('a day stands for its whole length in UTC, and a time may have an offset', async () => {
  turnTo(NOON);
  const owner = await world.newKey();
  const { shortCode } = await (await world.shorten(owner.key, { url })).json<{ shortCode: string }>();
  const day = new Date(NOON).toISOString().slice(0, 10);
  expect(await listCodes(owner, { createdFrom: day, createdTo: day })).toEqual([shortCode]);
  expect(await listCodes(owner, { createdFrom: `${day}T14:00:00.457+02:00` })).toEqual([shortCode]);
  expect(await listCodes(owner, { createdFrom: `${day}T14:00:00.458+02:00` })).toEqual([]);
  expect(await listCodes(owner, { createdTo: `${day}T12:00:00.456Z` })).toEqual([]);
});

it('a cursor belongs to every parameter of its list', async () => {
  turnTo(NOON);
  const owner = await world.newKey();
  for (let n = 0; n < 3; n++) await world.shorten(owner.key, { url, tags: ['a', 'b'] });
  const readCursor = async (query: string) =>
    LinkList.parse(await (await world.v2(owner.key, 'GET', `/links?limit=1&${query}`)).json()).nextCursor;
  const status = async (query: string, cursor: string | null) =>
    (await world.v2(owner.key, 'GET', `/links?${query}&cursor=${cursor}`)).status;
  const cursor = await readCursor('tag=a&tag=b');
  expect(await status('tag=B&tag=A&tags=all', cursor)).toBe(200);
  for (const other of [
    'tag=a',
    'tag=a&tag=b&tags=any',
    'tag=a&tag=b&externalId=x',
    'tag=a&tag=b&host=a.b',
    '',
    'tag=a&tag=b&sort=clicks',
  ])
    expect(await status(other, cursor), other).toBe(400);
  const from = await readCursor('createdFrom=2020-01-01');
  expect(await status('createdFrom=2020-01-01T00:00:00Z', from)).toBe(200);
  expect(await status('createdTo=2020-01-01', from)).toBe(400);
});
