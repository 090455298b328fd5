/** Tests the limits on the D1 reads that a stranger can cause at an existing link. */
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeClock, NOON } from '#testkit/clock';
import { countedBindings } from '#testkit/counting';
import {
  D1_DOWN,
  failing,
  losingResponses,
  onlyFor,
  pass,
  staleKv,
  Tap,
  tappedD1,
  tappedObjects,
} from '#testkit/faults';
import { quickPasswords } from '#testkit/quick-passwords';
import { createWorld, freshAlias } from '#testkit/world';

const maker = createWorld();
const turnTo = fakeClock();
quickPasswords();
afterEach(() => void vi.restoreAllMocks());

const PASSWORD = 'a word';
let networks = 0;
/** Returns an IPv4 address in a /24 that no other test uses. */
const freshAddress = () => `10.${77 + Math.floor(++networks / 250)}.${networks % 250}.1`;

async function newLink(options: Record<string, unknown> = {}) {
  const { key } = await maker.newKey('PRO');
  const alias = freshAlias('tried');
  expect((await maker.shorten(key, { url: 'https://example.com/', alias, ...options })).status).toBe(201);
  return { key, alias };
}

/** Makes an isolate that has read the denylist, and whose calls are counted. */
async function visitor(more: Record<string, unknown> = {}) {
  const counted = countedBindings();
  const here = createWorld({ ...counted.bindings, ...more } as never);
  await here.visit('no-such-code');
  counted.takeCost();
  const post = (alias: string, password: string | null, address: string, headers: Record<string, string> = {}) =>
    here.visit(alias, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'CF-Connecting-IP': address, ...headers },
      body: JSON.stringify(password === null ? {} : { password }),
    });
  return { here, post, takeCost: counted.takeCost };
}

/**
 * Makes a rate limiter that refuses a key after `limit` calls. The rate limiter of the platform resets its counts every
 * minute, by a clock that a test cannot set.
 */
const makeLimiter = (limit: number) => {
  const keys: string[] = [];
  const one: RateLimit = {
    limit: async ({ key = '' }) => {
      keys.push(key);
      return { success: keys.filter((other) => other === key).length <= limit };
    },
  };
  return { one, keys };
};

const many = <T>(count: number, make: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, i) => make(i)));
const count = (responses: Response[], status: number) => responses.filter((one) => one.status === status).length;

describe('POST to a link without a password', () => {
  it.each([{}, { maxClicks: 5 }])('is limited per network before D1 is read (%j)', async (options) => {
    const { alias } = await newLink(options);
    const { here, post, takeCost } = await visitor();
    const address = freshAddress();
    const responses: Response[] = [];
    // The 250 forms take at most two minutes of the limiter, which allows a hundred in each.
    for (let i = 0; i < 250; i++) responses.push(await post(alias, 'x', address));
    expect(count(responses, 405) + count(responses, 429)).toBe(250);
    expect(count(responses, 405)).toBeLessThanOrEqual(200);
    expect(takeCost().d1).toHaveLength(count(responses, 405));
    const page = await post(alias, 'x', address, { Accept: 'text/html' });
    if (page.status === 429) expect(await page.text()).toContain('in <b>a minute</b>');
    expect((await here.visit(alias, { headers: { 'CF-Connecting-IP': address } })).status).toBe(302);
    expect((await post(alias, 'x', freshAddress())).status).toBe(405);
  });

  it('is refused for ten seconds from the isolate’s memory, with 429, Retry-After and the error envelope', async () => {
    turnTo(NOON);
    const limiter = makeLimiter(1);
    const { alias } = await newLink();
    const { post, takeCost } = await visitor({ MISSES: limiter.one });
    const address = freshAddress();
    const ask = () => post(alias, 'x', address, { Accept: 'application/json' });
    expect([(await ask()).status, (await ask()).status]).toEqual([405, 429]);
    takeCost();
    turnTo(NOON + 9_999);
    const refused = await ask();
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '60']);
    expect(await refused.json()).toMatchObject({ errorType: 'TOO_MANY_GUESSES', retryAfter: 60 });
    expect([limiter.keys.length, takeCost().d1]).toEqual([2, []]);
    turnTo(NOON + 10_000);
    await ask();
    expect(limiter.keys.length).toBe(3);
  });

  it('does not use up the attempts of its network at a protected link', async () => {
    const limiter = makeLimiter(3);
    const [open, locked] = [await newLink(), await newLink({ password: PASSWORD })];
    const { post } = await visitor({
      MISSES: limiter.one,
      WIDE_MISSES: makeLimiter(4).one,
      TRIES: limiter.one,
      WIDE_TRIES: makeLimiter(4).one,
    });
    const address = freshAddress();
    for (let i = 0; i < 6; i++) await post(open.alias, 'x', address);
    expect((await post(locked.alias, PASSWORD, address)).status).toBe(303);
  });

  it('is limited per wide network too, which does not count a form that the limit per network refuses', async () => {
    const [ofNetwork, ofWide] = [makeLimiter(3), makeLimiter(2)];
    const { alias } = await newLink();
    const { post } = await visitor({ MISSES: ofNetwork.one, WIDE_MISSES: ofWide.one });
    const responses = [];
    for (const host of [1, 2, 3, 4]) responses.push((await post(alias, 'x', `2001:db8:7:${host}::1`)).status);
    expect(responses).toEqual([405, 405, 429, 429]);
    expect(ofNetwork.keys).toHaveLength(3); // the fourth request is refused from memory
    expect(ofWide.keys).toEqual(Array(3).fill('2001:db8:7::/48 form'));
  });

  it('is limited neither without a client address nor while a limiter fails', async () => {
    const { alias } = await newLink();
    const away = { limit: () => Promise.reject(new Error('away')) };
    const { post, here } = await visitor({ MISSES: away, WIDE_MISSES: undefined });
    expect((await post(alias, 'x', freshAddress())).status).toBe(405);
    const responses = await many(120, () => here.visit(alias, { method: 'POST' }));
    expect(count(responses, 405)).toBe(120);
  });
});

