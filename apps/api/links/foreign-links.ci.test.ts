/**
 * A link of another account looks like an unknown code: both cause the same bytes and the same calls to the bindings.
 * The tests cover every method of every endpoint whose path names a link. GOOD must have a request for each.
 */
import { runDurableObjectAlarm } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { Envelope } from '#api/http/fields';
import { ENDPOINTS } from '#api/reference/endpoints';
import { fakeClock, NOON } from '#testkit/clock';
import { type Cost, countedBindings } from '#testkit/counting';
import { quickPasswords } from '#testkit/quick-passwords';
import { createWorld, freshAlias, type NewKey } from '#testkit/world';

const turnTo = fakeClock();
quickPasswords();
const { bindings, takeCost } = countedBindings();
const world = createWorld(bindings);
const url = 'https://example.com/';

const NAMED = ENDPOINTS.filter(({ access, path }) => access === 'key' && path.includes(':shortCode'));

type Sample = { readonly query?: string; readonly body?: unknown };

/** A request for each endpoint that succeeds for the owner of the link. */
const GOOD: Record<string, Sample> = {
  'GET /v2/links/:shortCode': {},
  'PATCH /v2/links/:shortCode': { body: { url: `${url}other`, expiresIn: 600, maxClicks: 5, password: 'other word' } },
  'DELETE /v2/links/:shortCode': {},
  'GET /v2/stats/:shortCode': { query: '?groupBy=day,country' },
  'GET /v2/qr/:shortCode': { query: '?format=svg&track=true' },
};

/** The queries that are sent to every endpoint. BODIES, ACCEPTS and METHODS are sent to every endpoint, too. */
const QUERIES = ['', '?x=1', '?groupBy=nonsense', '?limit=-1', '?format=nonsense', '?shortCode=other', '?%'];
const BODIES: unknown[] = [undefined, {}, { maxClicks: null }, { maxClicks: 'x' }, { url }, { alias: 'x' }, '{', '[]'];
const ACCEPTS = ['', '*/*', 'text/html', 'application/json', 'text/csv', 'image/png', 'image/svg+xml', 'nonsense'];
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const WITHOUT_BODY = ['GET', 'HEAD'];

/** The states of a link: the options, and the action that brings a link into the state. */
const STATES: Record<string, [Record<string, unknown>, (alias: string, owner: NewKey) => Promise<unknown>]> = {
  plain: [{}, async () => undefined],
  limited: [{ maxClicks: 9 }, (alias) => world.visit(alias)],
  protected: [{ password: 'word' }, async () => undefined],
  expired: [{ expiresIn: 60 }, async () => undefined],
  spent: [
    { maxClicks: 1 },
    async (alias) => {
      await world.visit(alias);
      const id = await env.DB.prepare('SELECT id FROM links WHERE code = ?1').bind(alias).first<string>('id');
      await runDurableObjectAlarm(env.CLICKS.getByName(id ?? ''));
    },
  ],
  deleted: [{}, (alias, { key }) => world.v2(key, 'DELETE', `/links/${alias}`)],
  blocked: [{}, (alias) => world.admin('POST', `/links/${alias}/block`, { reason: 'phishing' })],
  suspended: [{}, (_, { accountId }) => world.admin('POST', `/accounts/${accountId}/suspend`)],
};

const foreign = {} as Record<string, string>;

/** The time of all requests, so that windows, months and timestamps are the same. */
const NOW = NOON + 3_600_000;

beforeAll(async () => {
  turnTo(NOON);
  for (const [state, [options, enter]] of Object.entries(STATES)) {
    const owner = await world.newKey('PRO', { name: 'PRO key' });
    const alias = freshAlias(`own-${state}`);
    expect((await world.shorten(owner.key, { url, alias, ...options })).status).toBe(201);
    await enter(alias, owner);
    foreign[state] = alias;
  }
});

