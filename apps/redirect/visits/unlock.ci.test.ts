import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { quickPasswords } from '#testkit/quick-passwords';
import { createWorld, freshAlias } from '#testkit/world';

const SECRET_PATH = 'the-hidden-destination';
const DESTINATION = `https://example.com/${SECRET_PATH}`;
const PASSWORD = 'correct horse ünicode 🐴';
/** `npm run test:long` tries every password of four digits. */
const PASSWORDS = env.TEST_LONG ? 10_000 : 1_000;
const AT_ONCE = Math.min(PASSWORDS, 1_000);

quickPasswords();

/** Makes a world with a protected link. */
async function protectedLink(more: Record<string, unknown> = {}, overrides = {}) {
  const world = createWorld(overrides);
  const { key } = await world.newKey('PRO');
  const alias = freshAlias('locked');
  const made = await world.shorten(key, { url: DESTINATION, alias, password: PASSWORD, ...more });
  expect(made.status).toBe(201);
  const attempt = (password: string, address = '203.0.113.1', headers: Record<string, string> = {}) =>
    world.visit(alias, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'CF-Connecting-IP': address, ...headers },
      body: new URLSearchParams({ password }).toString(),
    });
  return { world, key, alias, attempt };
}

const statuses = (responses: Response[]) => responses.map(({ status }) => status);
const count = (responses: Response[], status: number) => statuses(responses).filter((one) => one === status).length;

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('a protected link', () => {
  it('shows its page for Accept: text/html and for */*', async () => {
    const { world, alias } = await protectedLink();
    for (const Accept of ['text/html,*/*;q=0.8', '*/*']) {
      const page = await world.visit(alias, { headers: { Accept } });
      expect(page.status).toBe(200);
      expect(await page.text()).toContain('name="password"');
    }
  });

  it('responds to a program with 401 PASSWORD_REQUIRED', async () => {
    const { world, alias } = await protectedLink();
    const response = await world.visit(alias, { headers: { Accept: 'application/json' } });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ errorType: 'PASSWORD_REQUIRED' });
  });

  it('opens with the right password by form and JSON with 303, and by header with 302', async () => {
    const { world, alias, attempt } = await protectedLink();
    const byForm = await attempt(PASSWORD);
    const byJson = await world.visit(alias, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ password: PASSWORD }),
    });
    const bytes = String.fromCharCode(...new TextEncoder().encode(PASSWORD));
    const byHeader = await world.visit(alias, { headers: { 'X-Link-Password': bytes } });
    expect(statuses([byForm, byJson, byHeader])).toEqual([303, 303, 302]);
    for (const opened of [byForm, byJson, byHeader]) expect(opened.headers.get('Location')).toBe(DESTINATION);
  });

  it('opens with the right password in a multipart form', async () => {
    const { world, alias } = await protectedLink();
    const body = new FormData();
    body.set('password', PASSWORD);
    expect((await world.visit(alias, { method: 'POST', body })).status).toBe(303);
  });

  it('opens with a password in another normal form of Unicode', async () => {
    const { attempt } = await protectedLink({ password: 'caf\u00e9 au lait' });
    expect((await attempt('cafe\u0301 au lait')).status).toBe(303);
  });

  it('responds to a wrong password with 401, as a page or as the error envelope', async () => {
    const { attempt } = await protectedLink();
    const page = await attempt('wrong', undefined, { Accept: 'text/html' });
    expect(page.status).toBe(401);
    expect(await page.text()).toContain('role="alert"');
    const envelope = await attempt('wrong', undefined, { Accept: 'application/json' });
    expect(await envelope.json()).toMatchObject({ statusCode: 401, errorType: 'PASSWORD_WRONG' });
  });

  it.each(['', '{', '[]', '{"password":1}', 'x'.repeat(20_000)])(
    'responds to the body %.20j, which has no password, with 401 and charges no attempt',
    async (body) => {
      const { world, alias, attempt } = await protectedLink();
      const headers = { 'Content-Type': 'application/json', 'CF-Connecting-IP': '203.0.113.1' };
      const responses = await Promise.all(
        Array.from({ length: 8 }, () => world.visit(alias, { method: 'POST', headers, body })),
      );
      expect(count(responses, 401)).toBe(8);
      expect((await attempt(PASSWORD)).status).toBe(303);
    },
  );

  it('reveals its destination to no kind of request without the password', async () => {
    const { world, alias, attempt } = await protectedLink();
    const accepts = ['text/html', 'application/json', '*/*'];
    const requests = [
      ...accepts.flatMap((Accept) =>
        ['', '/', '+', '%2B', `?password=${encodeURIComponent(PASSWORD)}`, '?preview'].map((tail) =>
          world.visit(`${alias}${tail}`, { headers: { Accept } }),
        ),
      ),
      world.visit(alias, { method: 'HEAD' }),
      world.visit(alias, { method: 'OPTIONS' }),
      world.visit(alias, { headers: { Cookie: `password=${PASSWORD.replace(/[^ -~]/g, '')}; unlocked=1` } }),
      world.visit(alias, { headers: { 'User-Agent': 'Slackbot 1.0' } }),
      world.visit(alias, { headers: { 'Sec-Purpose': 'prefetch' } }),
      world.visit(alias.toUpperCase(), { headers: { Accept: 'application/json' } }),
      attempt('wrong'),
    ];
    for (const response of await Promise.all(requests)) {
      const all = JSON.stringify([...response.headers]) + (await response.text());
      expect(all).not.toContain(SECRET_PATH);
      expect(all).not.toContain('pbkdf2');
    }
    expect(await env.ROUTES.get(`l:${alias}`)).not.toContain(SECRET_PATH);
  });

  it('responds with 410 even to the right password once it is deleted', async () => {
    const { world, key, alias, attempt } = await protectedLink();
    expect((await world.v2(key, 'DELETE', `/links/${alias}`)).status).toBe(204);
    expect((await attempt(PASSWORD)).status).toBe(410);
  });

  it('responds with 410 BLOCKED even to the right password once its host is blocked', async () => {
    const { world, attempt } = await protectedLink({ url: 'https://phish.test/x' });
    await world.admin('PUT', '/blocked-hosts', { hosts: ['phish.test'] });
    const response = await attempt(PASSWORD, undefined, { Accept: 'application/json' });
    await world.admin('PUT', '/blocked-hosts', { hosts: [] });
    expect(response.status).toBe(410);
    expect(await response.json()).toMatchObject({ errorType: 'BLOCKED' });
  });
});

