/** Tests passkeys through the console: which responses of a browser it accepts, and which it refuses. */
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { createDevice, type Device, type Overrides } from '#testkit/authenticator';
import { type Browser, CONSOLE, createBrowser, newDeveloper } from '#testkit/browser';
import { fakeClock, NOON } from '#testkit/clock';
import { createWorld } from '#testkit/world';

const world = createWorld();
const turnTo = fakeClock();

type Options = {
  challenge: string;
  user: { id: string };
  excludeCredentials: { id: string }[];
  [name: string]: unknown;
};

const requestChallenge = async (browser: Browser, path: string, fields = {}): Promise<Options> =>
  (await browser.post(`${path}/challenge`, fields)).json();

async function addPasskey(
  browser: Browser,
  device: Device,
  overrides: Overrides = {},
  name = 'Laptop',
): Promise<Response> {
  const credential = await device.create(await requestChallenge(browser, '/passkeys'), overrides);
  return browser.post('/passkeys', { name, credential });
}

async function signInWith(device: Device, overrides: Overrides = {}) {
  const browser = createBrowser(world);
  const credential = await device.get(await requestChallenge(browser, '/sign-in'), overrides);
  return { browser, credential, response: await browser.post('/sign-in', { credential }) };
}

async function developerWithPasskey() {
  const developer = await newDeveloper(world);
  const device = await createDevice(CONSOLE);
  expect((await addPasskey(developer.browser, device)).status).toBe(303);
  return { ...developer, device };
}

describe('a passkey', () => {
  it('signs its owner in', async () => {
    const { device } = await developerWithPasskey();
    const { browser, response } = await signInWith(device);
    expect([response.status, response.headers.get('Location')]).toEqual([303, '/console']);
    expect(await browser.text('')).toContain('Acme');
  });

  it('is requested as discoverable and user-verified, without attestation, and never from a device that has one', async () => {
    const { browser, device, accountId } = await developerWithPasskey();
    const options = await requestChallenge(browser, '/passkeys');
    expect(options).toMatchObject({
      rp: { id: 'api.example.com', name: 'Swiftlet' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: device.id }],
    });
    expect(atob(options.user.id)).toBe(accountId);
    expect(await requestChallenge(createBrowser(world), '/sign-in')).toMatchObject({
      rpId: 'api.example.com',
      userVerification: 'required',
    });
  });

  it.each<[string, Overrides]>([
    ['of another origin', { origin: 'https://evil.example' }],
    ['whose user was not verified', { isVerified: false }],
    ['with an unknown challenge', { challenge: 'x'.repeat(43) }],
  ])('%s is not stored, and signs nobody in', async (_, overrides) => {
    const { browser } = await newDeveloper(world);
    expect((await addPasskey(browser, await createDevice(CONSOLE), overrides)).status).toBe(400);
    const { device } = await developerWithPasskey();
    const { browser: other, response } = await signInWith(device, overrides);
    expect(response.status).toBe(401);
    expect(other.cookie).toBeUndefined();
  });

  it('that is unknown or malformed signs nobody in', async () => {
    expect((await signInWith(await createDevice(CONSOLE))).response.status).toBe(401);
    const browser = createBrowser(world);
    for (const credential of ['', '{}', 'null', '[1]', '{"id":"x","response":{"clientDataJSON":"!"}}'])
      expect((await browser.post('/sign-in', { credential })).status, credential).toBe(401);
  });

  it('of a suspended account signs nobody in', async () => {
    const { device, accountId } = await developerWithPasskey();
    await world.admin('POST', `/accounts/${accountId}/suspend`);
    expect((await signInWith(device)).response.status).toBe(403);
    await world.admin('POST', `/accounts/${accountId}/resume`);
    expect((await signInWith(device)).response.status).toBe(303);
  });
});

