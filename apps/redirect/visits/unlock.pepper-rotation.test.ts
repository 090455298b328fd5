/**
 * Tests a change of the pepper. Passwords stay valid, and one that opens a link is stored again under the new pepper
 * (docs/design/keys-and-metering.md).
 */
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { computePepperId } from '#secrets/pepper';
import { d1Where, failing } from '#testkit/faults';
import { createWorld, type Env, freshAlias } from '#testkit/world';

const DESTINATION = 'https://example.com/behind-a-password';
const PASSWORD = 'correct horse';
const OLD = 'the-former-pepper-of-forty-characters-xx';
const NEW = 'the-newer-pepper-of-forty-characters-xxx';

const peppered = (PEPPER: string, PEPPER_PREVIOUS = '', more: Partial<Env> = {}) =>
  createWorld({ PEPPER, PEPPER_PREVIOUS, ...more });

afterEach(() => void vi.restoreAllMocks());

async function linkUnder(pepper: string) {
  const world = peppered(pepper);
  const { key } = await world.newKey('PRO');
  const alias = freshAlias('peppered');
  expect((await world.shorten(key, { url: DESTINATION, alias, password: PASSWORD })).status).toBe(201);
  return { key, alias };
}

const open = (world: ReturnType<typeof createWorld>, alias: string, password = PASSWORD) =>
  world.visit(alias, { headers: { 'X-Link-Password': password, Accept: 'application/json' } });

const storedText = async (alias: string): Promise<string> =>
  (await env.DB.prepare('SELECT password FROM links WHERE code = ?1').bind(alias).first<{ password: string }>())
    ?.password ?? '';

describe('a link whose password was stored under the former pepper', () => {
  it('opens while that pepper is valid, and afterwards even without that pepper', async () => {
    const { alias } = await linkUnder(OLD);
    const before = await storedText(alias);
    expect((await open(peppered(NEW, OLD), alias)).headers.get('Location')).toBe(DESTINATION);
    expect(await storedText(alias)).not.toBe(before);
    expect((await open(peppered(NEW), alias)).headers.get('Location')).toBe(DESTINATION);
  });

  it('opens at each step of the change, even if locations get the peppers at different times', async () => {
    const steps = [peppered(OLD), peppered(OLD, NEW), peppered(NEW, OLD)];
    for (const [ahead, behind] of [steps.slice(0, 2), steps.slice(1)].map((two) => two.toReversed())) {
      const { alias } = await linkUnder(OLD);
      for (const world of [ahead, behind, ahead]) expect((await open(world as never, alias)).status).toBe(302);
    }
  });

  it('opens while only the redirect worker has the new pepper, and once both workers have it', async () => {
    const [worker, done] = [peppered(NEW, OLD), peppered(NEW)];
    const { alias } = await linkUnder(OLD);
    expect((await open(worker, alias)).status).toBe(302);
    const late = await linkUnder(OLD); // made by an API worker that still has the old pepper
    expect([(await open(worker, late.alias)).status, (await open(done, late.alias)).status]).toEqual([302, 302]);
  });

  it('keeps its stored text after a wrong password', async () => {
    const { alias } = await linkUnder(OLD);
    const before = await storedText(alias);
    expect((await open(peppered(NEW, OLD), alias, 'wrong')).status).toBe(401);
    expect(await storedText(alias)).toBe(before);
  });

  it('keeps a new password that was set meanwhile', async () => {
    const { alias, key } = await linkUnder(OLD);
    const edit = async (call: () => Promise<unknown>) => {
      await peppered(NEW, OLD).v2(key, 'PATCH', `/links/${alias}`, { password: 'another word' });
      return call();
    };
    const DB = d1Where(/^UPDATE links SET password/, edit);
    expect((await open(peppered(NEW, OLD, { DB }), alias)).status).toBe(302);
    expect((await open(peppered(NEW), alias, 'another word')).status).toBe(302);
  });

  it('opens even if the new text cannot be stored', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { alias } = await linkUnder(OLD);
    const DB = d1Where(/^UPDATE links SET password/, failing());
    expect((await open(peppered(NEW, OLD, { DB }), alias)).status).toBe(302);
    expect((await open(peppered(NEW, OLD), alias)).status).toBe(302);
  });
});

describe('a password under an unknown pepper', () => {
  it('causes a logged 500, not a 401, and charges no attempt', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { alias } = await linkUnder(OLD);
    // These visits exceed the attempts of a network, but each attempt is refunded.
    for (let i = 0; i < 8; i++) expect((await open(peppered(NEW), alias)).status).toBe(500);
    expect(String(logged.mock.lastCall?.[0])).toMatch(/neither PEPPER nor PEPPER_PREVIOUS/);
    expect(String(logged.mock.lastCall?.[0])).not.toMatch(/pbkdf2|former-pepper|correct horse/);
    expect((await open(peppered(OLD), alias)).status).toBe(302);
  });
});

it('the stored text has the name of the pepper where the query of docs/operating/pepper.md reads it', async () => {
  const { alias } = await linkUnder(OLD);
  const { pepper } = (await env.DB.prepare('SELECT substr(password, 49, 8) AS pepper FROM links WHERE code = ?1')
    .bind(alias)
    .first<{ pepper: string }>()) as { pepper: string };
  expect(pepper).toBe(await computePepperId(OLD));
});
