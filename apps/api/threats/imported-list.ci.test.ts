import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeClock, NOON } from '#testkit/clock';
import { cron, readRow } from '#testkit/threat-world';
import { createWorld, type Env, freshAlias, type World } from '#testkit/world';
import { importFeed } from './import';
import { IMPORTED_LIST_KEY } from './imported-list';

const turnTo = fakeClock();
afterEach(() => env.ROUTES.delete(IMPORTED_LIST_KEY));

const list = (...lines: string[]) => env.ROUTES.put(IMPORTED_LIST_KEY, importFeed(lines.join('\n')).bytes);

async function shorten(world: World, url: string) {
  const { key } = await world.newKey();
  const alias = freshAlias('list');
  const { status } = await world.shorten(key, { url, alias });
  return { status, alias };
}

/** Imports a feed of one line. @returns the addresses among `urls` that are then refused */
async function refusedBy(line: string, urls: readonly string[]): Promise<string[]> {
  await list(line);
  const world = createWorld();
  const responses = await Promise.all(urls.map(async (url) => ({ url, ...(await shorten(world, url)) })));
  return responses.filter(({ status }) => status === 400).map(({ url }) => url);
}

const hex = async (text: string) =>
  [...new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');

describe('a line of a feed', () => {
  const HOST = ['https://evil.test/', 'http://EVIL.test:8080/a?b#c', 'https://evil.test./'];
  const BELOW = ['https://a.evil.test/', 'https://a.b.evil.test/x'];
  const OTHERS = ['https://notevil.test/', 'https://evil.test.example/', 'https://test.evil/'];

  it.each(['evil.test', '0.0.0.0 evil.test', '127.0.0.1\tEvil.Test', 'evil.test # phishing', 'evil.test.'])(
    'lists a host without its subdomains: %j',
    async (line) => expect(await refusedBy(line, [...HOST, ...BELOW, ...OTHERS])).toEqual(HOST),
  );

  it.each(['.evil.test', '*.evil.test', '||evil.test^', 'https://evil.test/', 'http://evil.test'])(
    'lists a host with its subdomains: %j',
    async (line) => expect(await refusedBy(line, [...HOST, ...BELOW, ...OTHERS])).toEqual([...HOST, ...BELOW]),
  );

  it('lists a URL, in every spelling and with any query', async () => {
    const bad = ['https://evil.test/a/b', 'http://sub.evil.test/a/./b?q', 'https://evil.test/%61/b#x'];
    const others = ['https://evil.test/', 'https://evil.test/a', 'https://evil.test/a/bc'];
    expect(await refusedBy('https://evil.test/a/b', [...bad, ...others])).toEqual(bad);
  });

  it('lists an IP address, in every spelling', async () => {
    const bad = [
      'http://93.184.216.34/',
      'http://1572395042/x',
      'http://0x5d.0xb8.0xd8.0x22/',
      'http://[::ffff:5db8:d822]/',
    ];
    expect(await refusedBy('93.184.216.34', [...bad, 'http://93.184.216.35/'])).toEqual(bad);
    const ipv6 = ['http://[2606:2800:220:1:0:0:c893:1946]/'];
    expect(await refusedBy('2606:2800:220:1::c893:1946', ipv6)).toEqual(ipv6);
  });

  it('lists a name with letters beyond ASCII in both of its spellings', async () => {
    const bad = ['https://bücher.test/', 'https://xn--bcher-kva.test/'];
    expect(await refusedBy('bücher.test', bad)).toEqual(bad);
    expect(await refusedBy('xn--bcher-kva.test', bad)).toEqual(bad);
  });

  it('lists an expression by its hash: in hex, truncated to 8 bytes, or in base64', async () => {
    const hash = await hex('evil.test/a/');
    const whole = btoa(String.fromCharCode(...(hash.match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16))));
    for (const line of [hash, hash.toUpperCase(), hash.slice(0, 16), whole])
      expect(await refusedBy(line, ['https://evil.test/a/b', 'https://evil.test/'])).toEqual(['https://evil.test/a/b']);
  });
});

