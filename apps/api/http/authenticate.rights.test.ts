/** Tests the rights of a key in calls: scopes, expiry, limits, and the effect of a change (specification 12.7). */
import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '#api/reference/endpoints';
import { listAlternatives, SCOPES } from '#domain/key-rights';
import { fakeClock, NOON } from '#testkit/clock';
import { createWorld, freshAlias } from '#testkit/world';

const world = createWorld();
const turnTo = fakeClock();
const url = 'https://example.com/';

/** Returns the bytes of a response, without its time. */
const readBytes = async (response: Response) =>
  JSON.stringify([response.status, [...response.headers], (await response.text()).replace(/"timestamp":"[^"]*"/, '')]);

describe('a key without the scope of an endpoint', () => {
  it('is refused with 403, which names the scope, and is charged in both counts', async () => {
    const { key } = await world.newKey('PRO', { scopes: ['links:read'] });
    const response = await world.shorten(key, { url });
    expect(await response.json()).toMatchObject({
      statusCode: 403,
      errorType: 'INSUFFICIENT_SCOPE',
      message: 'This API key lacks the scope links:create',
    });
    expect(response.headers.get('WWW-Authenticate')).toBe('Bearer error="insufficient_scope", scope="links:create"');
    expect(response.headers.get('X-RateLimit-Remaining')).toBe('4999');
    expect(response.headers.get('X-Quota-Remaining')).toBe('499999');
  });

  it('is refused before its body is read, and after the month', async () => {
    const { key } = await world.newKey('PRO', { scopes: ['links:read'], limits: { perMonth: 1 } });
    expect(await (await world.shorten(key, 'no JSON')).json()).toMatchObject({ errorType: 'INSUFFICIENT_SCOPE' });
    expect(await (await world.shorten(key, 'no JSON')).json()).toMatchObject({ errorType: 'QUOTA_EXCEEDED' });
  });

  it('leaves its Idempotency-Key free', async () => {
    const { key, id } = await world.newKey('PRO', { scopes: ['links:read'] });
    const send = () =>
      world.call('POST', '/v2/shorten', {
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', 'Idempotency-Key': 'one' },
        body: JSON.stringify({ url }),
      });
    expect((await send()).status).toBe(403);
    await world.admin('PATCH', `/keys/${id}`, { scopes: null });
    const made = await send();
    expect([made.status, made.headers.get('Idempotent-Replayed')]).toEqual([201, null]);
  });
});

it('a change of the rights applies to every call that is sent after it', async () => {
  const { key, id } = await world.newKey('PRO');
  expect((await world.shorten(key, { url })).status).toBe(201);
  const change = (body: Record<string, unknown>) => world.admin('PATCH', `/keys/${id}`, body);
  await change({ scopes: ['qr:read'] });
  expect((await world.shorten(key, { url })).status).toBe(403);
  await change({ scopes: ['qr:read', 'links:create'] });
  expect((await world.shorten(key, { url })).status).toBe(201);
  await change({ scopes: null, links: 'own' });
  expect((await world.v2(key, 'GET', '/stats')).status).toBe(403);
  await change({ links: 'all' });
  expect((await world.v2(key, 'GET', '/stats')).status).toBe(200);
});

describe('a key that expires', () => {
  const END = NOON + 60_000;
  const expiresAt = new Date(END).toISOString();

  it('works to the last millisecond, and is then refused with the bytes of a revoked key', async () => {
    turnTo(NOON);
    const [{ key }, revoked] = [await world.newKey('PRO', { expiresAt }), await world.newKey('PRO')];
    await world.admin('DELETE', `/keys/${revoked.id}`);
    turnTo(END - 1);
    expect((await world.v2(key, 'GET', '/key')).status).toBe(200);
    turnTo(END);
    const refused = await readBytes(await world.v2(key, 'GET', '/key'));
    expect(refused).toBe(await readBytes(await world.v2(revoked.key, 'GET', '/key')));
    expect(refused).toContain('API_KEY_INVALID');
  });

  it('refuses all of fifty requests that arrive at its end, and works again once its end is moved', async () => {
    turnTo(NOON);
    const { key, id } = await world.newKey('PRO', { expiresAt });
    const fifty = () => Promise.all(Array.from({ length: 50 }, () => world.v2(key, 'GET', '/key')));
    turnTo(END - 1);
    const before = fifty();
    expect(new Set((await before).map(({ status }) => status))).toEqual(new Set([200]));
    turnTo(END);
    expect(new Set((await fifty()).map(({ status }) => status))).toEqual(new Set([401]));
    await world.admin('PATCH', `/keys/${id}`, { expiresAt: null });
    expect((await world.v2(key, 'GET', '/key')).status).toBe(200);
  });
});

describe('limits of the key itself', () => {
  it('are exact, and are those of its headers', async () => {
    turnTo(NOON);
    const { key } = await world.newKey('PRO', { limits: { perMinute: 7, perMonth: 20 } });
    const calls = await Promise.all(Array.from({ length: 30 }, () => world.v2(key, 'GET', '/key')));
    expect(calls.filter(({ status }) => status === 200)).toHaveLength(7);
    expect(calls.filter(({ status }) => status === 429)).toHaveLength(23);
    for (const { headers } of calls) {
      expect([headers.get('X-RateLimit-Limit'), headers.get('X-Quota-Limit')]).toEqual(['7', '20']);
    }
    for (let minute = 1; minute <= 3; minute++) {
      turnTo(NOON + minute * 60_000);
      const statuses = await Promise.all(
        Array.from({ length: 7 }, async () => (await world.v2(key, 'GET', '/key')).status),
      );
      expect(statuses.filter((status) => status === 200)).toHaveLength(minute === 1 ? 7 : minute === 2 ? 6 : 0);
    }
  });

  it('above those of the plan change nothing', async () => {
    const { key } = await world.newKey('FREE', { limits: { perMinute: 1_000, perMonth: 1_000_000 } });
    const { headers } = await world.v2(key, 'GET', '/key');
    expect([headers.get('X-RateLimit-Limit'), headers.get('X-Quota-Limit')]).toEqual(['60', '2000']);
  });
});

describe('every operation of /openapi.json', () => {
  // A key ends with its revocation, so that comes last.
  const isRevocation = ({ id }: (typeof ENDPOINTS)[number]) => id === 'revokeOwnKey';
  const ofKeys = ENDPOINTS.filter(({ access }) => access === 'key');
  const operations = [...ofKeys.filter((one) => !isRevocation(one)), ...ofKeys.filter(isRevocation)];
  const alias = freshAlias('rights');
  const send = (key: string, { method, path }: (typeof operations)[number]) =>
    world.v2(key, method, path.replace('/v2', '').replace(/:\w+/g, alias), method === 'GET' ? undefined : {});

  it.each(SCOPES.map((scope) => [scope]))(
    'obeys a key with the scope %s alone, for its own or all links',
    async (scope) => {
      const full = await world.newKey('PRO');
      for (const links of ['own', 'all'] as const) {
        const { key } = await world.newKey('PRO', { accountId: full.accountId, scopes: [scope], links });
        for (const operation of operations) {
          const response = await send(key, operation);
          const { errorType = '' } = response.status === 403 ? await response.json<{ errorType: string }>() : {};
          const isInScope = listAlternatives(operation.scope ?? null).some((needed) =>
            needed.every((one) => one === scope),
          );
          const isRefused = operation.reach === 'account' && links === 'own';
          const expected = !isInScope ? 'INSUFFICIENT_SCOPE' : isRefused ? 'OWN_LINKS_ONLY' : '';
          expect(errorType, `${operation.method} ${operation.path} with ${scope}, ${links}`).toBe(expected);
        }
      }
    },
  );

  it('refuses an expired key with 401, whatever its scopes', async () => {
    turnTo(NOON);
    const { key } = await world.newKey('PRO', { expiresAt: new Date(NOON + 1).toISOString() });
    turnTo(NOON + 1);
    for (const operation of operations) expect((await send(key, operation)).status, operation.path).toBe(401);
  });

  it('names the scopes that it needs in /openapi.json', async () => {
    const document = await (await world.call('GET', '/openapi.json')).json<{
      paths: Record<string, Record<string, { security: unknown }>>;
    }>();
    for (const { method, path, scope = null } of operations) {
      const { security } = document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()] ?? {};
      expect(security, path).toEqual(listAlternatives(scope).map((scopes) => ({ apiKey: scopes })));
    }
  });
});
