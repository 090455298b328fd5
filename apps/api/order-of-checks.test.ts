/** The order of checks (specification 2.2): a request that fails two checks is refused by the first of them. */
import { beforeAll, describe, expect, it } from 'vitest';
import { Envelope } from '#api/http/envelope';
import { FULL_MONTH, fullWindow, setCount } from '#testkit/used-up';
import { createWorld, freshAlias, type World } from '#testkit/world';

type Ask = {
  origin: string;
  method: string;
  path: string;
  contentType: string;
  isMaintained: boolean;
  limitsClicks: boolean;
  hasKey: boolean;
  fullWindow: boolean;
  fullMonth: boolean;
  /** The body as it is sent; null: the body is `fields` as JSON. */
  raw: string | null;
  fields: Record<string, unknown>;
};

const GOOD: Ask = {
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

/** A reserved alias. An account with `reservedOverride` has taken it, too. */
const RESERVED = 'login';
const UNSAFE = 'https://malware.testing.google.test/testing/malware/';
const taken = freshAlias('taken');

/** A check, the change that makes a request fail it, and the error. `named`: the response has the headers of a valid key. */
type Step = {
  check: string;
  broken: (ask: Ask) => Partial<Ask>;
  status: number;
  errorType: string;
  named: boolean;
};

const field = (name: string, value: unknown) => (ask: Ask) => ({ fields: { ...ask.fields, [name]: value } });
const step = (check: string, status: number, errorType: string, named: boolean, broken: Step['broken']): Step => ({
  check,
  broken,
  status,
  errorType,
  named,
});

const STAIRCASE: Step[] = [
  step('https', 403, 'HTTPS_REQUIRED', false, () => ({ origin: 'http://api.example.com' })),
  step('route', 404, 'NOT_FOUND', false, () => ({ path: '/v2/shortenn' })),
  step('method', 405, 'METHOD_NOT_ALLOWED', false, () => ({ method: 'PUT' })),
  step('maintenance', 503, 'MAINTENANCE', false, () => ({ isMaintained: true })),
  step('key', 401, 'API_KEY_REQUIRED', false, () => ({ hasKey: false })),
  step('window', 429, 'RATE_LIMIT_EXCEEDED', true, () => ({ fullWindow: true })),
  step('month', 429, 'QUOTA_EXCEEDED', true, () => ({ fullMonth: true })),
  step('content type', 400, 'INVALID_CONTENT_TYPE', true, () => ({ contentType: 'text/plain' })),
  step('size', 413, 'BODY_TOO_LARGE', true, () => ({ raw: 'x'.repeat(1024 * 1024 + 1) })),
  step('JSON object', 400, 'INVALID_BODY', true, ({ raw }) => ({ raw: raw ?? '[]' })),
  step('plan', 403, 'FEATURE_NOT_ON_PLAN', true, field('password', 5)),
  step('switches', 400, 'FEATURE_DISABLED', true, (ask) => ({
    limitsClicks: false,
    ...field('maxClicks', 'many')(ask),
  })),
  step('allowed properties', 400, 'FIELD_NOT_ALLOWED', true, field('shortCode', 'abc')),
  step('shape', 400, 'INVALID_URL', true, field('url', 'nonsense')),
  step('an alias that is not reserved', 400, 'ALIAS_RESERVED', true, field('alias', RESERVED)),
  step('a safe URL', 400, 'BLOCKED', true, ({ fields }) => ({
    fields: { ...fields, url: fields.url === GOOD.fields.url ? UNSAFE : fields.url },
  })),
  step('a free alias', 400, 'ALIAS_TAKEN', true, (ask) => field('alias', ask.fields.alias ?? taken)(ask)),
];

const LATER = STAIRCASE.flatMap((earlier, i) => STAIRCASE.slice(i + 1).map((later) => ({ earlier, later })));

const worlds = new Map<string, World>();
function worldOf({ isMaintained, limitsClicks }: Ask): World {
  const name = `${isMaintained} ${limitsClicks}`;
  const known =
    worlds.get(name) ??
    createWorld({ MAINTENANCE: isMaintained ? 'on' : 'off', CLICK_LIMITS: limitsClicks ? 'on' : 'off' });
  worlds.set(name, known);
  return known;
}

const keys = new Map<string, string>();
const keyName = (ask: Pick<Ask, 'fullWindow' | 'fullMonth'>) => `${ask.fullWindow} ${ask.fullMonth}`;

beforeAll(async () => {
  const world = createWorld();
  const { key } = await world.newKey('PRO');
  await world.shorten(key, { url: 'https://example.com/', alias: taken });
  const trusted = await world.newKey('PRO');
  await world.admin('PATCH', `/accounts/${trusted.accountId}`, { reservedOverride: true });
  await world.shorten(trusted.key, { url: 'https://example.com/', alias: RESERVED });
  for (const ask of [true, false].flatMap((w) => [true, false].map((m) => ({ fullWindow: w, fullMonth: m })))) {
    const made = await world.newKey('HOBBY');
    await world.v2(made.key, 'DELETE', '/links/none');
    if (ask.fullWindow || ask.fullMonth)
      await setCount(made.id, { ...(ask.fullWindow && fullWindow()), ...(ask.fullMonth && FULL_MONTH) });
    keys.set(keyName(ask), made.key);
  }
});

const send = (ask: Ask) =>
  worldOf(ask).call(ask.method, ask.origin + ask.path, {
    headers: {
      'Content-Type': ask.contentType,
      ...(ask.hasKey && { Authorization: `Bearer ${keys.get(keyName(ask))}` }),
    },
    body: ask.raw ?? JSON.stringify(ask.fields),
  });

const breaking = (...steps: Step[]): Ask =>
  steps.reduce((ask, one) => Object.assign(ask, one.broken(ask)), { ...GOOD });

const KEY_HEADERS = ['X-API-Key-Name', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];
const QUOTA_HEADERS = ['X-Quota-Limit', 'X-Quota-Remaining', 'X-Quota-Reset'];

it('creates the link of a request that fails no check, and names the key', async () => {
  const response = await send(GOOD);
  expect(response.status).toBe(201);
  for (const name of [...KEY_HEADERS, ...QUOTA_HEADERS]) expect(response.headers.get(name), name).not.toBeNull();
});

describe.each(STAIRCASE)('$check alone', (one) => {
  it(`is ${one.status} ${one.errorType}`, async () => {
    const response = await send(breaking(one));
    expect(Envelope.parse(await response.json())).toMatchObject({ statusCode: one.status, errorType: one.errorType });
  });

  it(`has ${one.named ? 'the' : 'none of the'} headers of a valid key`, async () => {
    const { headers } = await send(breaking(one));
    for (const name of [...KEY_HEADERS, ...QUOTA_HEADERS]) expect(headers.has(name), name).toBe(one.named);
  });
});

describe('a request that fails two checks', () => {
  it.each(LATER.map((pair) => [pair.earlier.check, pair.later.check, pair] as const))(
    'is refused for %s before %s',
    async (_earlier, _later, { earlier, later }) => {
      const response = await send(breaking(earlier, later));
      expect(Envelope.parse(await response.json())).toMatchObject({
        statusCode: earlier.status,
        errorType: earlier.errorType,
      });
    },
  );
});

describe('401', () => {
  const url = 'https://api.example.com/v2/shorten';
  const other = ['Basic c2w6c2w=', 'Bearer', 'Bearer ', 'Token sl_x', 'sl_x', ''];

  it.each(other)('counts Authorization “%s” as no key', async (authorization) => {
    const response = await createWorld().call('POST', url, { headers: { Authorization: authorization } });
    expect(await response.json()).toMatchObject({ statusCode: 401, errorType: 'API_KEY_REQUIRED' });
  });

  it.each(['Bearer sl_x', 'Bearer a b', 'bearer sl_x', `Bearer sl_${'0'.repeat(50)}`])(
    'counts “%s” as an invalid key',
    async (authorization) => {
      const response = await createWorld().call('POST', url, { headers: { Authorization: authorization } });
      expect(await response.json()).toMatchObject({ statusCode: 401, errorType: 'API_KEY_INVALID' });
    },
  );

  it.each(['', 'Bearer sl_nonsense'])('never reads the body (Authorization “%s”)', async (authorization) => {
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
  });

  it('gives an unknown, a revoked and a switched-off key the same response', async () => {
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

it('responds to OPTIONS with the methods, and charges no key', async () => {
  const response = await createWorld().call('OPTIONS', '/v2/shorten');
  expect([response.status, response.headers.get('Allow')]).toEqual([204, 'POST, OPTIONS']);
  expect(response.headers.has('X-RateLimit-Limit')).toBe(false);
});
