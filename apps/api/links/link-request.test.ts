/** The types and ranges of the fields of POST /v2/shorten, on every plan and under both policies. */
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { Envelope } from '#api/http/fields';
import { PLANS, type Plan } from '#domain/plans';
import { findReservedReason } from '#domain/reserved/reserved-reason';
import { createWorld, freshAlias } from '#testkit/world';
import { LinkRecord } from './link-record';

const strict = createWorld({ PLAN_POLICY: 'strict' });
const lenient = createWorld({ PLAN_POLICY: 'lenient' });
const keys = {} as Record<Plan, string>;
beforeAll(async () => {
  for (const plan of PLANS) keys[plan] = (await strict.newKey(plan)).key;
});

const url = 'https://example.com/';
const URL_INVALID = 'Please provide a valid URL';
const EXPIRES_IN_SHORT = 'expiresIn must be at least 60 seconds (1 minute)';
const EXPIRES_IN_RULE = 'expiresIn must be a whole number of seconds, at most 315360000';
const MAX_CLICKS_RULE = 'maxClicks must be a whole number of at least 1';
const MAX_CLICKS_MOST = 'maxClicks must be at most 1000000000';
const PASSWORD_LENGTH = 'Password must be between 4 and 100 characters';
const PASSWORD_TYPE = 'password must be a string';
const ALIAS_TYPE = 'alias must be a string';
const ALIAS_CHARACTERS = 'alias may contain only letters, digits and hyphens';
const aliasLength = (least: number) => `Alias must be between ${least} and 50 characters`;

/** Returns a body as JSON text, because JSON.stringify cannot write 1e400. */
const withField = (name: string, json: string) => `{"url":"${url}","${name}":${json}}`;

const REFUSED: [body: string, message: string][] = [
  ...['null', '5', 'true', '[]', '["https://example.com/"]', '{}', '""', '"  "', '"example.com"'].map(
    (json): [string, string] => [`{"url":${json}}`, URL_INVALID],
  ),
  ['{}', URL_INVALID],
  [`{"url":"https://example.com/${'x'.repeat(8_173)}"}`, URL_INVALID],

  ...['0', '59', '59.9', '-1', '-0', '-60', '1e-400'].map((json): [string, string] => [
    withField('expiresIn', json),
    EXPIRES_IN_SHORT,
  ]),
  ...['"60"', '"5"', '""', 'true', 'false', '[]', '[60]', '{}', '60.5', '1e400', '315360001', '9007199254740993'].map(
    (json): [string, string] => [withField('expiresIn', json), EXPIRES_IN_RULE],
  ),

  ...['"5"', '""', 'true', 'false', '[]', '[1]', '{}', '1.5', '0', '-0', '-1', '-1e400', '1e-400'].map(
    (json): [string, string] => [withField('maxClicks', json), MAX_CLICKS_RULE],
  ),
  ...['1000000001', '1000000000.5', '9007199254740993', '1e18', '1e21', '1e400'].map((json): [string, string] => [
    withField('maxClicks', json),
    MAX_CLICKS_MOST,
  ]),

  ...['12345', 'true', '[]', '["promo"]', '{}', '1.5', '1e400'].map((json): [string, string] => [
    withField('alias', json),
    ALIAS_TYPE,
  ]),
  ...['""', '"ab"', `"${'a'.repeat(51)}"`].map((json): [string, string] => [withField('alias', json), aliasLength(3)]),
  ...['"a b c"', '" abc"', '"a_b_c"', '"abc/d"', '"a.b.c"', '"a+b+c"', '"abc%20"', '"äöü"', '"😀😀😀"', '"ａｂｃ"'].map(
    (json): [string, string] => [withField('alias', json), ALIAS_CHARACTERS],
  ),
  ...['"abc\\u0000"', '"abc\\n"', '"abc\\ud800"', '"\\u017fhort"', '"\\u212aelvin"'].map((json): [string, string] => [
    withField('alias', json),
    ALIAS_CHARACTERS,
  ]),

  ...['12345', 'true', '[]', '["word"]', '{}', '1e400'].map((json): [string, string] => [
    withField('password', json),
    PASSWORD_TYPE,
  ]),
  ...['""', '"abc"', '"😀😀😀"', `"${'x'.repeat(101)}"`, `"${'😀'.repeat(101)}"`, `"${'x'.repeat(10_000)}"`].map(
    (json): [string, string] => [withField('password', json), PASSWORD_LENGTH],
  ),
];

