/** Tests that an address has another digest for each purpose. The counts of one purpose must not affect another. */
import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { createBrowser } from '#testkit/browser';
import { fakeClock } from '#testkit/clock';
import { createWorld, freshAlias } from '#testkit/world';

const turnTo = fakeClock();
const world = createWorld({ LEGACY_SHORTEN: 'on' });

/** Returns a client address that no other test uses. */
const newAddress = () => `10.${crypto.getRandomValues(new Uint8Array(3)).join('.')}`;

const shortenWithoutKey = (address: string) =>
  world.call('POST', '/shorten', {
    headers: { 'CF-Connecting-IP': address, 'Content-Type': 'application/json' },
    body: JSON.stringify({ url: 'https://example.com/' }),
  });

const tryToSignIn = (address: string) =>
  createBrowser(world).post('/sign-in/some-token', {}, { 'CF-Connecting-IP': address });

describe('the window of an address', () => {
  it('(for links without a key) is not used up by sign-ins', async () => {
    turnTo(Date.UTC(2031, 5, 15, 12, 0, 7, 457));
    const address = newAddress();
    for (let i = 0; i < 6; i++) await shortenWithoutKey(address);
    expect((await shortenWithoutKey(address)).status).toBe(429);
    for (let i = 0; i < 30; i++) expect((await tryToSignIn(address)).status).toBe(410);
    expect((await tryToSignIn(address)).status).toBe(429);
  });

  it('(for sign-ins) is not used up by links without a key', async () => {
    turnTo(Date.UTC(2031, 5, 15, 12, 0, 7, 457));
    const address = newAddress();
    for (let i = 0; i < 31; i++) await tryToSignIn(address);
    expect((await shortenWithoutKey(address)).status).toBe(201);
  });
});

describe('the attempts of an address', () => {
  async function readAttemptNetworks(address: string): Promise<string[]> {
    const { key } = await world.newKey('PRO');
    const alias = freshAlias('tried');
    await world.shorten(key, { url: 'https://example.com/', alias, password: 'right' });
    const headers = { 'CF-Connecting-IP': address, 'X-Link-Password': 'wrong' };
    await world.visit(alias, { headers });
    const id = await env.DB.prepare('SELECT id FROM links WHERE code = ?1').bind(alias).first<string>('id');
    return runInDurableObject(env.CLICKS.getByName(id ?? ''), (_, { storage }) =>
      storage.sql
        .exec<{ network: string }>('SELECT network FROM attempts')
        .toArray()
        .map(({ network }) => network),
    );
  }

  it('at two links are stored under two digests, neither of which contains the address', async () => {
    const address = newAddress();
    const [one, other] = [await readAttemptNetworks(address), await readAttemptNetworks(address)];
    expect([one.length, other.length]).toEqual([1, 1]);
    expect(one).not.toEqual(other);
    expect([...one, ...other].join()).toMatch(/^[\w-]{43},[\w-]{43}$/);
  });
});
