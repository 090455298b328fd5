/** The order of checks (specification 2.2): the first failed check refuses a request. */
import { beforeAll, describe, expect, it } from 'vitest';
import { Envelope } from '#api/http/fields';
import { FULL_MONTH, fullWindow, setCount } from '#testkit/used-up';
import { createWorld, freshAlias, type World } from '#testkit/world';

type TestRequest = {
  origin: string;
  method: string;
  path: string;
  contentType: string;
  isMaintained: boolean;
  limitsClicks: boolean;
  hasKey: boolean;
  fullWindow: boolean;
  fullMonth: boolean;
  /** The text of the body. Null: the body is `fields` as JSON. */
  raw: string | null;
  fields: Record<string, unknown>;
};

const GOOD: TestRequest = {
  origin: 'https://api.example.com',
  method: 'POST',
  path: '/v2/shorten',
  contentType: 'application/json',
  isMaintained: false,
  limitsClicks: true,
  hasKey: true,
  fullWindow: false,
  fullMonth: false,
  raw: null,
  fields: { url: 'https://example.com/' },
};

/** A reserved alias, which is also taken by an account with `reservedOverride`. */
const RESERVED = 'login';
const UNSAFE = 'https://malware.testing.google.test/testing/malware/';
const taken = freshAlias('taken');

/**
 * A check, its error, and the change by which a request fails it. `isNamed`: the response has the headers of a valid
 * key.
 */
type Check = {
  check: string;
  broken: (request: TestRequest) => Partial<TestRequest>;
  status: number;
  errorType: string;
  isNamed: boolean;
};

const field = (name: string, value: unknown) => (request: TestRequest) => ({
  fields: { ...request.fields, [name]: value },
});
const check = (name: string, status: number, errorType: string, isNamed: boolean, broken: Check['broken']): Check => ({
  check: name,
  broken,
  status,
  errorType,
  isNamed,
});

const CHECKS: Check[] = [
  check('https', 403, 'HTTPS_REQUIRED', false, () => ({ origin: 'http://api.example.com' })),
  check('route', 404, 'NOT_FOUND', false, () => ({ path: '/v2/shortenn' })),
  check('method', 405, 'METHOD_NOT_ALLOWED', false, () => ({ method: 'PUT' })),
  check('maintenance', 503, 'MAINTENANCE', false, () => ({ isMaintained: true })),
  check('key', 401, 'API_KEY_REQUIRED', false, () => ({ hasKey: false })),
  check('window', 429, 'RATE_LIMIT_EXCEEDED', true, () => ({ fullWindow: true })),
  check('month', 429, 'QUOTA_EXCEEDED', true, () => ({ fullMonth: true })),
  check('content type', 400, 'INVALID_CONTENT_TYPE', true, () => ({ contentType: 'text/plain' })),
  check('charset', 400, 'INVALID_CONTENT_TYPE', true, ({ contentType }) => ({
    contentType: contentType === GOOD.contentType ? 'application/json; charset=utf-16' : contentType,
  })),
  check('size', 413, 'BODY_TOO_LARGE', true, () => ({ raw: 'x'.repeat(1024 * 1024 + 1) })),
  check('JSON object', 400, 'INVALID_BODY', true, ({ raw }) => ({ raw: raw ?? '[]' })),
  check('plan', 403, 'FEATURE_NOT_ON_PLAN', true, field('password', 5)),
  check('switches', 400, 'FEATURE_DISABLED', true, (request) => ({
    limitsClicks: false,
    ...field('maxClicks', 'many')(request),
  })),
  check('allowed properties', 400, 'FIELD_NOT_ALLOWED', true, field('shortCode', 'abc')),
  check('shape', 400, 'INVALID_URL', true, field('url', 'nonsense')),
  check('an alias that is not reserved', 400, 'ALIAS_RESERVED', true, field('alias', RESERVED)),
  check('a safe URL', 400, 'BLOCKED', true, ({ fields }) => ({
    fields: { ...fields, url: fields.url === GOOD.fields.url ? UNSAFE : fields.url },
  })),
  check('a free alias', 400, 'ALIAS_TAKEN', true, (request) => field('alias', request.fields.alias ?? taken)(request)),
];

const PAIRS = CHECKS.flatMap((earlier, i) => CHECKS.slice(i + 1).map((later) => ({ earlier, later })));

const worlds = new Map<string, World>();
function makeWorld({ isMaintained, limitsClicks }: TestRequest): World {
  const name = `${isMaintained} ${limitsClicks}`;
  const known =
    worlds.get(name) ??
    createWorld({ MAINTENANCE: isMaintained ? 'on' : 'off', CLICK_LIMITS: limitsClicks ? 'on' : 'off' });
  worlds.set(name, known);
  return known;
}

const keys = new Map<string, string>();
const keyName = (request: Pick<TestRequest, 'fullWindow' | 'fullMonth'>) =>
  `${request.fullWindow} ${request.fullMonth}`;

