import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it } from 'vitest';
import { fakeClock, NOON } from '#testkit/clock';
import { createWorld, freshAlias, type World } from '#testkit/world';

const turnTo = fakeClock();
const operator = createWorld();
const block = (world: World, hosts: unknown) => world.admin('PUT', '/blocked-hosts', { hosts } as never);
afterEach(() => block(operator, []));

async function make(world: World, url: string) {
  const { key } = await world.newKey();
  const alias = freshAlias('host');
  return { alias, status: (await world.shorten(key, { url, alias })).status };
}

describe('PUT /admin/blocked-hosts', () => {
  it('replaces the list, which then has each host once, in lower case and punycode', async () => {
    await block(operator, ['first.example']);
    const hosts = [' Evil.Example. ', 'BÜCHER.example', 'evil.example', '93.184.216.34', '[2001:db8::1]'];
    const response = await block(operator, hosts);
    const expected = { hosts: ['93.184.216.34', '[2001:db8::1]', 'evil.example', 'xn--bcher-kva.example'] };
    expect([response.status, await response.json()]).toEqual([200, expected]);
    expect(await (await operator.admin('GET', '/blocked-hosts')).json()).toEqual(expected);
  });

  it.each(
    [
      [
        '',
        'https://evil.example',
        'evil.example/x',
        'evil.example:443',
        'evil.example:80',
        'a b.example',
        'user@evil.example',
      ],
      [
        '*.evil.example',
        '.evil.example',
        'evil..example',
        '/evil.example',
        '\\evil.example',
        'evil\t.example',
        'evil.example?',
      ],
      ['@evil.example', 'evil.example#', '[::1', 'a]b.example', '1.2.3.256', 'a%00b.example', '.', '..'],
    ].flat(),
  )('refuses %j, and does not change the list', async (host) => {
    await block(operator, ['kept.example']);
    const response = await block(operator, ['evil.example', host]);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ message: 'hosts must be host names, without scheme, port or path' });
    expect(await (await operator.admin('GET', '/blocked-hosts')).json()).toEqual({ hosts: ['kept.example'] });
  });

  it('stores every spelling of an IPv4 address as four decimal numbers', async () => {
    const spellings = ['[::ffff:93.184.216.34]', '[64:ff9b::93.184.216.34]', '0x5d.0xb8.0xd8.0x22', '1572395042'];
    const response = await block(operator, spellings);
    expect([response.status, await response.json()]).toEqual([200, { hosts: ['93.184.216.34'] }]);
  });

  it.each(['co.uk', 'COM.AU.', 'xn--55qx5d.cn', '公司.cn', 'foo.ck'])(
    'refuses %j, a suffix of a domain registry, even with allowSharedDomains',
    async (host) => {
      await block(operator, ['kept.example']);
      for (const more of [{}, { allowSharedDomains: true }]) {
        const response = await operator.admin('PUT', '/blocked-hosts', { hosts: ['evil.example', host], ...more });
        expect(response.status).toBe(400);
        const { message } = await response.json<{ message: string }>();
        expect(message).toMatch(/^hosts must not be public suffixes, under which anybody may register a domain: /);
      }
      expect(await (await operator.admin('GET', '/blocked-hosts')).json()).toEqual({ hosts: ['kept.example'] });
    },
  );

  it.each(['github.io', 'pages.dev', 's3.amazonaws.com'])(
    'refuses %j, whose owner assigns names to anybody, unless allowSharedDomains is true',
    async (host) => {
      const refused = await block(operator, [host]);
      expect(refused.status).toBe(400);
      expect(await refused.json()).toMatchObject({
        message: `hosts that give names to anybody are blocked only with allowSharedDomains: ${host}`,
      });
      const meant = await operator.admin('PUT', '/blocked-hosts', { hosts: [host], allowSharedDomains: true });
      expect([meant.status, await meant.json()]).toEqual([200, { hosts: [host] }]);
    },
  );

  it('accepts hosts below a public suffix or outside the list of suffixes, and IP addresses', async () => {
    const hosts = ['93.184.216.34', '[2606:4700::1111]', 'evil.co.uk', 'evil.github.io', 'phishing.example', 'www.ck'];
    expect(await (await block(operator, hosts)).json()).toEqual({ hosts });
  });

  it.each(['yes', 1, null])('refuses %j for allowSharedDomains', async (allowSharedDomains) => {
    const response = await operator.admin('PUT', '/blocked-hosts', { hosts: [], allowSharedDomains } as never);
    expect(response.status).toBe(400);
  });

  it.each([undefined, null, 'evil.example', [1], [null], { 0: 'evil.example' }])(
    'refuses %j as the list of hosts',
    async (hosts) => {
      expect((await block(operator, hosts)).status).toBe(400);
    },
  );

  it('responds with 401 without the operator’s token', async () => {
    expect((await operator.call('GET', '/admin/blocked-hosts')).status).toBe(401);
    expect((await operator.call('GET', '/admin/threats')).status).toBe(401);
  });
});