const name = (body: string) => (body.length < 80 ? body : `${body.slice(0, 60)}… (${body.length})`);

it.each(['https://S.Example.com', 'https://s.example.com/', 'https://s.example.com:443/links'])(
  'a destination on the own host is refused however SHORT_BASE_URL spells it: %s',
  async (SHORT_BASE_URL) => {
    const world = createWorld({ SHORT_BASE_URL });
    const { key } = await world.newKey();
    expect((await world.shorten(key, { url: 'https://S.example.com./x' })).status).toBe(400);
    expect((await world.shorten(key, { url: 'https://other.example.com/x' })).status).toBe(201);
  },
);

describe('a 400 of POST /v2/shorten', () => {
  it.each(REFUSED.map((row) => [name(row[0]), ...row] as const))('is the response to %s', async (_, body, message) => {
    const response = await strict.shorten(keys.PRO, body);
    expect(response.status).toBe(400);
    expect(Envelope.parse(await response.json()).message).toBe(message);
  });

  const tooShort: [Plan, number][] = [
    ['HOBBY', 4],
    ['INDIE', 3],
    ['PRO', 3],
  ];
  it.each(tooShort)('for a short alias on %s contains the least length, %i', async (plan, least) => {
    const response = await strict.shorten(keys[plan], { url, alias: 'abcdef'.slice(0, least - 1) });
    expect(Envelope.parse(await response.json())).toMatchObject({ statusCode: 400, message: aliasLength(least) });
  });

  it('for a short alias on FREE under the lenient policy contains the least length, 6', async () => {
    const response = await lenient.shorten(keys.FREE, { url, alias: 'abcde' });
    expect(Envelope.parse(await response.json())).toMatchObject({ statusCode: 400, message: aliasLength(6) });
  });
});