describe('attempts at a password', () => {
  it('that are right open the link to 150 people of one network, although forms have a limit of a hundred', async () => {
    const { alias } = await newLink({ password: PASSWORD });
    const { post } = await visitor();
    const address = freshAddress();
    const statuses = new Set<number>();
    for (let i = 0; i < 150; i++) statuses.add((await post(alias, PASSWORD, address)).status);
    expect([...statuses]).toEqual([303]);
  });

  it('cause five reads of D1 if two hundred come at once from one network', async () => {
    const { alias } = await newLink({ password: PASSWORD });
    const { post, takeCost } = await visitor();
    const address = freshAddress();
    const responses = await many(200, (i) => post(alias, `wrong ${i}`, address));
    expect([count(responses, 401), count(responses, 429)]).toEqual([5, 195]);
    expect(takeCost().d1).toHaveLength(5);
  });

  it('are limited per network and link before the object is called, both by form and by header', async () => {
    const { alias } = await newLink({ password: PASSWORD });
    const { here, post, takeCost } = await visitor({ TRIES: makeLimiter(2).one });
    const address = freshAddress();
    const byHeader = () => here.visit(alias, { headers: { 'X-Link-Password': 'wrong', 'CF-Connecting-IP': address } });
    expect([(await post(alias, 'wrong', address)).status, (await byHeader()).status]).toEqual([401, 401]);
    takeCost();
    const refused = [await post(alias, PASSWORD, address), await byHeader()];
    expect(refused.map(({ status, headers }) => [status, headers.get('Retry-After')])).toEqual(
      Array(2).fill([429, '60']),
    );
    expect(takeCost()).toMatchObject({ d1: [], objects: [] });
  });

  it('at many links are limited per network before D1 is read, and a refused one is refunded', async () => {
    turnTo(NOON);
    const links = [];
    for (let i = 0; i < 4; i++) links.push((await newLink({ password: PASSWORD })).alias);
    const { here, post, takeCost } = await visitor({ TRIES: makeLimiter(2).one });
    for (const alias of links) await here.visit(alias);
    const address = freshAddress();
    takeCost();
    const responses = [];
    for (const alias of links) responses.push((await post(alias, PASSWORD, address)).status);
    expect(responses).toEqual([303, 303, 429, 429]);
    const { d1, objects } = takeCost();
    expect(d1).toHaveLength(2);
    expect(objects.slice(-2)).toEqual(['CLICKS.attempt', 'CLICKS.refund']); // of the third attempt; the fourth causes no call
    const neighbour = freshAddress();
    expect((await post(links[2] ?? '', PASSWORD, neighbour)).status).toBe(303);
  });

  it('do not keep their network from opening another link, even if hundreds are made at one link', async () => {
    const [flooded, other] = [await newLink({ password: PASSWORD }), await newLink({ password: PASSWORD })];
    const { post } = await visitor();
    const address = freshAddress();
    await many(300, (i) => post(flooded.alias, `wrong ${i}`, address));
    expect((await post(other.alias, PASSWORD, address)).status).toBe(303);
  });

  it('are charged before D1 is read', async () => {
    const { alias } = await newLink({ password: PASSWORD });
    const order: string[] = [];
    const tap = (what: string) =>
      new Tap((call) => {
        order.push(what);
        return call();
      });
    const here = createWorld({
      DB: tappedD1(env.DB, tap('D1')),
      CLICKS: tappedObjects(env.CLICKS, tap('object')) as never,
    });
    await here.visit(alias);
    order.length = 0;
    await here.visit(alias, { headers: { 'X-Link-Password': 'wrong' } });
    expect(order).toEqual(['object', 'D1']);
  });

  it('cost no call of a limiter, an object or D1 if they have no password', async () => {
    const { alias } = await newLink({ password: PASSWORD });
    const limiter = makeLimiter(0);
    const { here, post, takeCost } = await visitor({ TRIES: limiter.one });
    expect((await here.visit(alias)).status).toBe(200);
    takeCost();
    for (const password of ['', null]) expect((await post(alias, password, freshAddress())).status).toBe(401);
    expect(takeCost()).toMatchObject({ d1: [], objects: [] });
    expect(limiter.keys).toEqual([]);
  });

  it('are refunded and get 503 while D1 is down', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { alias } = await newLink({ password: PASSWORD });
    const tap = new Tap();
    const { here, post } = await visitor({ DB: tappedD1(env.DB, tap) });
    await here.visit(alias);
    tap.fault = D1_DOWN;
    const address = freshAddress();
    const refused: Response[] = [];
    for (let i = 0; i < 7; i++) refused.push(await post(alias, PASSWORD, address));
    expect(refused.map((one) => [one.status, one.headers.get('Location')])).toEqual(Array(7).fill([503, null]));
    tap.fault = pass;
    const { status } = await post(alias, PASSWORD, address);
    expect(status).toBe(303);
  });

  it('are refunded if the link was deleted meanwhile', async () => {
    const { key, alias } = await newLink({ password: PASSWORD });
    const { here, post, takeCost } = await visitor({ ROUTES: staleKv(env.ROUTES) });
    await here.visit(alias);
    await maker.v2(key, 'DELETE', `/links/${alias}`);
    const address = freshAddress();
    for (let i = 0; i < 7; i++) expect((await post(alias, PASSWORD, address)).status).toBe(410);
    expect(takeCost().objects).toEqual(Array(7).fill(['CLICKS.attempt', 'CLICKS.refund']).flat());
  });

  it('are charged once even if the response of the charge is lost', async () => {
    const { alias } = await newLink({ password: PASSWORD });
    const tap = new Tap(onlyFor(/^attempt$/, losingResponses(2)));
    const { post } = await visitor({ CLICKS: tappedObjects(env.CLICKS, tap) });
    const address = freshAddress();
    const responses = [];
    for (let i = 0; i < 6; i++) responses.push((await post(alias, 'wrong', address)).status);
    expect(responses).toEqual([401, 401, 401, 401, 401, 429]);
  });
});

