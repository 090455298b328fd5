/** GET /admin/links: the operator finds a link, or lists those of an account or of a key (specification 13.5). */
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { countedBindings } from '#testkit/counting';
import { insertLinks, LONG_URL } from '#testkit/many-links';
import { createWorld, freshAlias } from '#testkit/world';

const world = createWorld();
const url = 'https://example.com/';

type Listed = { shortCode: string; accountId: string; key: string | null; blocked: boolean } & Record<string, unknown>;
type Page = { links: Listed[]; nextCursor: string | null };

const read = async (query: string, here = world): Promise<Page> => {
  const response = await here.admin('GET', `/links?${query}`);
  expect(response.status, await response.clone().text()).toBe(200);
  return response.json();
};

/** Reads all pages of a list. */
async function walk(query: string): Promise<Page[]> {
  const pages = [await read(query)];
  for (let next = pages[0]?.nextCursor; next; next = pages.at(-1)?.nextCursor)
    pages.push(await read(`${query}&cursor=${next}`));
  return pages;
}

const listCodes = (pages: readonly Page[]): string[] => pages.flatMap(({ links }) => links).map((one) => one.shortCode);

/** Makes an account with two keys, and two links of each. */
async function newAccount() {
  const one = await world.newKey();
  const other = await world.newKey('PRO', { accountId: one.accountId });
  const made: Record<string, string[]> = { one: [], other: [] };
  for (const [name, { key }] of Object.entries({ one, other, again: one, last: other })) {
    const alias = freshAlias('listed');
    await world.shorten(key, { url: `${url}${name}`, alias });
    made[key === one.key ? 'one' : 'other']?.unshift(alias);
  }
  const [own = [], others = []] = [made.one, made.other];
  return { one, other, own, others, newestFirst: [others[0], own[0], others[1], own[1]] };
}

describe('the list of links', () => {
  it('has the link of a code with its account, its key and its options, and no password', async () => {
    const { key, id, accountId } = await world.newKey();
    const alias = freshAlias('One');
    const options = { alias, maxClicks: 9, password: 'the secret word', title: 'A title', tags: ['a tag'] };
    await world.shorten(key, { url, ...options });
    const response = await world.admin('GET', `/links?code=${alias.toUpperCase()}`);
    const text = await response.text();
    const { password: _, ...shown } = options;
    const state = { accountId, key: id, blocked: false, hasPassword: true, status: 'active', url };
    expect(JSON.parse(text)).toMatchObject({ links: [{ shortCode: alias, ...shown, ...state }], nextCursor: null });
    expect(text).not.toContain('pbkdf2');
    expect(Object.keys(JSON.parse(text).links[0])).not.toContain('password');
  });

  it('says that a link is blocked, and names no key for a link that none has made', async () => {
    const { one, own } = await newAccount();
    const [code = ''] = own;
    await world.admin('POST', `/links/${code}/block`, { reason: 'phishing' });
    await env.DB.prepare('UPDATE links SET made_by = NULL WHERE code = ?1').bind(code).run();
    const { links } = await read(`code=${code}`);
    expect(links).toMatchObject([
      { accountId: one.accountId, key: null, blocked: true, status: 'expired', expiredReason: 'BLOCKED' },
    ]);
  });

  it('of an account has the links of all its keys, newest first, deleted ones too', async () => {
    const { one, own, newestFirst } = await newAccount();
    await world.v2(one.key, 'DELETE', `/links/${own[0]}`);
    const page = await read(`account=${one.accountId}`);
    expect([listCodes([page]), page.nextCursor]).toEqual([newestFirst, null]);
    expect(page.links[1]).toMatchObject({ status: 'expired', expiredReason: 'DELETED' });
  });

  it('of a key has the links that the key has made, also once the key is revoked', async () => {
    const { one, other, own, others } = await newAccount();
    await world.admin('DELETE', `/keys/${one.id}`);
    expect(listCodes([await read(`key=${one.id}`)])).toEqual(own);
    const { links } = await read(`key=${other.id}`);
    expect(links.map(({ shortCode, accountId, key }) => [shortCode, accountId, key])).toEqual(
      others.map((code) => [code, one.accountId, other.id]),
    );
  });

  it('of an account with a host has the links that a block of the host would end', async () => {
    const { key, accountId } = await world.newKey();
    const hosts = ['bad-host.example', 'www.bad-host.example', 'bad-host.example.com', 'notbad-host.example'];
    for (const host of hosts) await world.shorten(key, { url: `https://${host}/there`, alias: freshAlias('host') });
    for (const host of ['bad-host.example', 'BAD-host.example.']) {
      const { links } = await read(`account=${accountId}&host=${host}`);
      expect(links.map((link) => link.url)).toEqual(
        hosts
          .slice(0, 2)
          .reverse()
          .map((one) => `https://${one}/there`),
      );
    }
  });

  it('shows each link once in pages of any size, and no cursor on the last one', async () => {
    const { one, own, newestFirst } = await newAccount();
    for (const limit of [1, 2, 3, 4]) {
      const pages = await walk(`account=${one.accountId}&limit=${limit}`);
      expect([listCodes(pages), pages.length]).toEqual([newestFirst, Math.ceil(4 / limit)]);
    }
    expect(listCodes(await walk(`key=${one.id}&limit=1`))).toEqual(own);
    expect(listCodes(await walk(`account=${one.accountId}&host=example.com&limit=1`))).toEqual(newestFirst);
  });
});

