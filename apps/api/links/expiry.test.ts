/** The expiry of a link is exact to the millisecond in every component. No time in these tests is a whole second. */
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { fakeClock } from '#testkit/clock';
import { createWorld, freshAlias } from '#testkit/world';

const turnTo = fakeClock();
const world = createWorld();

const CREATED_AT = Date.UTC(2031, 5, 15, 12, 34, 56, 789);
const LIFETIME_MS = 61_000;
const EXPIRES_AT = '2031-06-15T12:35:57.789Z';

/** Visits a link in a new isolate, which has cached nothing. */
const visit = async (alias: string, init: RequestInit = {}) => (await createWorld().visit(alias, init)).status;

async function createAt(moment: number, options: Record<string, unknown>) {
  turnTo(moment);
  const { key } = await world.newKey('PRO');
  const alias = freshAlias('ends');
  const made = await world.shorten(key, { url: 'https://example.com/', alias, ...options });
  return { key, alias, link: await made.json<{ createdAt: string; expiresAt?: string }>() };
}

const OPTIONS: [string, Record<string, unknown>, RequestInit, alive: number][] = [
  ['plain', {}, {}, 302],
  ['limited', { maxClicks: 9 }, {}, 302],
  ['protected', { password: 'word' }, { headers: { 'X-Link-Password': 'word' } }, 302],
  ['visited with HEAD', {}, { method: 'HEAD' }, 302],
];

describe('a link with expiresIn 61 that is', () => {
  it.each(OPTIONS)('%s expires 61,000 ms after its creation, not 1 ms earlier', async (_, options, init, alive) => {
    const { key, alias, link } = await createAt(CREATED_AT, { expiresIn: 61, ...options });
    expect(link).toMatchObject({ createdAt: '2031-06-15T12:34:56.789Z', expiresAt: EXPIRES_AT });
    turnTo(CREATED_AT + LIFETIME_MS - 1);
    expect(await visit(alias, init)).toBe(alive);
    expect(await (await world.v2(key, 'GET', `/links/${alias}`)).json()).toMatchObject({ status: 'active' });
    turnTo(CREATED_AT + LIFETIME_MS);
    expect(await visit(alias, init)).toBe(410);
    expect(await (await world.v2(key, 'GET', `/links/${alias}`)).json()).toMatchObject({
      status: 'expired',
      expiredReason: 'TIME',
      expiresAt: EXPIRES_AT,
    });
  });

  it.each(OPTIONS)(
    '%s expires 61,000 ms after an edit that sets the expiry, not 1 ms earlier',
    async (_, options, init, alive) => {
      const { key, alias } = await createAt(CREATED_AT - 5_555, options);
      turnTo(CREATED_AT);
      const edited = await world.v2(key, 'PATCH', `/links/${alias}`, { expiresIn: 61 });
      expect(await edited.json()).toMatchObject({ expiresAt: EXPIRES_AT });
      turnTo(CREATED_AT + LIFETIME_MS - 1);
      expect(await visit(alias, init)).toBe(alive);
      turnTo(CREATED_AT + LIFETIME_MS);
      expect(await visit(alias, init)).toBe(410);
    },
  );
});

it('the alias of a link is free for its owner, and the link is listed as expired, from the millisecond of its expiry', async () => {
  const { key, alias } = await createAt(CREATED_AT, { expiresIn: 61 });
  const again = () => world.shorten(key, { url: 'https://example.com/again', alias });
  const expired = async () =>
    (await (await world.v2(key, 'GET', '/links?status=expired')).json<{ links: unknown[] }>()).links.length;
  turnTo(CREATED_AT + LIFETIME_MS - 1);
  expect([(await again()).status, await expired()]).toEqual([400, 0]);
  turnTo(CREATED_AT + LIFETIME_MS);
  expect(await expired()).toBe(1);
  expect((await again()).status).toBe(201);
});

it('the expiry of a link is stored in D1 and in its edge entry to the millisecond', async () => {
  const { alias } = await createAt(CREATED_AT, { expiresIn: 61 });
  const row = env.DB.prepare('SELECT created_at, expires_at FROM links WHERE code = ?1').bind(alias);
  expect(await row.first()).toEqual({ created_at: CREATED_AT, expires_at: CREATED_AT + LIFETIME_MS });
  expect(JSON.parse((await env.ROUTES.get(`l:${alias}`)) ?? '')).toMatchObject({
    c: CREATED_AT,
    e: CREATED_AT + LIFETIME_MS,
  });
});