describe('attempts at a password', () => {
  it('are checked five times in all if two hundred come at once, and the right one still works elsewhere', async () => {
    const { attempt } = await protectedLink();
    const derive = vi.spyOn(crypto.subtle, 'deriveBits');
    const responses = await Promise.all(Array.from({ length: 200 }, (_, i) => attempt(`wrong ${i}`)));
    expect(count(responses, 401)).toBe(5);
    expect(count(responses, 429)).toBe(195);
    expect(derive).toHaveBeenCalledTimes(5);
    expect((await attempt(PASSWORD, '203.0.113.2')).status).toBe(303);
  });

  it('are accepted again after the time in Retry-After', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    const { attempt } = await protectedLink();
    for (let i = 0; i < 5; i++) await attempt('wrong');
    const refused = await attempt(PASSWORD);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('Retry-After')).toBe('900');
    vi.setSystemTime(Date.now() + 899_999);
    expect((await attempt(PASSWORD)).status).toBe(429);
    vi.setSystemTime(Date.now() + 1);
    expect((await attempt(PASSWORD)).status).toBe(303);
  });

  it('are not charged if the password is right', async () => {
    const { attempt } = await protectedLink();
    for (let i = 0; i < 12; i++) expect((await attempt(PASSWORD)).status).toBe(303);
  });

  it('are counted per /64 of an IPv6 address', async () => {
    const { attempt } = await protectedLink();
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, i) => attempt('wrong', `2001:db8:0:1::${i + 1}`)),
    );
    expect(count(responses, 401)).toBe(5);
  });

  it('are limited to one per address after sixty wrong ones in an hour, so that no flood can lock the link', async () => {
    const { attempt } = await protectedLink();
    const flood = await Promise.all(Array.from({ length: 60 }, (_, i) => attempt('wrong', `198.51.${i}.1`)));
    expect(count(flood, 401)).toBe(60);
    expect(statuses([await attempt('wrong', '192.0.2.1'), await attempt('wrong', '192.0.2.1')])).toEqual([401, 429]);
    expect((await attempt(PASSWORD, '192.0.2.2')).status).toBe(303);
  });

  it('must wait from the last wrong one of their network while the link is under attack', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    const { attempt } = await protectedLink();
    await attempt('wrong', '192.0.2.9');
    vi.setSystemTime(Date.now() + 60_000);
    await attempt('wrong', '192.0.2.9');
    await Promise.all(Array.from({ length: 60 }, (_, i) => attempt('wrong', `198.51.${i}.1`)));
    const refused = await attempt(PASSWORD, '192.0.2.9');
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '900']);
    vi.setSystemTime(Date.now() + 900_000);
    expect((await attempt(PASSWORD, '192.0.2.9')).status).toBe(303);
  });

  it(`are checked twenty times in all if ${PASSWORDS} come from as many networks of one /48`, async () => {
    const { attempt } = await protectedLink({ password: '9999' });
    const derive = vi.spyOn(crypto.subtle, 'deriveBits');
    const burst = [];
    for (let i = 0; i < PASSWORDS; i += AT_ONCE) {
      const some = Array.from({ length: AT_ONCE }, (_, j) => i + j).map((n) =>
        attempt(String(n).padStart(4, '0'), `2001:db8:bad:${n.toString(16)}::1`),
      );
      burst.push(...(await Promise.all(some)));
    }
    expect([count(burst, 401), count(burst, 429), count(burst, 303)]).toEqual([20, PASSWORDS - 20, 0]);
    expect(derive).toHaveBeenCalledTimes(20);
    expect((await attempt('9999', '2001:db8:cafe:1::1')).status).toBe(303);
  });

  it('of one /48 are checked twenty times in all per quarter of an hour, even without rate limiters', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    const { attempt } = await protectedLink({}, { TRIES: undefined, WIDE_TRIES: undefined });
    const burst = await Promise.all(Array.from({ length: 1_000 }, (_, i) => attempt('wrong', `2001:db8:bad:${i}::1`)));
    expect([count(burst, 401), count(burst, 429)]).toEqual([20, 980]);
    const neighbour = await attempt(PASSWORD, '2001:db8:bad:fffe::1');
    expect([neighbour.status, neighbour.headers.get('Retry-After')]).toEqual([429, '900']);
    vi.setSystemTime(Date.now() + 900_000);
    expect((await attempt(PASSWORD, '2001:db8:bad:fffe::1')).status).toBe(303);
  });

  it('from twenty /24s are checked sixty times in all, and then three times per /24', async () => {
    const { attempt } = await protectedLink();
    const derive = vi.spyOn(crypto.subtle, 'deriveBits');
    const from = (wide: number, host: number) => attempt('wrong', `198.18.${wide}.${host}`);
    for (let wide = 0; wide < 20; wide++) await Promise.all(Array.from({ length: 20 }, (_, host) => from(wide, host)));
    // Three /24s have twenty each; then the link is under attack.
    expect(derive).toHaveBeenCalledTimes(60 + 17 * 3);
    expect((await attempt(PASSWORD, '203.0.113.7')).status).toBe(303);
  });

  it('are accepted from a /48 that has sent nineteen wrong ones', async () => {
    const { attempt } = await protectedLink();
    const neighbours = await Promise.all(
      Array.from({ length: 19 }, (_, i) => attempt('wrong', `2001:db8:1:${i % 4}::1`)),
    );
    expect([count(neighbours, 401), count(neighbours, 429)]).toEqual([19, 0]);
    expect((await attempt(PASSWORD, '2001:db8:1:ff::1')).status).toBe(303);
  });

  it('are stored with digests of addresses, and no address', async () => {
    const { attempt, world, alias } = await protectedLink();
    await attempt('wrong', '203.0.113.99');
    const row = await env.DB.prepare('SELECT id FROM links WHERE code = ?').bind(alias).first<{ id: string }>();
    const stored = await runInDurableObject(world.env.CLICKS.getByName(row?.id ?? ''), (_, state) =>
      JSON.stringify(state.storage.sql.exec('SELECT * FROM attempts').toArray()),
    );
    expect(stored).toContain('network');
    expect(stored).not.toContain('203.0.113');
  });
});