describe('a blocked host', () => {
  it('is refused in every spelling for new links, and so are its subdomains', async () => {
    await block(operator, ['evil.example', 'bücher.example', '93.184.216.34']);
    const world = createWorld();
    const urls = [
      'https://EVIL.example./x',
      'http://a.b.evil.example:8080',
      'https://xn--bcher-kva.example',
      'http://1572395042/',
    ];
    for (const url of urls) expect([url, (await make(world, url)).status]).toEqual([url, 400]);
    for (const url of ['https://notevil.example/', 'https://evil.example.org/', 'https://good.example/evil.example'])
      expect([url, (await make(world, url)).status]).toEqual([url, 201]);
  });

  it('makes existing links 410 in every isolate within 20 s, until the operator removes it from the list', async () => {
    turnTo(NOON);
    const elsewhere = createWorld();
    const here = await make(operator, 'https://sub.evil.example:8443/x');
    const other = await make(operator, 'https://good.example/');
    expect((await elsewhere.visit(here.alias)).status).toBe(302);
    await block(operator, ['evil.example']);
    turnTo(NOON + 19_999);
    expect((await elsewhere.visit(here.alias)).status).toBe(302);
    turnTo(NOON + 20_000);
    const visit = await elsewhere.visit(here.alias);
    expect([visit.status, visit.headers.get('Location')]).toEqual([410, null]);
    expect(await visit.json()).toMatchObject({ errorType: 'BLOCKED' });
    expect((await elsewhere.visit(other.alias)).status).toBe(302);
    await block(operator, []);
    turnTo(NOON + 40_000);
    expect((await elsewhere.visit(here.alias)).status).toBe(302);
  });

  const IPV6_SPELLINGS = [
    'http://[::ffff:93.184.216.34]/',
    'http://[::ffff:5db8:d822]:8080/x',
    'http://[64:ff9b::93.184.216.34]/',
    'http://[2002:5db8:d822::1]/',
    'http://[2002:5db8:d822:1:2:3:4:5]/',
  ];
  const OTHER_IPV6 = [
    'http://[::ffff:5db8:d823]/',
    'http://[64:ff9b::5db8:d823]/',
    'http://[2002:5db8:d823::1]/',
    'http://[2606:4700:5db8:d822::1]/',
    'http://[2606:4700::5db8:d822]/',
    'http://[64:ff9b::5db8:d822:1]/',
  ];

  it('is refused for new links in every IPv6 spelling if it is an IPv4 address', async () => {
    await block(operator, ['93.184.216.34']);
    const world = createWorld();
    for (const url of IPV6_SPELLINGS) expect([url, (await make(world, url)).status]).toEqual([url, 400]);
    for (const url of OTHER_IPV6) expect([url, (await make(world, url)).status]).toEqual([url, 201]);
  });

  it('makes links to its IPv6 spellings 410, even protected ones, if it is an IPv4 address', async () => {
    const { key } = await operator.newKey();
    const links = await Promise.all(
      IPV6_SPELLINGS.flatMap((url) => [{ url }, { url, password: 'word' }]).map(async (body) => {
        const alias = freshAlias('host');
        expect((await operator.shorten(key, { ...body, alias })).status).toBe(201);
        return alias;
      }),
    );
    const other = await make(operator, 'http://[::ffff:5db8:d823]/');
    await block(operator, ['93.184.216.34']);
    const isolate = createWorld();
    const visits = links.map((alias) => isolate.visit(alias, { headers: { 'X-Link-Password': 'word' } }));
    expect((await Promise.all(visits)).map(({ status }) => status)).toEqual(links.map(() => 410));
    expect((await isolate.visit(other.alias)).status).toBe(302);
  });

  it('blocks no other address, even if it is the unspecified or the broadcast address', async () => {
    await block(operator, ['0.0.0.0', '255.255.255.255']);
    for (const url of ['https://good.example/', 'http://[2606:4700::1111]/'])
      expect([url, (await make(createWorld(), url)).status]).toEqual([url, 201]);
  });

  it('is refused in every spelling if it is an IPv6 address', async () => {
    await block(operator, ['[2606:4700::1111]']);
    const world = createWorld();
    expect((await make(world, 'http://[2606:4700:0::1111]/')).status).toBe(400);
  });

  it('may get a new link in an isolate with an old copy of the denylist, but no other isolate redirects that link', async () => {
    turnTo(NOON);
    const stale = createWorld();
    await make(stale, 'https://good.example/');
    await block(operator, ['late.example']);
    turnTo(NOON + 10_000);
    const { status, alias } = await make(stale, 'https://late.example/');
    expect(status).toBe(201);
    expect((await createWorld().visit(alias)).status).toBe(410);
  });

  it('is blocked even if the put to KV failed, because the cron repeats the put', async () => {
    const noPut = new Proxy(env.ROUTES, {
      get: (target, name) =>
        name === 'put'
          ? () => Promise.reject(new Error('KV PUT failed: 429'))
          : Reflect.get(target, name).bind?.(target),
    });
    const { alias } = await make(operator, 'https://unput.example/');
    expect((await block(createWorld({ ROUTES: noPut }), ['unput.example'])).status).toBe(200);
    const { runScheduledJobs } = await import('#api/cron/scheduled-jobs');
    await runScheduledJobs(operator.env, Date.now());
    expect((await createWorld().visit(alias)).status).toBe(410);
  });
});