beforeAll(async () => {
  const world = createWorld();
  const { key } = await world.newKey('PRO');
  await world.shorten(key, { url: 'https://example.com/', alias: taken });
  const trusted = await world.newKey('PRO');
  await world.admin('PATCH', `/accounts/${trusted.accountId}`, { reservedOverride: true });
  await world.shorten(trusted.key, { url: 'https://example.com/', alias: RESERVED });
  for (const request of [true, false].flatMap((w) => [true, false].map((m) => ({ fullWindow: w, fullMonth: m })))) {
    const made = await world.newKey('HOBBY');
    await world.v2(made.key, 'DELETE', '/links/none');
    if (request.fullWindow || request.fullMonth)
      await setCount(made.id, { ...(request.fullWindow && fullWindow()), ...(request.fullMonth && FULL_MONTH) });
    keys.set(keyName(request), made.key);
  }
});

const send = (request: TestRequest) =>
  makeWorld(request).call(request.method, request.origin + request.path, {
    headers: {
      'Content-Type': request.contentType,
      ...(request.hasKey && { Authorization: `Bearer ${keys.get(keyName(request))}` }),
    },
    body: request.raw ?? JSON.stringify(request.fields),
  });

const breaking = (...checks: Check[]): TestRequest =>
  checks.reduce((request, one) => Object.assign(request, one.broken(request)), { ...GOOD });

const KEY_HEADERS = ['X-API-Key-Name', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];
const QUOTA_HEADERS = ['X-Quota-Limit', 'X-Quota-Remaining', 'X-Quota-Reset'];

it('a request that fails no check creates a link, and its response has the headers of the key', async () => {
  const response = await send(GOOD);
  expect(response.status).toBe(201);
  for (const name of [...KEY_HEADERS, ...QUOTA_HEADERS]) expect(response.headers.get(name), name).not.toBeNull();
});

describe.each(CHECKS)('a request that fails only the check “$check”', (one) => {
  it(`gets ${one.status} ${one.errorType}`, async () => {
    const response = await send(breaking(one));
    expect(Envelope.parse(await response.json())).toMatchObject({ statusCode: one.status, errorType: one.errorType });
  });

  it(`gets ${one.isNamed ? 'the' : 'none of the'} headers of a valid key`, async () => {
    const { headers } = await send(breaking(one));
    for (const name of [...KEY_HEADERS, ...QUOTA_HEADERS]) expect(headers.has(name), name).toBe(one.isNamed);
  });
});

describe('a request that fails two checks', () => {
  it.each(PAIRS.map((pair) => [pair.earlier.check, pair.later.check, pair] as const))(
    'is refused for “%s”, not for “%s”',
    async (_earlier, _later, { earlier, later }) => {
      const response = await send(breaking(earlier, later));
      expect(Envelope.parse(await response.json())).toMatchObject({
        statusCode: earlier.status,
        errorType: earlier.errorType,
      });
    },
  );
});

describe('the authentication', () => {
  const url = 'https://api.example.com/v2/shorten';
  const other = ['Basic c2w6c2w=', 'Bearer', 'Bearer ', 'Token sl_x', 'sl_x', ''];

  it.each(other)('treats the Authorization “%s” as a missing key', async (authorization) => {
    const response = await createWorld().call('POST', url, { headers: { Authorization: authorization } });
    expect(await response.json()).toMatchObject({ statusCode: 401, errorType: 'API_KEY_REQUIRED' });
  });

  it.each(['Bearer sl_x', 'Bearer a b', 'bearer sl_x', `Bearer sl_${'0'.repeat(50)}`])(
    'treats the Authorization “%s” as an invalid key',
    async (authorization) => {
      const response = await createWorld().call('POST', url, { headers: { Authorization: authorization } });
      expect(await response.json()).toMatchObject({ statusCode: 401, errorType: 'API_KEY_INVALID' });
    },
  );

  it.each(['', 'Bearer sl_nonsense'])(
    'never reads the body of a refused request (Authorization “%s”)',
    async (authorization) => {
      let pulls = 0;
      const body = new ReadableStream(
        {
          pull() {
            pulls += 1;
            throw new Error('The body was read');
          },
        },
        { highWaterMark: 0 },
      );
      const response = await createWorld().call('POST', url, { headers: { Authorization: authorization }, body });
      expect(response.status).toBe(401);
      expect(pulls).toBe(0);
    },
  );

  it('responds alike to an unknown, a revoked and an inactive key', async () => {
    const world = createWorld();
    const [revoked, inactive] = [await world.newKey(), await world.newKey()];
    await world.admin('DELETE', `/keys/${revoked.id}`);
    await world.admin('PATCH', `/keys/${inactive.id}`, { status: 'inactive' });
    const bodies = await Promise.all(
      [revoked.key, inactive.key, 'sl_none'].map(async (key) => {
        const response = await world.shorten(key, { url });
        const { timestamp: _, ...rest } = Envelope.parse(await response.json());
        return JSON.stringify([rest, [...response.headers]]);
      }),
    );
    expect(new Set(bodies).size).toBe(1);
  });
});

it('an OPTIONS request gets the methods, and counts for no key', async () => {
  const response = await createWorld().call('OPTIONS', '/v2/shorten');
  expect([response.status, response.headers.get('Allow')]).toEqual([204, 'POST, OPTIONS']);
  expect(response.headers.has('X-RateLimit-Limit')).toBe(false);
});
