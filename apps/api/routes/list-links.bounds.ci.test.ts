/** The limits of the rows and bytes that a page of a list reads. No link is lost by them. */
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { countedBindings } from '#testkit/counting';
import { insertLinks, LONG_URL } from '#testkit/many-links';
import { createWorld, freshAlias } from '#testkit/world';
import { LinkList } from './links';

const MAX_BYTES = 1_000_000;
const countBytes = (text: string): number => new TextEncoder().encode(text).byteLength;
/** The number of links with the longest destination that a page reads. */
const LINKS_PER_PAGE = Math.ceil(MAX_BYTES / countBytes(LONG_URL));

type Walked = {
  readonly codes: string[];
  readonly pages: number[];
  readonly mostRows: number;
  readonly mostBytes: number;
};

/** Creates an account. Returns it with a function that reads all pages of its list. */
async function newLister() {
  const { bindings, takeCost } = countedBindings();
  const world = createWorld(bindings);
  const { key, accountId } = await world.newKey();
  const mark = freshAlias('bound');

  return {
    accountId,
    mark,
    world,
    /** Reads all pages. @param between runs after every page */
    async walk(query: string, between: () => Promise<unknown> = async () => {}): Promise<Walked> {
      const walked = { codes: [] as string[], pages: [] as number[], mostRows: 0, mostBytes: 0 };
      let next: string | null = '';
      while (next !== null) {
        takeCost();
        const response = await world.v2(key, 'GET', `/links?${query}${next && `&cursor=${next}`}`);
        expect(response.status, await response.clone().text()).toBe(200);
        const { links, nextCursor } = LinkList.parse(await response.json());
        walked.mostRows = Math.max(walked.mostRows, takeCost().rowsRead);
        walked.mostBytes = Math.max(
          walked.mostBytes,
          links.reduce((sum, { url }) => sum + countBytes(url), 0),
        );
        walked.codes.push(...links.map(({ shortCode }) => shortCode));
        walked.pages.push(links.length);
        next = nextCursor;
        await between();
      }
      return walked;
    },
  };
}

describe('a page among long destinations', () => {
  const COUNT = 3 * LINKS_PER_PAGE + 1;

  it.each([
    ['search', 'search=example&limit=100'],
    ['status', 'status=active&limit=100'],
    ['prefix', 'prefix=MARK&limit=100'],
    ['all three filters', 'prefix=MARK&status=active&search=example&limit=100'],
  ])('by %s shows at most a megabyte of destinations, and all pages show each link once', async (_, query) => {
    const { accountId, mark, walk } = await newLister();
    const codes = await insertLinks(accountId, COUNT, (n) => `${mark}-${n}`, { url: LONG_URL });
    const walked = await walk(query.replace('MARK', mark));
    expect(walked.pages).toEqual([LINKS_PER_PAGE, LINKS_PER_PAGE, LINKS_PER_PAGE, 1]);
    expect(walked.mostBytes).toBeLessThan(MAX_BYTES + countBytes(LONG_URL));
    expect(walked.codes.toSorted()).toEqual(codes.toSorted());
  });

  it.each([
    ['search', 'search=needle'],
    ['status', 'status=expired'],
    ['prefix and search', 'prefix=MARK&search=needle'],
  ])('by %s reads at most a megabyte of destinations if no link matches', async (_, query) => {
    const { accountId, mark, walk } = await newLister();
    await insertLinks(accountId, COUNT, (n) => `${mark}-${n}`, { url: LONG_URL });
    const walked = await walk(query.replace('MARK', mark));
    expect(walked.pages).toEqual([0, 0, 0, 0]);
  });

  it('by status reads no more destinations if the worker applies the denylist', async () => {
    const { accountId, mark, walk, world } = await newLister();
    const codes = await insertLinks(accountId, COUNT, (n) => `${mark}-${n}`, { url: LONG_URL });
    try {
      await world.admin('PUT', '/blocked-hosts', { hosts: ['bad-host.example'] });
      for (const status of ['active', 'expired']) {
        const walked = await walk(`status=${status}&limit=100`);
        expect(walked.pages).toHaveLength(4);
        expect(walked.codes.toSorted()).toEqual(status === 'active' ? codes.toSorted() : []);
      }
    } finally {
      await world.admin('PUT', '/blocked-hosts', { hosts: [] });
    }
  });

  it('has one link if the destination of the link alone exceeds the limit', async () => {
    const { accountId, mark, walk } = await newLister();
    const url = `https://example.com/${'x'.repeat(1_500_000)}`;
    const codes = await insertLinks(accountId, 3, (n) => `${mark}-${n}`, { url });
    const walked = await walk('search=example');
    expect(walked.pages).toEqual([1, 1, 1]);
    expect(walked.codes.toSorted()).toEqual(codes.toSorted());
  });

  it('does not count the destinations of other accounts', async () => {
    const { accountId, mark, walk, world } = await newLister();
    const stranger = await world.newKey();
    await insertLinks(stranger.accountId, COUNT, (n) => `${mark}-${n}-theirs`, { url: LONG_URL });
    const codes = await insertLinks(accountId, COUNT, (n) => `${mark}-${n}`);
    const walked = await walk(`prefix=${mark}&search=example&limit=100`);
    expect(walked.pages).toEqual([100, COUNT - 100]);
    expect(walked.codes).toEqual(codes.toSorted());
  });

  it('and its later pages show each link once, although destinations become short and long in between', async () => {
    const { accountId, mark, walk } = await newLister();
    const codes = await insertLinks(accountId, COUNT, (n) => `${mark}-${n}`, { url: LONG_URL });
    const edit = env.DB.prepare(
      "UPDATE links SET url = iif((created_at + ?3) % 3 = 0, 'https://example.com/', ?2) WHERE account_id = ?1",
    );
    let turn = 0;
    const walked = await walk('search=example&limit=100', () => edit.bind(accountId, LONG_URL, turn++).run());
    expect(walked.pages.length).toBeGreaterThan(2);
    expect(walked.codes.toSorted()).toEqual(codes.toSorted());
  });

  it('has no limit of bytes without a filter', async () => {
    const { accountId, mark, walk } = await newLister();
    await insertLinks(accountId, 101, (n) => `${mark}-${n}`, { url: LONG_URL });
    expect((await walk('limit=100')).pages).toEqual([100, 1]);
  });
});

describe('a page among many links', () => {
  it.each([
    ['search', 'search=needle', 200],
    ['status', 'status=expired', 400],
    ['prefix and search', 'prefix=MARK&search=needle', 500],
  ])('by %s reads a limited number of rows, and the next page continues after them', async (_, query, mostRows) => {
    const { accountId, mark, walk } = await newLister();
    await insertLinks(accountId, 2 * mostRows + 1, (n) => `${mark}-${n}`, { createdAt: (n) => n + 1 });
    // This link comes last, both by age and by code.
    await env.DB.prepare('UPDATE links SET code = ?2, url = ?3, created_at = 0, gone = ?4 WHERE code = ?1')
      .bind(`${mark}-0`, `${mark}-z`, 'https://example.com/needle', 'DELETED')
      .run();
    const walked = await walk(query.replace('MARK', mark));
    expect(walked.pages).toEqual([0, 0, 1]);
    expect(walked.codes).toEqual([`${mark}-z`]);
    // SQLite counts each row three times: in the inner SELECT, in the window and in the outer SELECT.
    expect(walked.mostRows).toBeLessThanOrEqual(3 * (mostRows + 1) + 1);
  });
});
