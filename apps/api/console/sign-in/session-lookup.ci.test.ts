/**
 * Lookups of sessions. Unknown sessions may cause a limited number of reads of D1, and this limit does not affect valid
 * sessions.
 */
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { toBase64url } from '#secrets/digest';
import { CONSOLE, newDeveloper } from '#testkit/browser';
import { fakeClock, NOON } from '#testkit/clock';
import { countedBindings } from '#testkit/counting';
import { D1_DOWN, pass, Tap, tappedD1 } from '#testkit/faults';
import { createWorld, type World } from '#testkit/world';

const turnTo = fakeClock();
afterEach(() => void vi.restoreAllMocks());

let networks = 0;
/** An address in a /24 that no other test uses. */
const freshAddress = () => `10.98.${++networks}.1`;

const makeCookie = (token: string) => `__Host-console=${token}`;
const freshToken = () => toBase64url(crypto.getRandomValues(new Uint8Array(32)));

const open = (world: World, cookie: string, address: string | null, path = '') =>
  world.call('GET', `/console${path}`, {
    headers: { Cookie: cookie, ...(address !== null && { 'CF-Connecting-IP': address }) },
  });

const requestUnknown = (world: World, count: number, address: string | null) =>
  Promise.all(Array.from({ length: count }, () => open(world, makeCookie(freshToken()), address)));

const count = (responses: Response[], status: number) => responses.filter((one) => one.status === status).length;

/** Makes an isolate that counts its calls. */
function isolate(more: Record<string, unknown> = {}) {
  const { bindings, takeCost } = countedBindings();
  return { world: createWorld({ ...bindings, ...more } as never), takeCost };
}

describe('an unknown session', () => {
  it('whose cookie is no token causes no read', async () => {
    const { world, takeCost } = isolate();
    for (const token of ['x', freshToken().slice(1), `${freshToken()}A`, `${freshToken().slice(1)}!`]) {
      const response = await open(world, makeCookie(token), freshAddress());
      expect([response.status, response.headers.get('Location')]).toEqual([303, '/console/sign-in']);
      expect(response.headers.get('Set-Cookie')).toMatch(/Max-Age=0/);
    }
    expect(takeCost()).toMatchObject({ d1: [], objects: [] });
  });

  it('causes at most sixty reads of D1 a minute from one network, and afterwards gets 429 without a call', async () => {
    turnTo(NOON);
    const { world, takeCost } = isolate();
    const address = freshAddress();
    const responses = await requestUnknown(world, 200, address);
    expect([count(responses, 303), count(responses, 429)]).toEqual([60, 140]);
    expect(takeCost().d1).toHaveLength(60);
    const [refused] = await requestUnknown(world, 1, address);
    expect([refused?.status, refused?.headers.get('Retry-After')]).toEqual([429, '60']);
    expect(await refused?.text()).toContain('wait a minute');
    expect(takeCost()).toMatchObject({ d1: [], objects: [] });
    expect(count(await requestUnknown(createWorld(), 5, address), 429)).toBe(5);
    turnTo(NOON + 60_000);
    expect(count(await requestUnknown(world, 1, address), 303)).toBe(1);
  });

  it('does not count in the network’s window for sign-ins', async () => {
    const { world } = isolate();
    const address = freshAddress();
    await requestUnknown(world, 70, address);
    const headers = { Origin: CONSOLE, 'CF-Connecting-IP': address };
    expect((await world.call('POST', '/console/sign-in/challenge', { headers })).status).toBe(200);
    expect((await world.call('GET', '/console/sign-in', { headers })).status).toBe(200);
  });

  it('is not limited where a request has no address', async () => {
    const { world } = isolate();
    expect(count(await requestUnknown(world, 70, null), 303)).toBe(70);
  });

  it('that signs out is limited like any other request', async () => {
    turnTo(NOON);
    const { world, takeCost } = isolate();
    const address = freshAddress();
    await requestUnknown(world, 61, address);
    takeCost();
    const response = await world.call('POST', '/console/sign-out', {
      headers: { Origin: CONSOLE, Cookie: makeCookie(freshToken()), 'CF-Connecting-IP': address },
    });
    expect(response.status).toBe(429);
    expect(takeCost().d1).toEqual([]);
  });
});

describe('a valid session', () => {
  it('is not charged to its network, and causes no call for the network after its first request in an isolate', async () => {
    turnTo(NOON);
    const { world, takeCost } = isolate();
    const { browser } = await newDeveloper(world);
    const address = freshAddress();
    await requestUnknown(world, 59, address);
    const cookie = browser.cookie as string;
    for (let i = 0; i < 3; i++) expect((await open(createWorld(), cookie, address, '/plan')).status).toBe(200);
    expect(count(await requestUnknown(world, 2, address), 429)).toBe(1);
    expect((await open(world, cookie, freshAddress(), '/plan')).status).toBe(200);
    takeCost();
    expect((await open(world, cookie, address, '/plan')).status).toBe(200);
    // This call is for the window of the account. The window of the network is not called.
    expect(takeCost().objects).toEqual(['ADDRESSES.admit']);
  });

  it('that this isolate has read within ten minutes works in a network whose window is used up', async () => {
    turnTo(NOON);
    const { world } = isolate();
    const { browser } = await newDeveloper(world);
    const cookie = browser.cookie as string;
    const address = freshAddress();
    expect((await open(world, cookie, address)).status).toBe(200);
    await requestUnknown(world, 70, address);
    expect((await open(world, cookie, address)).status).toBe(200);
    turnTo(NOON + 599_999);
    await requestUnknown(world, 70, address);
    expect((await open(world, cookie, address)).status).toBe(200);
    turnTo(NOON + 599_999 + 600_000);
    await requestUnknown(world, 70, address);
    expect((await open(world, cookie, address)).status).toBe(429);
  });

  it('that was ended is charged like any unknown session from then on', async () => {
    turnTo(NOON);
    const { world, takeCost } = isolate();
    const { browser } = await newDeveloper(world);
    const cookie = browser.cookie as string;
    const address = freshAddress();
    await open(world, cookie, address);
    await browser.post('/sign-out');
    takeCost();
    const responses = [];
    for (let i = 0; i < 70; i++) responses.push(await open(world, cookie, address));
    expect(count(responses, 200)).toBe(0);
    // The first read is not charged, because the isolate remembers the session as valid.
    expect(takeCost().d1.length).toBe(61);
  });

  it('gets 503 while D1 is down, and is not charged to its network', async () => {
    turnTo(NOON);
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const tap = new Tap();
    const { world } = isolate({ DB: tappedD1(env.DB, tap) });
    const { browser } = await newDeveloper(world);
    const address = freshAddress();
    tap.fault = D1_DOWN;
    for (let i = 0; i < 70; i++) expect((await open(world, browser.cookie as string, address)).status).toBe(503);
    tap.fault = pass;
    expect((await open(world, browser.cookie as string, address)).status).toBe(200);
  });
});
