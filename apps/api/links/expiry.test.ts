/** The end of a link is exact to the millisecond in every component. No moment of these tests is a whole second. */
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { turnedClock } from '#testkit/clock';
import { createWorld, freshAlias } from '#testkit/world';

const turnTo = turnedClock();
const world = createWorld();

const MADE_AT = Date.UTC(2031, 5, 15, 12, 34, 56, 789);
const LASTS_MS = 61_000;
const ENDS_AT = '2031-06-15T12:35:57.789Z';

/** Each visit goes to a new isolate, which has cached nothing. */
const visit = async (alias: string, init: RequestInit = {}) => (await createWorld().visit(alias, init)).status;

async function madeAt(moment: number, options: Record<string, unknown>) {
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

describe('a link that lasts 61 seconds and is', () => {
  it.each(OPTIONS)('%s ends with its last millisecond', async (_, options, init, alive) => {
    const { key, alias, link } = await madeAt(MADE_AT, { expiresIn: 61, ...options });
    expect(link).toMatchObject({ createdAt: '2031-06-15T12:34:56.789Z', expiresAt: ENDS_AT });
    turnTo(MADE_AT + LASTS_MS - 1);
    expect(await visit(alias, init)).toBe(alive);
    expect(await (await world.v2(key, 'GET', `/links/${alias}`)).json()).toMatchObject({ status: 'active' });
    turnTo(MADE_AT + LASTS_MS);
    expect(await visit(alias, init)).toBe(410);
    expect(await (await world.v2(key, 'GET', `/links/${alias}`)).json()).toMatchObject({
      status: 'expired',
      expiredReason: 'TIME',
      expiresAt: ENDS_AT,
    });
  });

  it.each(OPTIONS)('%s ends with that millisecond also if an edit has set the end', async (_, options, init, alive) => {
    const { key, alias } = await madeAt(MADE_AT - 5_555, options);
    turnTo(MADE_AT);
    const edited = await world.v2(key, 'PATCH', `/links/${alias}`, { expiresIn: 61 });
    expect(await edited.json()).toMatchObject({ expiresAt: ENDS_AT });
    turnTo(MADE_AT + LASTS_MS - 1);
    expect(await visit(alias, init)).toBe(alive);
    turnTo(MADE_AT + LASTS_MS);
    expect(await visit(alias, init)).toBe(410);
  });
});

it('frees its alias for its owner once its last millisecond is over, and is listed as expired from then on', async () => {
  const { key, alias } = await madeAt(MADE_AT, { expiresIn: 61 });
  const again = () => world.shorten(key, { url: 'https://example.com/again', alias });
  const expired = async () =>
    (await (await world.v2(key, 'GET', '/links?status=expired')).json<{ links: unknown[] }>()).links.length;
  turnTo(MADE_AT + LASTS_MS - 1);
  expect([(await again()).status, await expired()]).toEqual([400, 0]);
  turnTo(MADE_AT + LASTS_MS);
  expect(await expired()).toBe(1);
  expect((await again()).status).toBe(201);
});

it('is stored in D1 and at the edge to the millisecond', async () => {
  const { alias } = await madeAt(MADE_AT, { expiresIn: 61 });
  const row = env.DB.prepare('SELECT created_at, expires_at FROM links WHERE code = ?1').bind(alias);
  expect(await row.first()).toEqual({ created_at: MADE_AT, expires_at: MADE_AT + LASTS_MS });
  expect(JSON.parse((await env.ROUTES.get(`l:${alias}`)) ?? '')).toMatchObject({ c: MADE_AT, e: MADE_AT + LASTS_MS });
});
