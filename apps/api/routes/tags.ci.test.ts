/** GET /v2/tags, PATCH and DELETE /v2/tags/:name, and the statistics of tags (specification 8.9 and 10.6). */
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { Envelope } from '#api/http/fields';
import { fakeClock, NOON } from '#testkit/clock';
import { countedBindings } from '#testkit/counting';
import { createWorld, freshAlias } from '#testkit/world';
import { TagList } from './tags';

const turnTo = fakeClock();
const world = createWorld();
const url = 'https://example.com/';
const DAY = 86_400_000;

type Fields = Record<string, unknown>;

async function make(key: string, tags: readonly string[], fields: Fields = {}): Promise<string> {
  const made = await world.shorten(key, { url, tags, ...fields });
  expect(made.status, await made.clone().text()).toBe(201);
  return (await made.json<{ shortCode: string }>()).shortCode;
}

const visit = async (code: string, times: number) => {
  for (let n = 0; n < times; n++) await world.visit(code);
};
const list = async (key: string, query = '', on = world) =>
  TagList.parse(await (await on.v2(key, 'GET', `/tags${query}`)).json());
const listNames = async (key: string) => (await list(key)).tags.map(({ name, links }) => [name, links]);
const makePath = (name: string) => `/tags/${encodeURIComponent(name)}`;
const change = (key: string, name: string, body: unknown) => world.v2(key, 'PATCH', makePath(name), body as Fields);
const readTags = async (key: string, code: string) =>
  (await (await world.v2(key, 'GET', `/links/${code}`)).json<Fields>()).tags;
const readRefusal = async (response: Response) => {
  const { statusCode, errorType } = Envelope.parse(await response.json());
  return [statusCode, errorType];
};
const statistics = async (key: string, query: string) => {
  const response = await world.v2(key, 'GET', `/stats?${query}`);
  expect(response.status, await response.clone().text()).toBe(200);
  return response.json<Fields>();
};

/** Adds links of a tag directly, oldest first. */
async function fill(accountId: string, name: string, count: number) {
  const tag = `${accountId}-${name}`;
  await env.DB.prepare('INSERT OR IGNORE INTO tags (id, account_id, key, name) VALUES (?, ?, ?, ?)')
    .bind(tag, accountId, name, name)
    .run();
  await env.DB.prepare(
    `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
    INSERT INTO link_tags (tag_id, created_at, code, link_id) SELECT ?1, i, 'f' || i, 'f' || i FROM n`,
  )
    .bind(tag, count - 1)
    .run();
}

describe('the list of tags', () => {
  it('has each tag with its color, its links and their clicks, in the order of the names', async () => {
    turnTo(NOON);
    const { key } = await world.newKey();
    const stranger = await world.newKey();
    await visit(await make(stranger.key, ['b']), 5);
    const codes = [await make(key, ['b', 'A']), await make(key, ['b']), await make(key, ['رابط 🎉'])];
    await visit(codes[0] as string, 2);
    await visit(codes[1] as string, 1);
    await change(key, 'a', { color: 'blue' });
    expect(await list(key)).toEqual({
      tags: [
        { name: 'A', color: 'blue', links: 1, clicks: 2 },
        { name: 'b', color: null, links: 2, clicks: 3 },
        { name: 'رابط 🎉', color: null, links: 1, clicks: 0 },
      ],
      nextCursor: null,
    });
    await world.v2(key, 'DELETE', `/links/${codes[0]}`);
    expect(await listNames(key)).toEqual([
      ['A', 0],
      ['b', 1],
      ['رابط 🎉', 1],
    ]);
    expect(await list((await world.newKey()).key)).toEqual({ tags: [], nextCursor: null });
  });

  it('counts the 10,000 newest links of a tag, says so, and has further tags on a further page', async () => {
    turnTo(NOON);
    const { bindings, takeCost } = countedBindings();
    const here = createWorld(bindings);
    const { key, accountId } = await here.newKey();
    await fill(accountId, 'a', 10_000);
    await fill(accountId, 'b', 10_001);
    await fill(accountId, 'c', 3);
    takeCost();
    const first = await list(key, '', here);
    expect(first.tags.map(({ name, links, partial }) => [name, links, partial])).toEqual([
      ['a', 10_000, undefined],
      ['b', 10_000, true],
    ]);
    expect(takeCost().rowsRead).toBeLessThan(20_001 + 100);
    const second = await list(key, `?cursor=${first.nextCursor}`, here);
    expect(second).toMatchObject({ tags: [{ name: 'c', links: 3 }], nextCursor: null });
    const stranger = await world.newKey();
    for (const cursor of [first.nextCursor, 'x', ''])
      expect(await readRefusal(await world.v2(stranger.key, 'GET', `/tags?cursor=${cursor}`))).toEqual([
        400,
        'INVALID_FIELD',
      ]);
  });
});