const ask = (key: string, method: string, path: string, { query = '', body }: Sample, accept: string) =>
  world.call(method, path + query, {
    headers: {
      Authorization: `Bearer ${key}`,
      ...(accept !== '' && { Accept: accept }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });

/** Returns everything that a client sees of a response, with the code replaced, and the calls to the bindings. */
async function seen(response: Promise<Response>, code: string) {
  takeCost();
  const { status, headers, ...rest } = await response.then(async (one) => ({
    status: one.status,
    headers: [...one.headers],
    text: await one.text(),
  }));
  const { d1, rowsWritten, kv, objects }: Cost = takeCost();
  return { status, headers, text: rest.text.replaceAll(code, '…'), cost: { d1, rowsWritten, kv, objects } };
}

/** Creates two keys with the same history. One requests foreign links, the other unknown codes. */
async function twins() {
  const both = [
    await world.newKey('PRO', { name: 'PRO key' }),
    await world.newKey('PRO', { name: 'PRO key' }),
  ] as const;
  // The first call fills the caches of the isolate and of the key's object, so that their first reads are not compared.
  for (const { key } of both) await world.v2(key, 'GET', '/usage');
  return both;
}

/** Returns a code of the same length that no account has. */
const unknownLike = (code: string): string => code.replace(/^own/, 'non');

describe('the list of good requests', () => {
  it('has a request for every endpoint whose path names a link', () => {
    expect(Object.keys(GOOD).sort()).toEqual(NAMED.map(({ method, path }) => `${method} ${path}`).sort());
  });

  it.each(NAMED.map(({ method, path }) => [method, path] as const))(
    'has a request that succeeds for the owner: %s %s',
    async (method, path) => {
      turnTo(NOW);
      const owner = await world.newKey('PRO');
      const alias = freshAlias('own');
      await world.shorten(owner.key, { url, alias });
      const sample = GOOD[`${method} ${path}`] ?? {};
      const response = await ask(owner.key, method, path.replace(':shortCode', alias), sample, '');
      expect(response.status, await response.text()).toBeLessThan(300);
    },
  );
});

describe.each([...new Set(NAMED.map(({ path }) => path))])('%s', (path) => {
  const goodFor = METHODS.map((method) => [method, GOOD[`${method} ${path}`]] as const);

  it.each(Object.keys(STATES))(
    'responds to a valid request for another account’s %s link as to an unknown code, with 404',
    async (state) => {
      turnTo(NOW);
      const code = foreign[state] ?? '';
      for (const [method, good] of goodFor) {
        if (good === undefined) continue;
        const [one, other] = await twins();
        for (const spelling of [code, code.toUpperCase()]) {
          const known = await seen(ask(one.key, method, path.replace(':shortCode', spelling), good, ''), spelling);
          const unknown = unknownLike(code);
          expect(known).toEqual(
            await seen(ask(other.key, method, path.replace(':shortCode', unknown), good, ''), unknown),
          );
          expect(Envelope.parse(JSON.parse(known.text))).toMatchObject({
            statusCode: 404,
            message: 'Short URL not found',
          });
        }
      }
      expect(await env.DB.prepare('SELECT version, url FROM links WHERE code = ?1').bind(code).first()).toMatchObject({
        url,
      });
    },
  );

  it.each(METHODS)(
    'responds alike to %s for a foreign link and for an unknown code, with any query, body and Accept header',
    { timeout: 60_000 },
    async (method) => {
      turnTo(NOW);
      vi.spyOn(console, 'error').mockImplementation(() => undefined);
      const [one, other] = await twins();
      const code = foreign.limited ?? '';
      const bodies = WITHOUT_BODY.includes(method) ? [undefined] : BODIES;
      const good = GOOD[`${method} ${path}`] ?? {};
      const requests = [
        ...ACCEPTS.map((accept) => ({ sample: good, accept })),
        ...QUERIES.map((query) => ({ sample: { ...good, query }, accept: '' })),
        ...bodies.map((body) => ({ sample: { body }, accept: '' })),
      ];
      for (const { sample, accept } of requests) {
        const known = await seen(ask(one.key, method, path.replace(':shortCode', code), sample, accept), code);
        const unknown = unknownLike(code);
        const none = await seen(ask(other.key, method, path.replace(':shortCode', unknown), sample, accept), unknown);
        expect(known, JSON.stringify({ sample, accept })).toEqual(none);
        if (method !== 'OPTIONS') expect(known.status).toBeGreaterThanOrEqual(400);
      }
      vi.restoreAllMocks();
    },
  );
});

it('a list with any parameters shows no foreign link', async () => {
  turnTo(NOW);
  const { key } = await world.newKey('PRO');
  for (const code of Object.values(foreign)) {
    for (const query of [
      `prefix=${code}`,
      `prefix=${code.slice(0, 4)}`,
      `search=${code}`,
      'status=active',
      'status=expired',
    ]) {
      const response = await world.v2(key, 'GET', `/links?${query}`);
      expect(await response.json()).toEqual({ links: [], nextCursor: null });
    }
  }
});