describe('a challenge', () => {
  it('is accepted once, also where several requests send it at once', async () => {
    const { device } = await developerWithPasskey();
    const browser = createBrowser(world);
    const credential = await device.get(await requestChallenge(browser, '/sign-in'));
    const tries = await Promise.all(
      Array.from({ length: 5 }, () => createBrowser(world).post('/sign-in', { credential })),
    );
    expect(tries.map(({ status }) => status).sort()).toEqual([303, 401, 401, 401, 401]);
  });

  it('expires after five minutes', async () => {
    turnTo(NOON);
    const { device } = await developerWithPasskey();
    const browser = createBrowser(world);
    const challenge = await requestChallenge(browser, '/sign-in');
    turnTo(NOON + 300_000);
    expect((await browser.post('/sign-in', { credential: await device.get(challenge) })).status).toBe(401);
  });

  it('of another account or of a sign-in adds no passkey', async () => {
    const [one, other] = [await newDeveloper(world), await newDeveloper(world)];
    const device = await createDevice(CONSOLE);
    const theirs = await device.create(await requestChallenge(other.browser, '/passkeys'));
    expect((await one.browser.post('/passkeys', { name: 'x', credential: theirs })).status).toBe(400);
    const forSigningIn = await device.create(await requestChallenge(createBrowser(world), '/sign-in'));
    expect((await one.browser.post('/passkeys', { name: 'x', credential: forSigningIn })).status).toBe(400);
  });
});

describe('the counter of a passkey', () => {
  it('must grow once it is above 0, so that a copied passkey is refused', async () => {
    const { browser } = await newDeveloper(world);
    const device = await createDevice(CONSOLE);
    await addPasskey(browser, device, { counter: 5 });
    expect((await signInWith(device, { counter: 5 })).response.status).toBe(401);
    expect((await signInWith(device, { counter: 6 })).response.status).toBe(303);
    expect((await signInWith(device, { counter: 6 })).response.status).toBe(401);
    expect((await signInWith(device, { counter: 0 })).response.status).toBe(401);
  });
});

describe('the passkeys of an account', () => {
  it('can be renamed, and removed except for the last one', async () => {
    const { browser, device } = await developerWithPasskey();
    const second = await createDevice(CONSOLE);
    expect((await browser.post(`/passkeys/${device.id}/remove`)).status).toBe(404);
    await addPasskey(browser, second, {}, 'Phone');
    expect((await browser.post(`/passkeys/${second.id}/name`, { name: 'Old phone' })).status).toBe(303);
    expect(await browser.text('/account')).toContain('Old phone');
    expect((await browser.post(`/passkeys/${device.id}/remove`)).status).toBe(303);
    expect((await signInWith(device)).response.status).toBe(401);
    expect((await browser.post(`/passkeys/${second.id}/remove`)).status).toBe(404);
    expect((await signInWith(second)).response.status).toBe(303);
  });

  it('are not both removed by two concurrent requests', async () => {
    const { browser, device, accountId } = await developerWithPasskey();
    const second = await createDevice(CONSOLE);
    await addPasskey(browser, second);
    await Promise.all([device, second].map(({ id }) => browser.post(`/passkeys/${id}/remove`)));
    const left = env.DB.prepare('SELECT count(*) AS n FROM passkeys WHERE account_id = ?1').bind(accountId);
    expect(await left.first('n')).toBe(1);
  });

  it('cannot be renamed or removed by another account', async () => {
    const { device } = await developerWithPasskey();
    const { browser } = await developerWithPasskey();
    expect((await browser.post(`/passkeys/${device.id}/name`, { name: 'mine' })).status).toBe(404);
    expect((await browser.post(`/passkeys/${device.id}/remove`)).status).toBe(404);
    expect((await signInWith(device)).response.status).toBe(303);
  });
});

it('a sign-up makes an account on FREE where SIGNUP is open', async () => {
  const open = createWorld({ SIGNUP: 'open' });
  const browser = createBrowser(open);
  const device = await createDevice(CONSOLE);
  expect((await browser.post('/sign-up/challenge', { name: ' ' })).status).toBe(400);
  const options = await requestChallenge(browser, '/sign-up', { name: 'Robin' });
  const credential = await device.create(options);
  const response = await browser.post('/sign-up', { name: 'Robin', credential });
  expect(response.status).toBe(303);
  const account = env.DB.prepare('SELECT plan, name FROM accounts WHERE id = ?1').bind(atob(options.user.id));
  expect(await account.first()).toEqual({ plan: 'FREE', name: 'Robin' });
  expect(await browser.text('')).toContain('Robin');
  expect((await signInWith(device)).response.status).toBe(303);
  expect((await createBrowser(open).post('/sign-up', { name: 'Again', credential })).status).toBe(400);
});
