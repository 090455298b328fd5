/** Provokes every row of the error table. A row that no test provokes does not compile. */
import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { askForUpgrade, latestUpgrade } from '#api/accounts/upgrades';
import { Envelope } from '#api/http/fields';
import { newIdempotencySeed } from '#api/http/idempotency';
import { DETAILS as DETAILS_OF_LINKS } from '#api/reference/openapi/error-bodies';
import { OPERATOR } from '#domain/account-events';
import { nameStatistics } from '#domain/edge-entry';
import { ERRORS, type ErrorCode, listExtras } from '#domain/errors';
import { REASON_PHRASES } from '#domain/visit-errors';
import redirect from '#redirect/worker';
import { hashText } from '#secrets/digest';
import { NOON } from '#testkit/clock';
import { onlyFor, Tap, tappedD1 } from '#testkit/faults';
import { fillRoom } from '#testkit/idempotent';
import { fillTags } from '#testkit/tags';
import { FULL_MONTH, fillWindow, fullWindow, setCount } from '#testkit/used-up';
import { createWorld, freshAlias, type World } from '#testkit/world';
import api from './worker';

const world = createWorld();
const url = 'https://example.com/';

/** Sends a creation with a new key on PRO. */
async function shorten(here: World, body: Record<string, unknown> | string, headers: Record<string, string> = {}) {
  const { key } = await here.newKey('PRO');
  return here.call('POST', '/v2/shorten', {
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

/** Sends two creations, and sets the count of the key's object between them. Returns the second response. */
async function createAtCount(here: World, count: Parameters<typeof setCount>[1]) {
  const { id, key } = await here.newKey('PRO');
  await here.shorten(key, { url });
  await setCount(id, count);
  return here.shorten(key, { url });
}

/** The stub of an unreachable Durable Object. Every call to it fails. */
const UNREACHABLE = new Proxy({}, { get: () => () => Promise.reject(new Error('Network connection lost.')) });

/** The message of an unexpected error of D1. No response may contain it. */
const BROKEN = 'a cause that holds a secret';
const withBrokenD1 = () =>
  createWorld({
    DB: {
      prepare() {
        throw new Error(BROKEN);
      },
    } as unknown as D1Database,
  });

const withKey = async (provoke: (key: string, id: string) => Promise<Response>) => {
  const { key, id } = await world.newKey('PRO');
  return provoke(key, id);
};

const idempotent = (key: string, body: Record<string, unknown>, header = 'one') =>
  world.call('POST', '/v2/shorten', {
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', 'Idempotency-Key': header },
    body: JSON.stringify(body),
  });

/** Creates a link, changes it, and returns the response to a visit. */
async function visitAfter(change: (code: string, key: string) => Promise<unknown>, option = {}) {
  const { key } = await world.newKey('PRO');
  const alias = freshAlias('row');
  await world.shorten(key, { url, alias, ...option });
  await change(alias, key);
  return world.visit(alias);
}

/** Sends a password to a protected link several times, as a JSON client. Returns the last response. */
async function attemptAt(password: string, times: number) {
  const { key } = await world.newKey('PRO');
  const alias = freshAlias('attempt');
  await world.shorten(key, { url, alias, password: 'right' });
  const headers = { Accept: 'application/json', 'Content-Type': 'application/json' };
  const attempt = () => world.visit(alias, { method: 'POST', headers, body: JSON.stringify({ password }) });
  for (let i = 1; i < times; i++) await attempt();
  return attempt();
}

const PROVOCATIONS: Record<ErrorCode, (world: World) => Promise<Response>> = {
  HTTPS_REQUIRED: (here) => here.call('POST', 'http://api.example.com/v2/shorten'),
  UNKNOWN_ROUTE: (here) => here.call('GET', '/v2/nothing'),
  METHOD_NOT_ALLOWED: (here) => here.call('PUT', '/v2/shorten'),
  MAINTENANCE: () => shorten(createWorld({ MAINTENANCE: 'on' }), { url }),

  KEY_MISSING: (here) => here.call('POST', '/v2/shorten'),
  KEY_INVALID: (here) => here.shorten('sl_nonsense', { url }),
  WINDOW_EXCEEDED: (here) => createAtCount(here, fullWindow()),
  MONTH_EXCEEDED: (here) => createAtCount(here, FULL_MONTH),
  ORIGIN_NOT_ALLOWED: async (here) => {
    const { key } = await here.newKey('PRO', { origins: ['https://app.example.com'] });
    const headers = { Authorization: `Bearer ${key}`, Origin: 'https://other.example.com' };
    return here.call('GET', '/v2/key', { headers });
  },
  INSUFFICIENT_SCOPE: async (here) => here.shorten((await here.newKey('PRO', { scopes: ['qr:read'] })).key, { url }),
  OWN_LINKS_ONLY: async (here) => here.v2((await here.newKey('PRO', { links: 'own' })).key, 'GET', '/stats'),
  KEY_IN_PAGES: async (here) => {
    const { key } = await here.newKey('PRO', { origins: ['https://app.example.com'] });
    return here.v2(key, 'POST', '/key/revoke');
  },
  SEARCHES_EXCEEDED: async (here) => {
    const { key, accountId } = await here.newKey('PRO');
    await fillWindow(`search:${accountId}`);
    return here.v2(key, 'GET', '/links?search=x');
  },
  BULK_EXCEEDED: async (here) => {
    const { key, accountId } = await here.newKey('PRO');
    await fillWindow(`bulk:${accountId}`);
    return here.v2(key, 'POST', '/links/bulk', { shortCodes: ['none'], delete: true, confirm: 1 });
  },
  CURSOR_EXPIRED: async (here) => {
    const { key, accountId } = await here.newKey('PRO');
    const aliases = [freshAlias('sorted'), freshAlias('sorted')];
    for (const alias of aliases) await here.shorten(key, { url, alias });
    for (const alias of aliases) await here.visit(alias);
    const page = await here.v2(key, 'GET', '/links?sort=clicks&limit=1');
    const { nextCursor } = await page.json<{ nextCursor: string }>();
    await runInDurableObject(here.env.STATISTICS.getByName(nameStatistics(accountId)), (_, { storage }) => {
      storage.sql.exec('UPDATE orders SET ends_at = 0');
    });
    return here.v2(key, 'GET', `/links?sort=clicks&limit=1&cursor=${nextCursor}`);
  },
  LINKS_EXCEEDED: () => shorten(createWorld({ LINK_QUOTA: 'PRO=0' }), { url }),

  CONTENT_TYPE: (here) => shorten(here, { url }, { 'Content-Type': 'text/plain' }),
  CHARSET: (here) => shorten(here, { url }, { 'Content-Type': 'application/json; charset=iso-8859-1' }),
  CONTENT_ENCODING: (here) => shorten(here, { url }, { 'Content-Encoding': 'gzip' }),
  BODY_TOO_LARGE: (here) => shorten(here, { url, padding: 'x'.repeat(1024 * 1024) }),
  BODY_INVALID: (here) => shorten(here, '[1]'),
  FIELD_NOT_ALLOWED: (here) => shorten(here, { url, expiresAt: '2031-01-01T00:00:00.000Z' }),
  FIELD_INVALID: (here) => shorten(here, { url, maxClicks: 0 }),

  URL_INVALID: (here) => shorten(here, { url: 'nonsense' }),
  URL_OWN: (here) => shorten(here, { url: 'https://s.example.com/loop' }),
  ALIAS_LENGTH: (here) => shorten(here, { url, alias: 'ab' }),
  PASSWORD_LENGTH: (here) => shorten(here, { url, password: 'abc' }),
  EXPIRES_IN_TOO_SHORT: (here) => shorten(here, { url, expiresIn: 59 }),
  ALIAS_RESERVED: (here) => shorten(here, { url, alias: 'paypal' }),
  URL_UNSAFE: (here) => shorten(here, { url: 'https://testsafebrowsing.appspot.com/s/malware.html' }),
  ALIAS_TAKEN: async (here) => {
    const alias = freshAlias('taken');
    await shorten(here, { url, alias });
    return shorten(here, { url, alias });
  },
  EXTERNAL_ID_TAKEN: async (here) => {
    const { key } = await here.newKey('PRO');
    await here.shorten(key, { url, externalId: 'order 1042' });
    return here.shorten(key, { url, externalId: 'order 1042' });
  },
  TAGS_EXCEEDED: async (here) => {
    const { key, accountId } = await here.newKey('PRO');
    await fillTags(accountId);
    return here.shorten(key, { url, tags: ['one more'] });
  },
  BATCH_ABORTED: async (here) => {
    const { key } = await here.newKey('PRO');
    const refused = await here.shortenBatch(key, [{ url }, { url: 'nonsense' }], '?atomic=true');
    // The schema Envelope is strict, so the two fields of a batch are removed. shorten-batch.test.ts checks them.
    const { results: _, summary: __, ...envelope } = await refused.json<Record<string, unknown>>();
    return Response.json(envelope, refused);
  },
  FEATURE_NOT_ON_PLAN: async (here) => here.shorten((await here.newKey('FREE')).key, { url, maxClicks: 1 }),

  SHORTENING_DISABLED: () => shorten(createWorld({ SHORTENING: 'off' }), { url }),
  ALIASES_DISABLED: () => shorten(createWorld({ ALIASES: 'off' }), { url, alias: freshAlias() }),
  PASSWORDS_DISABLED: () => shorten(createWorld({ PASSWORDS: 'off' }), { url, password: 'word' }),
  EXPIRATION_DISABLED: () => shorten(createWorld({ EXPIRATION: 'off' }), { url, expiresIn: 60 }),
  CLICK_LIMITS_DISABLED: () => shorten(createWorld({ CLICK_LIMITS: 'off' }), { url, maxClicks: 1 }),
  QR_DISABLED: () => withKey((key) => createWorld({ QR: 'off' }).v2(key, 'GET', '/qr/anything')),

  IDEMPOTENCY_KEY_INVALID: () => withKey((key) => idempotent(key, { url }, 'x'.repeat(256))),
  IDEMPOTENCY_KEY_RUNNING: () =>
    withKey(async (key, id) => {
      const lease = { key: await hashText('one'), seed: newIdempotencySeed() };
      await env.KEYS.getByName(id).admit(id, await hashText(key), lease);
      return idempotent(key, { url });
    }),
  IDEMPOTENCY_KEY_REUSED: () =>
    withKey(async (key) => {
      await idempotent(key, { url });
      return idempotent(key, { url: 'https://example.com/other' });
    }),

  IDEMPOTENCY_KEYS_EXCEEDED: () =>
    withKey(async (key, id) => {
      await idempotent(key, { url });
      await fillRoom(id, Date.now(), 0);
      return idempotent(key, { url }, 'two');
    }),

  LINK_NOT_FOUND: (here) => here.visit(freshAlias('none')),
  LINK_GONE: (here) => visitAfter((code, key) => here.v2(key, 'DELETE', `/links/${code}`)),
  LINK_BLOCKED: (here) => visitAfter((code) => here.admin('POST', `/links/${code}/block`, { reason: 'abuse' })),
  PASSWORD_REQUIRED: async (here) => {
    const { key } = await here.newKey('PRO');
    const alias = freshAlias('locked');
    await here.shorten(key, { url, alias, password: 'word' });
    return here.visit(alias, { headers: { Accept: 'application/json' } });
  },

  TAG_NOT_FOUND: () => withKey((key) => world.v2(key, 'PATCH', '/tags/none', { name: 'some' })),
  TAG_TAKEN: () =>
    withKey(async (key) => {
      await world.shorten(key, { url, tags: ['one', 'two'] });
      return world.v2(key, 'PATCH', '/tags/one', { name: 'Two' });
    }),
  LINK_DELETED: async (here) => {
    const { key } = await here.newKey('PRO');
    const alias = freshAlias('deleted');
    await here.shorten(key, { url, alias });
    await here.v2(key, 'DELETE', `/links/${alias}`);
    return here.v2(key, 'PATCH', `/links/${alias}`, { expiresIn: null });
  },

  LINK_CHANGED: async (here) => {
    const { key } = await here.newKey('PRO');
    const alias = freshAlias('changed');
    await here.shorten(key, { url, alias });
    return here.admin('POST', `/links/${alias}/unblock`, { url: 'https://example.com/reviewed' });
  },

  PASSWORD_WRONG: () => attemptAt('wrong', 1),
  GUESSES_EXCEEDED: () => attemptAt('wrong', 6),
  PREFETCH: (here) => here.visit(freshAlias('none'), { headers: { 'Sec-Purpose': 'prefetch' } }),

  ADMIN_TOKEN_INVALID: (here) => here.call('GET', '/admin/settings', { headers: { Authorization: 'Bearer wrong' } }),
  BACKUP_TOKEN_INVALID: () => createWorld({ BACKUP_TOKEN: 'b'.repeat(32) }).admin('GET', '/backup'),
  RESTORE_REFUSED: async () => {
    const here = createWorld({ BACKUP_TOKEN: 'b'.repeat(32) });
    return here.call('POST', '/admin/restore/pages', {
      headers: {
        Authorization: `Bearer ${here.env.ADMIN_TOKEN}`,
        'X-Backup-Token': 'b'.repeat(32),
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ id: crypto.randomUUID(), page: { kind: 'objects', objects: [] } }),
    });
  },
  ACCOUNT_NOT_FOUND: (here) => here.admin('POST', '/keys', { name: 'a key', accountId: 'nobody' }),
  ACCOUNT_CLOSED: async (here) => {
    const { accountId } = await here.newKey();
    await here.admin('POST', `/accounts/${accountId}/suspend`);
    return here.admin('POST', `/accounts/${accountId}/sign-in-link`);
  },
  UPGRADE_NOT_FOUND: (here) => here.admin('POST', '/upgrades/none/grant'),
  UPGRADE_ANSWERED: async (here) => {
    const { accountId } = await here.newKey('FREE');
    await askForUpgrade(here.env, accountId, { plan: 'PRO' }, OPERATOR, Date.now());
    const id = (await latestUpgrade(here.env, accountId))?.id;
    await here.admin('POST', `/upgrades/${id}/grant`);
    return here.admin('POST', `/upgrades/${id}/decline`, { message: 'too late' });
  },
  KEY_NOT_FOUND: (here) => here.admin('PATCH', '/keys/none', { name: 'a key' }),
  KEY_REVOKED: async (here) => {
    const { id } = await here.newKey();
    await here.admin('DELETE', `/keys/${id}`);
    return here.admin('PATCH', `/keys/${id}`, { status: 'active' });
  },
  KEY_ROTATED: async (here) => {
    const { id } = await here.newKey();
    // Another rotation commits between the SELECT and the UPDATE of this rotation.
    const between = onlyFor(/^batch$/, async (decide) => {
      await here.admin('POST', `/keys/${id}/rotate`, { graceSeconds: 0 });
      return decide();
    });
    return createWorld({ DB: tappedD1(env.DB, new Tap(between)) }).admin('POST', `/keys/${id}/rotate`);
  },
  ROTATION_UNDER_WAY: async (here) => {
    const { id } = await here.newKey();
    await here.admin('POST', `/keys/${id}/rotate`);
    await env.DB.prepare('UPDATE keys SET previous_ends_at = ?2 WHERE id = ?1').bind(id, NOON).run();
    return here.admin('POST', `/keys/${id}/rotate`);
  },
  ACTIVE_KEYS_REACHED: async () => {
    const here = createWorld({ ACTIVE_KEYS: 'PRO=1' });
    const { accountId } = await here.newKey('PRO');
    return here.admin('POST', '/keys', { name: 'one more', accountId });
  },
  KEYS_REACHED: async (here) => {
    const { accountId } = await here.newKey('PRO');
    const insert = `INSERT INTO keys (last_four, made_by, account_id, id, name, digest, status, created_at)
      SELECT 'abcd', 'operator', ?2, ?2 || value, 'off', value, 'inactive', 0 FROM json_each(?1)`;
    const numbers = JSON.stringify([...Array(99).keys()]);
    await env.DB.prepare(insert).bind(numbers, accountId).run();
    return here.admin('POST', '/keys', { name: 'one more', accountId });
  },

  OVERLOADED: () =>
    withKey((key) => createWorld({ KEYS: { getByName: () => UNREACHABLE } as never }).shorten(key, { url })),
  // Nothing listens on port 9 of this computer.
  THREATS_UNAVAILABLE: () =>
    shorten(createWorld({ THREATS: 'webrisk', THREATS_BASE_URL: 'http://127.0.0.1:9', THREATS_ON_FAILURE: 'refuse' }), {
      url,
    }),
  FAULT: () => withKey((key) => withBrokenD1().shorten(key, { url })),
};

/** The details that replace `{}` in the messages. */
const DETAILS: Partial<Record<ErrorCode, string>> = {
  ...DETAILS_OF_LINKS,
  FIELD_INVALID: 'maxClicks must be a whole number of at least 1',
  ROTATION_UNDER_WAY: new Date(NOON).toISOString(),
};

let sent: Request;
let logged: string[];
beforeEach(() => {
  for (const worker of [api, redirect]) {
    const fetch = worker.fetch as (...args: unknown[]) => Response;
    vi.spyOn(worker as typeof api, 'fetch').mockImplementation((...args) => {
      sent = args[0] as Request;
      return fetch(...args);
    });
  }
  logged = [];
  vi.spyOn(console, 'error').mockImplementation((line) => void logged.push(String(line)));
});
afterEach(() => void vi.restoreAllMocks());

describe.each(Object.keys(ERRORS) as ErrorCode[])('%s', (code) => {
  it('has a response with the envelope and the headers of its row, and with nothing else', async () => {
    const response = await PROVOCATIONS[code](world);
    const text = await response.text();
    const envelope = Envelope.parse(JSON.parse(text));
    const { status, errorType, message } = ERRORS[code];
    expect(response.status).toBe(status);
    expect(envelope).toMatchObject({
      statusCode: status,
      errorType,
      message: message.replace('{}', DETAILS[code] ?? '{}'),
      error: REASON_PHRASES[status],
      path: new URL(sent.url).pathname,
      method: sent.method,
    });
    expect(response.headers.get('Content-Type')).toMatch(/^application\/json\b/);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect(Math.abs(Date.parse(envelope.timestamp) - Date.now())).toBeLessThan(60_000);

    const extras = (['retryAfter', 'resetDate', 'requestId'] as const).filter((name) => envelope[name] !== undefined);
    expect(extras).toEqual(listExtras(code));
    const waits = status === 429 || status === 503 || code === 'IDEMPOTENCY_KEY_RUNNING';
    expect(response.headers.get('Retry-After')).toBe(waits ? String(envelope.retryAfter) : null);
    expect(response.headers.has('Allow')).toBe(code === 'METHOD_NOT_ALLOWED');

    expect(text).not.toContain(BROKEN);
    const isFault = code === 'FAULT' || code === 'OVERLOADED';
    // The read of the settings also logs the broken D1, in a line with `doing`.
    const ofRequest = logged.map((line) => JSON.parse(line)).filter((line) => line.doing === undefined);
    expect(ofRequest).toHaveLength(isFault ? 1 : 0);
    if (code === 'FAULT') expect(ofRequest[0]).toMatchObject({ requestId: envelope.requestId });
  });
});

it('a 429 of the month contains the beginning of the next month', async () => {
  const { resetDate, retryAfter } = Envelope.parse(await (await PROVOCATIONS.MONTH_EXCEEDED(world)).json());
  const now = new Date();
  expect(resetDate).toBe(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString());
  expect(Math.abs(Date.parse(resetDate ?? '') - now.getTime() - (retryAfter ?? 0) * 1000)).toBeLessThan(5_000);
});

it('a 405 lists the methods of the path in its Allow header', async () => {
  expect((await world.call('PUT', '/v2/shorten')).headers.get('Allow')).toBe('POST, OPTIONS');
  expect((await world.call('POST', '/admin/settings')).headers.get('Allow')).toBe('GET, PUT, HEAD, OPTIONS');
});