describe('a list of links that names what is not there', () => {
  it.each([
    ['code=no-such-code', 'NOT_FOUND'],
    ['code=%3F', 'NOT_FOUND'],
    ['account=none', 'ACCOUNT_NOT_FOUND'],
    ['key=none', 'KEY_NOT_FOUND'],
  ])('is 404: %s', async (query, errorType) => {
    const response = await world.admin('GET', `/links?${query}`);
    expect([response.status, await response.json()]).toEqual([404, expect.objectContaining({ errorType })]);
  });

  it.each([
    ['', 'exactly one of code, account and key'],
    ['code=abc&account=a', 'exactly one of code, account and key'],
    ['account=a&key=b', 'exactly one of code, account and key'],
    ['host=example.com', 'exactly one of code, account and key'],
    ['key=a&host=example.com', 'host must stand beside account'],
    ['account=a&host=https%3A%2F%2Fexample.com', 'host must be a host name'],
    ['account=a&host=example', 'host must be a host name'],
    ['account=a&limit=1001', 'limit must be a whole number from 1 to 1000'],
    ['account=a&account=b', 'account must be'],
    ['code=abc&cursor=x', 'cursor must be'],
    ['codes=abc', 'codes is not a parameter here'],
  ])('or breaks a rule is 400: %s', async (query, message) => {
    const response = await world.admin('GET', `/links?${query}`);
    expect([response.status, await response.json()]).toEqual([
      400,
      expect.objectContaining({ errorType: 'INVALID_FIELD', message: expect.stringContaining(message) }),
    ]);
  });

  it('is 400 for a cursor of another list, or an altered one', async () => {
    const { one } = await newAccount();
    const { nextCursor } = await read(`account=${one.accountId}&limit=1`);
    const queries = [`key=${one.id}&cursor=${nextCursor}`, `account=${one.accountId}&cursor=${nextCursor}x`];
    for (const query of queries) expect((await world.admin('GET', `/links?${query}`)).status, query).toBe(400);
  });
});

describe('the cost of a page', () => {
  const COUNT = 1_300;
  const { bindings, takeCost } = countedBindings();
  const counted = createWorld(bindings);

  it('is at most 1,000 rows and one round trip beside that for the owner, however few of the links it has', async () => {
    const { accountId, id } = await world.newKey();
    const mark = freshAlias('cost');
    const codes = await insertLinks(accountId, COUNT, (n) => `${mark}-${n}`);
    const rare = codes.filter((_, n) => n % 600 === 0);
    await env.DB.prepare(
      `UPDATE links SET made_by = ?1, url = 'https://rare.example/' WHERE code IN (${rare.map((code) => `'${code}'`)})`,
    )
      .bind(id)
      .run();
    for (const [query, expected] of [
      [`account=${accountId}`, codes],
      [`account=${accountId}&host=rare.example`, rare],
      [`key=${id}`, rare],
    ] as const) {
      const seen: string[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        takeCost();
        const page: Page = await read(`${query}${cursor && `&cursor=${cursor}`}`, counted);
        const { rowsRead, rowsWritten, d1, objects } = takeCost();
        expect(rowsRead, query).toBeLessThanOrEqual(1_000);
        expect([rowsWritten, d1.length, objects], query).toEqual([0, 2, []]);
        seen.push(...page.links.map(({ shortCode }) => shortCode));
        cursor = page.nextCursor;
      }
      expect(seen, query).toEqual(expected.toReversed());
    }
  });

  it('is a few rows for a code, among however many links', async () => {
    const { newestFirst } = await newAccount();
    takeCost();
    await read(`code=${newestFirst[0]}`, counted);
    const { rowsRead, d1 } = takeCost();
    expect(rowsRead).toBeLessThanOrEqual(3);
    expect(d1).toHaveLength(1);
  });

  it('is about a megabyte of destinations at most', async () => {
    const { accountId } = await world.newKey();
    const mark = freshAlias('long');
    const codes = await insertLinks(accountId, 60, (n) => `${mark}-${n}`, { url: LONG_URL });
    const pages = await walk(`account=${accountId}`);
    expect(pages.map(({ links }) => links.length)).toEqual([42, 18]);
    expect(listCodes(pages)).toEqual(codes.toReversed());
  });
});