describe('a 201 of POST /v2/shorten', () => {
  const longest = 'https://example.com/'.padEnd(8_192, 'x');
  const ACCEPTED: [body: string, expected: Record<string, unknown>][] = [
    [`{"url":" \\t${url}\\n "}`, { url }],
    [`{"url":"${longest}"}`, { url: longest }],
    ['{"url":"HTTPS://EXAMPLE.com:443/%7e?q=ü#ß"}', { url: 'HTTPS://EXAMPLE.com:443/%7e?q=ü#ß' }],
    ['{"url":"http://example.com"}', { url: 'http://example.com' }],
    [withField('expiresIn', '60'), {}],
    [withField('expiresIn', '6e1'), {}],
    [withField('expiresIn', '60.0'), {}],
    [withField('expiresIn', '315360000'), {}],
    [withField('maxClicks', '1'), { maxClicks: 1 }],
    [withField('maxClicks', '1000000000'), { maxClicks: 1_000_000_000 }],
    [withField('password', '"abcd"'), {}],
    [withField('password', '"😀😀😀😀"'), {}],
    [withField('password', `"${'😀'.repeat(100)}"`), {}],
    [withField('password', '"    "'), {}],
    [withField('password', '"a\\"\\\\b"'), {}],
  ];

  it.each(ACCEPTED.map((row) => [name(row[0]), ...row] as const))(
    'is the response to %s',
    async (_, body, expected) => {
      const response = await strict.shorten(keys.PRO, body);
      expect(response.status).toBe(201);
      expect(LinkRecord.parse(await response.json())).toMatchObject(expected);
    },
  );

  /** Returns a random alias that is not reserved. So few letters may spell a reserved word. */
  function randomAlias(length: number): string {
    for (;;) {
      const alias = crypto.randomUUID().replaceAll('-', '').slice(0, length);
      if (findReservedReason(alias) === null) return alias;
    }
  }

  const shortest: [Plan, number, typeof strict][] = [
    ['FREE', 6, lenient],
    ['HOBBY', 4, strict],
    ['INDIE', 3, strict],
    ['PRO', 3, strict],
  ];
  it.each(shortest)('is the response to an alias on %s of %i characters', async (plan, least, world) => {
    expect((await world.shorten(keys[plan], { url, alias: randomAlias(least) })).status).toBe(201);
  });

  it('is the response to an alias of 50 characters with hyphens anywhere', async () => {
    const alias = `-${freshAlias('X')}-`.padEnd(50, '-');
    const link = LinkRecord.parse(await (await strict.shorten(keys.PRO, { url, alias })).json());
    expect(link).toMatchObject({ alias, shortCode: alias, shortUrl: `https://s.example.com/${alias}` });
    expect((await strict.visit(alias)).status).toBe(302);
  });

  it('has a field for each option but the password', async () => {
    const alias = freshAlias('All');
    const body = { url, alias, expiresIn: 3_600, maxClicks: 5, password: 'a word' };
    const link = LinkRecord.parse(await (await strict.shorten(keys.PRO, body)).json());
    expect(Object.keys(link).sort()).toEqual(
      ['alias', 'createdAt', 'expiresAt', 'maxClicks', 'shortCode', 'shortUrl', 'url'].sort(),
    );
  });
});

describe('the field expiresAt', () => {
  afterEach(() => void vi.useRealTimers());

  it.each([60, 3_601, 315_360_000])('is createdAt plus %i seconds, to the millisecond', async (expiresIn) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    const link = LinkRecord.parse(await (await strict.shorten(keys.PRO, { url, expiresIn })).json());
    expect(Date.parse(link.expiresAt ?? '') - Date.parse(link.createdAt)).toBe(expiresIn * 1000);
    expect(Date.parse(link.createdAt)).toBe(Date.now());
  });
});

describe('a 403 of POST /v2/shorten', () => {
  const options = { alias: freshAlias(), expiresIn: 60, maxClicks: 1, password: 'word' };
  const withheld: [string, Plan, (keyof typeof options)[], typeof strict][] = [
    ['strict', 'FREE', ['alias', 'expiresIn', 'maxClicks', 'password'], strict],
    ['strict', 'HOBBY', ['password'], strict],
    ['strict', 'INDIE', [], strict],
    ['strict', 'PRO', [], strict],
    ['lenient', 'FREE', ['expiresIn', 'maxClicks', 'password'], lenient],
    ['lenient', 'HOBBY', ['password'], lenient],
    ['lenient', 'INDIE', [], lenient],
    ['lenient', 'PRO', [], lenient],
  ];
  it.each(withheld)(
    'under the %s policy is the response on %s to the options [%s] only',
    async (_policy, plan, refused, world) => {
      for (const [option, value] of Object.entries(options)) {
        const one = option === 'alias' ? freshAlias('plan') : value;
        const response = await world.shorten(keys[plan], { url, [option]: one });
        expect(response.status, option).toBe(refused.includes(option as keyof typeof options) ? 403 : 201);
      }
    },
  );

  it.each([['""'], ['0'], ['false'], ['"wrong type"']])(
    'is the response to an option that the plan lacks, even with the invalid value %s',
    async (json) => {
      for (const option of Object.keys(options))
        expect((await strict.shorten(keys.FREE, withField(option, json))).status, option).toBe(403);
    },
  );

  it('is not the response to an option that is null', async () => {
    expect((await strict.shorten(keys.FREE, { url, alias: null, password: null })).status).toBe(201);
  });
});