describe('an isolate with the old entry of an alias that was taken again', () => {
  /** Makes two protected links with one alias, one after the other, and an isolate with the entry of the first. */
  async function retakenAlias(more: Record<string, unknown> = {}) {
    const { key, alias } = await newLink({ password: 'the first' });
    const city = await visitor({ ROUTES: staleKv(env.ROUTES), ...more });
    await city.here.visit(alias);
    await maker.v2(key, 'DELETE', `/links/${alias}`);
    const again = await maker.shorten(key, { url: 'https://example.com/new', alias, password: PASSWORD });
    expect(again.status).toBe(201);
    return { alias, ...city };
  }

  it('opens the newer link with its own password, and not with that of the older link', async () => {
    const { alias, post } = await retakenAlias();
    const address = freshAddress();
    const opened = await post(alias, PASSWORD, address);
    expect([opened.status, opened.headers.get('Location')]).toEqual([303, 'https://example.com/new']);
    expect((await post(alias, 'the first', address)).status).toBe(401);
  });

  it('charges attempts only at the newer link', async () => {
    const { alias, post, here, takeCost } = await retakenAlias();
    takeCost();
    const address = freshAddress();
    const responses = [];
    for (let i = 0; i < 6; i++) responses.push((await post(alias, 'wrong', address)).status);
    expect(responses).toEqual([401, 401, 401, 401, 401, 429]);
    // The first attempt was charged at both links and refunded at the older one. Then the isolate has the newer entry.
    expect(takeCost().objects).toEqual([
      'CLICKS.attempt',
      'CLICKS.attempt',
      'CLICKS.refund',
      ...Array(5).fill('CLICKS.attempt'),
    ]);
    expect((await post(alias, PASSWORD, freshAddress())).status).toBe(303);
    expect((await here.visit(alias)).status).toBe(200);
  });

  it('reads D1 at most twice for each charged attempt, although two hundred come at once', async () => {
    const { alias, post, takeCost } = await retakenAlias();
    takeCost();
    const address = freshAddress();
    const responses = await many(200, (i) => post(alias, `wrong ${i}`, address));
    expect(count(responses, 401)).toBe(5);
    expect(takeCost().d1.length).toBeLessThanOrEqual(10);
  });

  it('checks no password while the object of the newer link fails', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const tap = new Tap((call, what, nth) => (what === 'attempt' && nth > 1 ? failing()(call, what, nth) : call()));
    const { alias, post } = await retakenAlias({ CLICKS: tappedObjects(env.CLICKS, tap) });
    const derive = vi.spyOn(crypto.subtle, 'deriveBits');
    expect((await post(alias, PASSWORD, freshAddress())).status).toBe(503);
    expect(derive).not.toHaveBeenCalled();
  });
});
