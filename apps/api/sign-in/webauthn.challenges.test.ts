/** A challenge is valid only for its own purpose, even where a known passkey has signed the response. */
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { createDevice, type Device } from '#testkit/authenticator';
import { type Browser, CONSOLE, createBrowser, newDeveloper } from '#testkit/browser';
import { fakeClock } from '#testkit/clock';
import { createWorld } from '#testkit/world';

const world = createWorld({ SIGNUP: 'open' });
const turnTo = fakeClock();

type Options = { challenge: string };

const PURPOSES = ['/sign-in', '/sign-up', '/passkeys'] as const;
type Purpose = (typeof PURPOSES)[number];

const requestChallenge = async (browser: Browser, purpose: Purpose): Promise<Options> =>
  (await browser.post(`${purpose}/challenge`, { name: 'Robin' })).json();

/**
 * Signs a challenge, posts the response, and returns the status. At /sign-in the known device signs, elsewhere a new
 * one.
 */
async function respond(browser: Browser, device: Device, options: Options, target: Purpose): Promise<number> {
  const signer = target === '/sign-in' ? device : await createDevice(CONSOLE);
  const credential = target === '/sign-in' ? await signer.get(options) : await signer.create(options);
  return (await browser.post(target, { name: 'Robin', credential })).status;
}

/** Makes a signed-in developer with a passkey. */
async function developer() {
  const { browser, accountId } = await newDeveloper(world);
  const device = await createDevice(CONSOLE);
  const credential = await device.create(await requestChallenge(browser, '/passkeys'));
  expect((await browser.post('/passkeys', { name: 'Laptop', credential })).status).toBe(303);
  return { browser, accountId, device };
}

it('a challenge expires after 300,000 milliseconds, and not earlier', async () => {
  const now = Date.UTC(2031, 5, 15, 12, 0, 0, 457);
  turnTo(now);
  const { browser, device } = await developer();
  const challenges = [
    await requestChallenge(browser, '/sign-in'),
    await requestChallenge(browser, '/sign-in'),
  ] as const;
  turnTo(now + 299_999);
  expect(await respond(createBrowser(world), device, challenges[0], '/sign-in')).toBe(303);
  turnTo(now + 300_000);
  expect(await respond(createBrowser(world), device, challenges[1], '/sign-in')).toBe(401);
});

const rows = (table: string) => env.DB.prepare(`SELECT count(*) AS n FROM ${table}`).first('n');
const counts = () => Promise.all(['accounts', 'passkeys', 'sessions'].map(rows));

const PAIRS = PURPOSES.flatMap((purpose) => PURPOSES.map((target) => [purpose, target] as const));

describe('a challenge from', () => {
  it.each(PAIRS.filter(([purpose, target]) => purpose === target))('%s is accepted at %s', async (purpose, target) => {
    const { browser, device } = await developer();
    expect(await respond(browser, device, await requestChallenge(browser, purpose), target)).toBe(303);
  });

  it.each(PAIRS.filter(([purpose, target]) => purpose !== target))('%s is refused at %s', async (purpose, target) => {
    const { browser, device } = await developer();
    const before = await counts();
    const other = target === '/passkeys' ? browser : createBrowser(world);
    const status = await respond(other, device, await requestChallenge(browser, purpose), target);
    expect(status).toBe(target === '/sign-in' ? 401 : 400);
    expect(await counts()).toEqual(before);
  });
});