describe('a change of a tag', () => {
  it('renames it for all its links, in any spelling of the old name, and changes or removes its color', async () => {
    turnTo(NOON);
    const { key } = await world.newKey();
    const code = await make(key, ['Café', 'x']);
    expect(await (await change(key, 'CAFE\u0301', { name: ' Bar / 🎉 ', color: 'red' })).json()).toEqual({
      name: 'Bar / 🎉',
      color: 'red',
    });
    expect(await readTags(key, code)).toEqual(['Bar / 🎉', 'x']);
    expect(await (await change(key, 'bar / 🎉', { color: null })).json()).toEqual({ name: 'Bar / 🎉', color: null });
    expect(await (await change(key, 'bar / 🎉', { name: 'BAR / 🎉' })).json()).toMatchObject({ name: 'BAR / 🎉' });
    expect(await readRefusal(await change(key, 'Café', { name: 'y' }))).toEqual([404, 'TAG_NOT_FOUND']);
    expect(await listNames(key)).toEqual([
      ['BAR / 🎉', 1],
      ['x', 1],
    ]);
  });

  it('to the name of another tag is refused, and changes nothing', async () => {
    turnTo(NOON);
    const { key } = await world.newKey();
    await make(key, ['one', 'two']);
    expect(await readRefusal(await change(key, 'one', { name: 'TWO', color: 'red' }))).toEqual([409, 'TAG_TAKEN']);
    expect((await list(key)).tags).toMatchObject([{ name: 'one', color: null }, { name: 'two' }]);
    const stranger = await world.newKey();
    expect(await readRefusal(await change(stranger.key, 'one', { name: 'mine' }))).toEqual([404, 'TAG_NOT_FOUND']);
    expect(await readRefusal(await world.v2(stranger.key, 'DELETE', makePath('one')))).toEqual([404, 'TAG_NOT_FOUND']);
  });

  it.each<[unknown, string]>([
    [{}, 'Name what to change: name, color'],
    [{ other: 1 }, 'Name what to change: name, color'],
    [{ name: '' }, 'name must be one line of 1 to 50 characters, and not . or ..'],
    [{ name: '..' }, 'name must be one line of 1 to 50 characters, and not . or ..'],
    [{ name: null }, 'name must be one line of 1 to 50 characters, and not . or ..'],
    [{ name: '𝔖'.repeat(51) }, 'name must be one line of 1 to 50 characters, and not . or ..'],
    [{ color: 'mauve' }, 'color must be one of red, orange, yellow, green, teal, blue, violet, pink, or null'],
  ])('with the body %j is refused with the message: %s', async (body, message) => {
    turnTo(NOON);
    const { key } = await world.newKey();
    await make(key, ['a']);
    expect(Envelope.parse(await (await change(key, 'a', body)).json())).toMatchObject({ statusCode: 400, message });
  });

  it('while fifty links are made with the old name loses none of them', async () => {
    turnTo(NOON);
    const { key } = await world.newKey();
    await make(key, ['old']);
    const makings = Array.from({ length: 50 }, () => make(key, ['old']));
    const renamings = ['new', 'newer'].map((name, n) => change(key, ['old', 'new'][n] as string, { name }));
    const codes = await Promise.all(makings);
    await Promise.all(renamings);
    for (const code of codes) expect(['old', 'new', 'newer']).toContain(((await readTags(key, code)) as string[])[0]);
    const links = (await listNames(key)).map(([, count]) => count as number);
    expect(links.reduce((sum, count) => sum + count, 0)).toBe(51);
  });

  it('deletes it from all its links, and a new tag of its name has none of them', async () => {
    turnTo(NOON);
    const { key, accountId } = await world.newKey();
    const code = await make(key, ['a', 'b']);
    await fill(accountId, 'many', 2_500);
    for (const name of ['A', 'many']) expect((await world.v2(key, 'DELETE', makePath(name))).status).toBe(204);
    expect(await readRefusal(await world.v2(key, 'DELETE', makePath('a')))).toEqual([404, 'TAG_NOT_FOUND']);
    expect(await readTags(key, code)).toEqual(['b']);
    const left = await env.DB.prepare('SELECT count(*) AS n FROM link_tags WHERE tag_id = ?')
      .bind(`${accountId}-many`)
      .first('n');
    expect(left).toBe(0);
    await make(key, ['a']);
    expect(await listNames(key)).toEqual([
      ['a', 1],
      ['b', 1],
    ]);
  });
});

