/** Hostile batches: an invalid item fails by itself, and affects no other item. */
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Envelope } from '#api/http/fields';
import { BatchRecord } from '#api/links/batch-record';
import type { Plan } from '#domain/plans';
import { MAX_CODE_LENGTH } from '#domain/short-address';
import { listLinks, postOnce } from '#testkit/idempotent';
import { quickPasswords } from '#testkit/quick-passwords';
import { createWorld, freshAlias } from '#testkit/world';

const world = createWorld();
const url = 'https://example.com/';
quickPasswords();

let faults: string[];
beforeEach(() => {
  faults = [];
  vi.spyOn(console, 'error').mockImplementation((line) => void faults.push(String(line)));
});
afterEach(() => {
  vi.restoreAllMocks();
  expect(faults).toEqual([]);
});

/** Sends a batch whose items are the given JSON texts. */
async function send(key: string, items: readonly string[], query = '') {
  const response = await world.v2(key, 'POST', `/shorten/batch${query}`, `{"urls":[${items.join()}]}`);
  const text = await response.text();
  expect(response.status, text.slice(0, 500)).toBe(200);
  return BatchRecord.parse(JSON.parse(text));
}

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

/** JSON values that are invalid for every field. */
const INVALID_VALUES = [
  ...['true', '[]', '{}', '" "', '-1', '0', '0.5', '1e400', '-0', '["abcd"]', '{"valueOf":1}', '{"length":5}'],
  ...['"\\ud800"', '"\\u0000"', nested(500)],
];

/** Further invalid JSON values, by field. */
const INVALID_BY_FIELD: Record<string, readonly string[]> = {
  url: [
    ...[
      'null',
      '5',
      '""',
      '"https://"',
      '"//x.example"',
      '"javascript:alert(1)"',
      '"https://a@b.example"',
      '"data:,x"',
    ],
    ...['"http://127.0.0.1"', '"http://[::1]/"', '"http://0x7f.1"', '"https://a..b"', '"https://localhost"'],
    ...['"https://s.example.com/x"', '"https://a.example:0"', '"https://a.example/\\ud800"', '"https:\\\\a.example"'],
    ...['"https://a.example/\\u202e"', '"https://a.example/a b"', '"http://169.254.169.254/"', '"ftp://a.example"'],
    ...['malware', 'phishing', 'unwanted'].map((kind) => `"https://testsafebrowsing.appspot.com/s/${kind}.html"`),
    `"https://example.com/${'x'.repeat(8_192)}"`,
  ],
  alias: [
    ...[
      '""',
      '"ab"',
      '"ä-ä-ä"',
      '"a b c"',
      '"a/b"',
      '"../.."',
      '"a.b.c"',
      '"%2e%2e"',
      '"a\\nb"',
      `"${'a'.repeat(MAX_CODE_LENGTH + 1)}"`,
    ],
    ...['"login"', '"p-a-y-p-a1"', '"irs-gov"', '"ADMIN"', '"PaypaI"', '"__proto__"', '"short_code"'],
  ],
  expiresIn: ['""', '59', '60.5', '"60"', '315360001', '1e308'],
  maxClicks: ['""', '1.5', '"5"', '1000000001', '1e308'],
  password: ['""', '"abc"', '1234', '"\\ud800abc"', `"${'x'.repeat(101)}"`],
};

/** Fields that only the service sets. */
const NOT_ALLOWED = ['shortCode', 'shortUrl', 'createdAt', 'expiresAt', 'clickCount'];

/** Returns an item with this field. It also has a valid `url` if the field is another one. */
const item = (name: string, json: string) =>
  name === 'url' ? `{"url":${json}}` : `{"url":"${url}","${name}":${json}}`;

/** Invalid items, each of another kind. In JSON `__proto__` is an ordinary property. */
const INVALID = [
  ...['null', 'true', '0', '-1e999', '""', `"${url}"`, '[]', `[{"url":"${url}"}]`, nested(2_000), '{}'],
  ...['toString', 'constructor', '__proto__', 'hasOwnProperty', 'length'].map((name) => `{"${name}":{"url":"${url}"}}`),
  ...Object.entries(INVALID_BY_FIELD).flatMap(([name, values]) =>
    [...INVALID_VALUES, ...values].map((json) => item(name, json)),
  ),
  ...NOT_ALLOWED.flatMap((name) =>
    ['""', '0', '{}', '"2031-01-01T00:00:00.000Z"', 'false', 'true', '[]'].map((json) => item(name, json)),
  ),
  ...Object.entries(INVALID_BY_FIELD).flatMap(([name, values]) =>
    ['"nonsense"', '7', 'null', '[]'].map(
      (json) => `{"url":${json},"${name === 'url' ? 'clickCount' : name}":${values.at(-1)}}`,
    ),
  ),
];