describe('the import of a feed', () => {
  it('skips blank lines and comments, counts equal entries once, and returns the numbers of unreadable lines', () => {
    const feed = [
      '\ufeff# a feed',
      '',
      'evil.test',
      'EVIL.test.',
      'localhost',
      'two words.test',
      '@@||evil.test^',
      '||evil.test^$third-party',
      '10.0.0.0/8',
      'ftp://evil.test/x',
      'https://',
      'abcd',
      '/evil.test',
      'a*b.test',
      'user@evil.test',
    ].join('\r\n');
    expect(importFeed(feed)).toMatchObject({ entries: 1, rejected: [5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] });
  });

  it('makes an empty list if the feed is empty', () =>
    expect(importFeed('# nothing\n\n')).toMatchObject({ entries: 0, rejected: [] }));

  it('makes a list that flags each of a hundred thousand hosts, and no others', async () => {
    const hosts = (from: number) => Array.from({ length: 100_000 }, (_, i) => `h${from + i}.feed.test`);
    await list(...hosts(0));
    const world = createWorld();
    const at = [0, 1, 49_999, 50_000, 99_998, 99_999];
    for (const i of at) expect((await shorten(world, `https://h${i}.feed.test/`)).status).toBe(400);
    for (const i of at) expect((await shorten(world, `https://h${100_000 + i}.feed.test/`)).status).toBe(201);
    expect(await (await world.admin('GET', '/threats')).json()).toMatchObject({ importedEntries: 100_000 });
  });
});

describe('an isolate', () => {
  it('reloads the list after four minutes', async () => {
    turnTo(NOON);
    await list('old.test');
    const world = createWorld();
    expect((await shorten(world, 'https://old.test/')).status).toBe(400);
    await list('new.test');
    turnTo(NOON + 239_999);
    expect((await shorten(world, 'https://new.test/')).status).toBe(201);
    turnTo(NOON + 240_000);
    expect((await shorten(world, 'https://new.test/')).status).toBe(400);
    expect((await shorten(world, 'https://old.test/')).status).toBe(201);
  });

  it('loads the list once for simultaneous requests', async () => {
    let loads = 0;
    const world = createWorld({
      ROUTES: withGet((key, options) => {
        if (key === IMPORTED_LIST_KEY) loads++;
        return env.ROUTES.get(key, options as never);
      }),
    });
    const { key } = await world.newKey();
    await Promise.all(Array.from({ length: 20 }, () => world.shorten(key, { url: 'https://good.example/' })));
    expect(loads).toBe(1);
  });
});

const withGet = (get: (key: string, options: unknown) => Promise<unknown>): KVNamespace =>
  new Proxy(env.ROUTES, {
    get: (target, name) => (name === 'get' ? get : Reflect.get(target, name).bind?.(target)),
  });

describe('a list that cannot be read', () => {
  const quiet = () => vi.spyOn(console, 'error').mockImplementation(() => {});
  const away = (overrides: Partial<Env> = {}) => {
    let isAway = true;
    const world = createWorld({
      ...overrides,
      ROUTES: withGet((key, options) =>
        key === IMPORTED_LIST_KEY && isAway
          ? Promise.reject(new Error('KV is away'))
          : env.ROUTES.get(key, options as never),
      ),
    });
    return { world, back: () => (isAway = false) };
  };

  it('makes new links pending, and the cron blocks the listed ones as soon as the list is readable', async () => {
    turnTo(NOON);
    const log = quiet();
    await list('evil.test');
    const { world, back } = away();
    const { status, alias } = await shorten(world, 'https://evil.test/');
    expect([status, (await readRow(world, alias))?.threat]).toEqual([201, 'pending']);
    expect(log).toHaveBeenCalledTimes(1); // the isolate tries again after ten seconds
    back();
    turnTo(NOON + 60_000);
    await cron(world);
    expect((await world.visit(alias)).status).toBe(410);
  });

  it('makes creations 503 with THREATS_ON_FAILURE=refuse', async () => {
    quiet();
    expect((await shorten(away({ THREATS_ON_FAILURE: 'refuse' }).world, 'https://good.example/')).status).toBe(503);
  });

  it('does not replace the last copy of an isolate', async () => {
    turnTo(NOON);
    quiet();
    await list('evil.test');
    const { world, back } = away();
    back();
    expect((await shorten(world, 'https://evil.test/')).status).toBe(400);
    await env.ROUTES.put(IMPORTED_LIST_KEY, 'no list of ours');
    turnTo(NOON + 300_000);
    expect((await shorten(world, 'https://evil.test/')).status).toBe(400);
    expect(await readRow(world, (await shorten(world, 'https://good.example/')).alias)).toMatchObject({ threat: null });
  });

  it.each(['no list of ours', ''])('makes new links pending if its value has another format: %j', async (value) => {
    quiet();
    await env.ROUTES.put(IMPORTED_LIST_KEY, value);
    const world = createWorld();
    expect((await readRow(world, (await shorten(world, 'https://good.example/')).alias))?.threat).toBe('pending');
    expect(await (await world.admin('GET', '/threats')).json()).toMatchObject({ importedEntries: null });
  });
});