describe('a protected and limited link', () => {
  it('no longer shows its password page once it is spent', async () => {
    const { world, alias, attempt } = await protectedLink({ maxClicks: 1 });
    expect([(await attempt(PASSWORD)).status, (await attempt(PASSWORD)).status]).toEqual([303, 410]);
    const row = await env.DB.prepare('SELECT id FROM links WHERE code = ?').bind(alias).first<{ id: string }>();
    await runDurableObjectAlarm(world.env.CLICKS.getByName(row?.id ?? ''));
    const pages = [
      await world.visit(alias),
      await world.visit(alias, { method: 'HEAD' }),
      await world.visit(`${alias}+`),
    ];
    expect(statuses(pages)).toEqual([410, 410, 410]);
  });

  it('counts only right passwords, and redirects no more than its limit', async () => {
    const { attempt } = await protectedLink({ maxClicks: 3 });
    expect((await attempt('wrong')).status).toBe(401);
    const responses = await Promise.all(Array.from({ length: 20 }, (_, i) => attempt(PASSWORD, `198.51.100.${i}`)));
    expect(count(responses, 303)).toBe(3);
    expect(count(responses, 410)).toBe(17);
  });
});

it('a protected link responds with 503 and does not redirect while its object fails', async () => {
  const away = {
    getByName: () => ({ attempt: () => Promise.reject(Object.assign(new Error('x'), { overloaded: true })) }),
  };
  const { attempt } = await protectedLink({}, { CLICKS: away });
  const response = await attempt(PASSWORD);
  expect(response.status).toBe(503);
  expect(response.headers.get('Location')).toBeNull();
});