describe(`${INVALID.length} kinds of invalid items`, () => {
  it('are at least 200, and all different', () => {
    expect(INVALID.length).toBeGreaterThanOrEqual(200);
    expect(new Set(INVALID).size).toBe(INVALID.length);
  });

  it('fail by themselves, and the valid item after 49 of them creates its link', async () => {
    const { key, accountId } = await world.newKey('PRO');
    for (let from = 0; from < INVALID.length; from += 49) {
      const portion = INVALID.slice(from, from + 49);
      const { results, summary } = await send(key, [...portion, `{"url":"${url}"}`]);
      const made = results.flatMap(({ success, index }) => (success ? (portion[index] ?? 'the good one') : []));
      expect(made).toEqual(['the good one']);
      expect(summary.failed).toBe(portion.length);
    }
    expect(await listLinks(accountId)).toHaveLength(Math.ceil(INVALID.length / 49));
  });

  it.each<Plan>(['FREE', 'PRO'])(
    'get the same errors in a batch as in a single creation, on %s',
    { timeout: 60_000 },
    async (plan) => {
      const bodies = INVALID.filter((json) => json.startsWith('{'));
      for (let from = 0; from < bodies.length; from += 50) {
        const portion = bodies.slice(from, from + 50);
        const { key } = await world.newKey(plan);
        const { results } = await send(key, portion);
        for (const [index, body] of portion.entries()) {
          const { statusCode, message, errorType } = Envelope.parse(await (await world.shorten(key, body)).json());
          expect(results[index], body.slice(0, 100)).toMatchObject({ success: false, statusCode, message, errorType });
        }
      }
    },
  );
});