describe('the statistics of a tag', () => {
  it('are those of its links, with their top links and breakdowns', async () => {
    turnTo(NOON - DAY);
    const { key } = await world.newKey();
    const [one, two, other] = [
      await make(key, ['Winter', 'mail'], { alias: freshAlias('tagged') }),
      await make(key, ['winter']),
      await make(key, ['mail', 'summer']),
    ];
    await visit(one, 1);
    turnTo(NOON);
    await visit(one, 1);
    await visit(two, 3);
    await visit(other, 4);
    const days = [new Date(NOON - DAY), new Date(NOON)].map((at) => at.toISOString().slice(0, 10)) as [string, string];
    expect(await statistics(key, 'tag=WINTER&groupBy=day,device&limit=1')).toMatchObject({
      clickCount: 5,
      lastAccessed: new Date(NOON).toISOString(),
      topLinks: [{ shortCode: two, clickCount: 3 }],
      breakdown: {
        day: [
          { value: days[0], clicks: 1 },
          { value: days[1], clicks: 4 },
        ],
        device: [{ clicks: 5 }],
      },
    });
    expect(await statistics(key, 'groupBy=tag,device')).toMatchObject({
      clickCount: 9,
      breakdown: {
        device: [{ clicks: 9 }],
        tag: [
          { value: 'mail', clicks: 6 },
          { value: 'Winter', clicks: 5 },
          { value: 'summer', clicks: 4 },
        ],
      },
    });
    expect(await statistics(key, `groupBy=tag&start=${days[0]}&end=${days[0]}`)).toMatchObject({
      breakdown: {
        tag: [
          { value: 'Winter', clicks: 1 },
          { value: 'mail', clicks: 1 },
        ],
      },
    });
    expect(await statistics(key, `groupBy=tag&limit=1`)).toMatchObject({ breakdown: { tag: [{ value: 'mail' }] } });
    expect(await statistics(key, 'tag=SUMMER')).not.toHaveProperty('partial');
  });

  it('say that they leave out links beyond the 10,000 newest', async () => {
    turnTo(NOON);
    const { key, accountId } = await world.newKey();
    await fill(accountId, 'large', 10_001);
    for (const query of ['tag=large', 'tag=large&groupBy=day', 'groupBy=tag'])
      expect(await statistics(key, query)).toMatchObject({ partial: true });
  });

  it.each<[query: string, refusal: unknown[]]>([
    ['tag=unknown', [404, 'TAG_NOT_FOUND']],
    ['tag=', [400, 'INVALID_FIELD']],
    ['tag=a&tag=b', [400, 'INVALID_FIELD']],
    ['tag=a&groupBy=tag', [400, 'INVALID_FIELD']],
    ['groupBy=tags', [400, 'INVALID_FIELD']],
  ])('are refused for ?%s: %j', async (query, refusal) => {
    turnTo(NOON);
    const { key } = await world.newKey();
    expect(await readRefusal(await world.v2(key, 'GET', `/stats?${query}`))).toEqual(refusal);
    const code = await make(key, ['a']);
    expect((await readRefusal(await world.v2(key, 'GET', `/stats/${code}?${query}`)))[0]).toBe(400);
  });
});
