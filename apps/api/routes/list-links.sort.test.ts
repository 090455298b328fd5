import { expect, it } from 'vitest';
import { Envelope } from '#api/http/fields';
import { fakeClock, NOON } from '#testkit/clock';
import { countedBindings } from '#testkit/counting';
import { createWorld, freshAlias, type NewKey, type World } from '#testkit/world';
import { LinkList } from './links';

const turnTo = fakeClock();
const world = createWorld();
const url = 'https://example.com/';

const page = async (key: string, query: string, on: World = world): Promise<LinkList> => {
  const response = await on.v2(key, 'GET', `/links?${query}`);
  expect(response.status, await response.clone().text()).toBe(200);
  return LinkList.parse(await response.json());
};

async function walk(key: string, query: string, on: World = world) {
  const pages: string[][] = [];
  let next: string | null = '';
  while (next !== null) {
    const { links, nextCursor }: LinkList = await page(key, `${query}${next && `&cursor=${next}`}`, on);
    pages.push(links.map(({ shortCode }) => shortCode));
    next = nextCursor;
  }
  return pages;
}

/** Makes links with these numbers of clicks, and visits them. @returns their codes, most clicked first */
async function clicked(owner: NewKey, clicks: readonly number[], fields: (n: number) => object = () => ({})) {
  const codes: string[] = [];
  for (const [n, times] of clicks.entries()) {
    const alias = freshAlias('sorted');
    codes.push(alias);
    const made = await world.shorten(owner.key, { url, alias, ...fields(n) });
    expect(made.status, await made.clone().text()).toBe(201);
    for (let i = 0; i < times; i++) await world.visit(alias);
  }
  return codes;
}

it('the most clicked links come first, or the last clicked ones, without links that were never clicked', async () => {
  turnTo(NOON);
  const owner = await world.newKey();
  const [one, three, two] = (await clicked(owner, [1, 3, 2, 0])) as [string, string, string];
  turnTo(NOON + 1);
  await world.visit(one);
  turnTo(NOON + 2);
  await world.visit(two);
  // Three clicks each: the later last click comes first.
  expect((await walk(owner.key, 'sort=clicks&limit=2')).flat()).toEqual([two, three, one]);
  expect((await walk(owner.key, 'sort=lastClick&limit=2')).flat()).toEqual([two, one, three]);
  expect((await walk(owner.key, 'sort=created')).flat()).toHaveLength(4);
  expect(await walk((await world.newKey()).key, 'sort=clicks')).toEqual([[]]);
});

it('no link is shown twice or skipped, although all are clicked between the pages, and later pages expire after ten minutes', async () => {
  turnTo(NOON);
  const owner = await world.newKey();
  const codes = await clicked(owner, [4, 3, 2, 1]);
  const first = await page(owner.key, 'sort=clicks&limit=1');
  for (let i = 0; i < 9; i++) await world.visit(codes[3] as string);
  turnTo(NOON + 599_999);
  const second = await page(owner.key, `sort=clicks&limit=2&cursor=${first.nextCursor}`);
  const third = await page(owner.key, `sort=clicks&limit=9&cursor=${second.nextCursor}`);
  expect([first, second, third].flatMap(({ links }) => links.map(({ shortCode }) => shortCode))).toEqual(codes);
  expect(third.nextCursor).toBeNull();
  turnTo(NOON + 600_000);
  const late = await world.v2(owner.key, 'GET', `/links?sort=clicks&limit=2&cursor=${second.nextCursor}`);
  expect(Envelope.parse(await late.json())).toMatchObject({ statusCode: 400, errorType: 'CURSOR_EXPIRED' });
  expect((await walk(owner.key, 'sort=clicks'))[0]?.[0]).toBe(codes[3]);
  const other = await world.v2(owner.key, 'GET', `/links?sort=lastClick&cursor=${first.nextCursor}`);
  expect(Envelope.parse(await other.json())).toMatchObject({ statusCode: 400, errorType: 'INVALID_FIELD' });
});

it('every filter applies to the sorted links', async () => {
  turnTo(NOON);
  const owner = await world.newKey();
  const codes = await clicked(owner, [6, 5, 4, 3, 2, 1], (n) => ({
    tags: n % 2 === 0 ? ['even', 'all'] : ['all'],
    ...(n === 3 && { externalId: 'three', title: 'Needle' }),
  }));
  await world.v2(owner.key, 'DELETE', `/links/${codes[1]}`);
  const of = (...numbers: number[]) => numbers.map((n) => codes[n]);
  for (const [query, expected] of [
    ['tag=even', of(0, 2, 4)],
    ['tag=even&tag=all&tags=any', of(0, 2, 3, 4, 5)],
    ['tag=even&tag=none', []],
    ['status=expired', of(1)],
    ['externalId=three', of(3)],
    ['search=needle', of(3)],
    ['prefix=sorted', of(0, 1, 2, 3, 4, 5)],
    [`createdFrom=${new Date(NOON + 1).toISOString()}`, []],
  ] as const) {
    expect((await walk(owner.key, `sort=clicks&limit=2&${query}`)).flat(), query).toEqual(expected);
  }
});

it('a link under the code of a dead one has its own clicks only', async () => {
  turnTo(NOON);
  const owner = await world.newKey();
  const [code = ''] = await clicked(owner, [3]);
  await world.v2(owner.key, 'DELETE', `/links/${code}`);
  await world.shorten(owner.key, { url, alias: code });
  expect(await walk(owner.key, 'sort=clicks')).toEqual([[]]);
});

it('a page of a sorted list costs one call of the statistics object and one round trip', async () => {
  turnTo(NOON);
  const { bindings, takeCost } = countedBindings();
  const here = createWorld(bindings);
  const owner = await here.newKey();
  await clicked(owner, [2, 1, 1]);
  await page(owner.key, 'limit=1', here);
  takeCost();
  const { nextCursor } = await page(owner.key, 'sort=clicks&limit=1', here);
  const cost = takeCost();
  expect(cost.objects).toEqual(['KEYS.admit', 'ADDRESSES.admit', 'STATISTICS.readSorted']);
  expect(cost.d1).toHaveLength(1);
  expect(cost.rowsRead).toBeLessThanOrEqual(12);
  await page(owner.key, `sort=clicks&limit=1&cursor=${nextCursor}`, here);
  expect(takeCost().objects).toEqual(['KEYS.admit', 'ADDRESSES.admit', 'STATISTICS.readSorted']);
});