describe('a batch', () => {
  it('of fifty items with passwords stores each password as a hash with its own salt', async () => {
    const { key, accountId } = await world.newKey('INDIE');
    const items = Array.from({ length: 50 }, (_, i) => `{"url":"${url}","password":"the same word ${i % 2}"}`);
    const { results } = await send(key, items);
    const { results: rows } = await env.DB.prepare('SELECT password FROM links WHERE account_id = ?1')
      .bind(accountId)
      .all<{ password: string }>();
    const hashes = rows.map(({ password }) => password);
    expect(new Set(hashes).size).toBe(50);
    expect(hashes.every((text) => /^\$pbkdf2-sha256\$i=100000\$[\w-]+\$[\w-]+$/.test(text))).toBe(true);
    expect(JSON.stringify(results)).not.toContain('the same word');
    const visit = (index: number, password: string) => {
      const made = results[index];
      return world.visit(made?.success ? made.shortCode : '', { headers: { 'X-Link-Password': password } });
    };
    expect((await visit(0, 'the same word 0')).status).toBe(302);
    expect((await visit(1, 'the same word 0')).status).toBe(401);
  });

  it('echoes at most 8,192 characters of the url and the alias of a failed item, live and kept alike', async () => {
    const { key } = await world.newKey('PRO');
    const cut = 'x'.repeat(8_191);
    const body = JSON.stringify({
      urls: [
        { url: `${cut}yz`, alias: `${cut}yz` },
        { url: `${cut}😀`, alias: 5 },
        ...Array.from({ length: 40 }, () => ({ url: '\u0001'.repeat(20_000) })),
      ],
    }).replaceAll('\\u0001', '\u007f');
    const post = () => postOnce(world, key, body, 'long', '/v2/shorten/batch');
    const text = await (await post()).text();
    const { results } = BatchRecord.parse(JSON.parse(text));
    expect(results[0]).toMatchObject({ success: false, url: `${cut}y`, alias: `${cut}y` });
    expect(results[1]).toMatchObject({ success: false, url: cut });
    for (const one of results.slice(2)) expect(one.url).toBe('\u007f'.repeat(8_192));
    const again = await post();
    expect(again.headers.get('Idempotent-Replayed')).toBe('true');
    expect(await again.text()).toBe(text);
  });

  it('does not echo the password of a failed item', async () => {
    const { key } = await world.newKey('PRO');
    const { results } = await send(key, ['{"url":"nonsense","password":"a-secret-word"}']);
    expect(JSON.stringify(results)).not.toContain('a-secret-word');
  });

  it('of fifty destinations near the longest length creates links that redirect to them', async () => {
    const { key } = await world.newKey('PRO');
    const longest = (i: number) =>
      `https://example.com/${i}/"\\\\ü😀${'é'.repeat(1_350)}`.replaceAll('"', '%22').replaceAll('\\', '%5C');
    const urls = Array.from({ length: 50 }, (_, i) => longest(i));
    const { results } = await send(
      key,
      urls.map((one) => JSON.stringify({ url: one })),
    );
    expect(results.map((one) => one.url)).toEqual(urls);
    const [first] = results;
    const visit = await createWorld().visit(first?.success ? first.shortCode : '');
    expect(visit.headers.get('Location')).toBe(new URL(urls[0] ?? '').href);
  });

  it('of destinations with quotes, backslashes and lone braces stores them as they were sent', async () => {
    const { key, accountId } = await world.newKey('PRO');
    const urls = [`https://example.com/?q='"]}',null`, `https://example.com/#\\u0041\\`, 'https://example.com/$[0]'];
    const { summary } = await send(
      key,
      urls.map((one) => JSON.stringify({ url: one })),
    );
    expect(summary.failed).toBe(0);
    expect((await listLinks(accountId)).map((link) => link.url).sort()).toEqual([...urls].sort());
  });

  it.each([
    ['an alias', (filler: string) => item('alias', `"${filler}"`)],
    ['an address', (filler: string) => `{"url":"https://example.com/${filler}"}`],
    ['a password', (filler: string) => item('password', `"${filler}"`)],
    ['an unknown field', (filler: string) => `{"url":5,"x":"${filler}"}`],
    ['nested lists', (filler: string) => item('alias', nested(filler.length / 2))],
  ])('with a megabyte of %s in one item creates the link of the other item', async (_, broken) => {
    const { key } = await world.newKey('PRO');
    const { results } = await send(key, [broken('x'.repeat(1_000_000)), `{"url":"${url}"}`]);
    expect(results.map(({ success }) => success)).toEqual([false, true]);
  });

  it('with the names of prototypes as fields changes no prototype, and creates its link', async () => {
    const { key, accountId } = await world.newKey('PRO');
    const body = `{"__proto__":{"urls":[1]},"constructor":{"prototype":{"alias":"abc"}},"urls":[
      {"__proto__":{"alias":"${freshAlias()}","url":"nonsense"},"url":"${url}"}]}`;
    const response = await world.v2(key, 'POST', '/shorten/batch', body);
    expect(BatchRecord.parse(await response.json()).results).toMatchObject([{ success: true, url }]);
    expect(await listLinks(accountId)).toMatchObject([{ url }]);
    expect(({} as { alias?: string }).alias).toBeUndefined();
  });

  it.each(['', '?atomic=true'])(
    'of fifty items with the same alias creates one link, or none if it is atomic (query “%s”)',
    async (query) => {
      const { key, accountId } = await world.newKey('PRO');
      const alias = freshAlias('fifty');
      const items = Array.from({ length: 50 }, (_, i) => ({ url, alias: i % 2 ? alias : alias.toUpperCase() }));
      const response = await world.shortenBatch(key, items, query);
      expect(await listLinks(accountId)).toHaveLength(response.status === 200 ? 1 : 0);
    },
  );

  it('that runs beside single creations of its aliases creates one link per alias together with them', async () => {
    const { key, accountId } = await world.newKey('PRO');
    const aliases = Array.from({ length: 20 }, () => freshAlias('single'));
    const isolate = createWorld();
    const [batch, ...singles] = await Promise.all([
      isolate.shortenBatch(
        key,
        aliases.map((alias) => ({ url: `${url}batch`, alias })),
      ),
      ...aliases.map((alias) => world.shorten(key, { url: `${url}single`, alias })),
    ]);
    const { results } = BatchRecord.parse(await batch.json());
    for (const [i, single] of singles.entries()) expect(results[i]?.success).toBe(single.status === 400);
    expect(await listLinks(accountId)).toHaveLength(20);
  });
});
