import { describe, expect, it } from 'vitest';
import { fakeClock, NOON } from '#testkit/clock';
import { HANGING_RESPONSES, MALFORMED_RESPONSES, UNUSABLE_RESPONSES } from '#testkit/threat-behaviours';
import { cron, readRow, requestsBelow, SERVICES, STUB, threatWorld } from '#testkit/threat-world';
import { createWorld, freshAlias, type World } from '#testkit/world';

const BAD = 'https://user-login.bad.example/login?to=bank';
const GOOD = 'https://good.example/page';

const turnTo = fakeClock();

const countLinks = ({ env }: World, accountId: string) =>
  env.DB.prepare('SELECT count(*) AS n FROM links WHERE account_id = ?1').bind(accountId).first<number>('n');

/** Creates a link with a new key. In the result `stored` is the number of its account's links, `row` the link's row. */
async function shorten(world: World, url: string) {
  const { key, accountId } = await world.newKey();
  const alias = freshAlias('check');
  const startedAt = performance.now();
  const response = await world.shorten(key, { url, alias });
  const tookMs = performance.now() - startedAt;
  return { response, alias, tookMs, stored: await countLinks(world, accountId), row: await readRow(world, alias) };
}

describe.each(SERVICES)('the service %s', (service) => {
  it('flags an address, and the API refuses the link and stores nothing', async () => {
    const world = await threatWorld(service, 'right');
    const { response, alias, stored } = await shorten(world, BAD);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      message: 'URL appears to be unsafe and cannot be shortened',
      errorType: 'BLOCKED',
    });
    expect(stored).toBe(0);
    expect((await world.visit(alias)).status).toBe(404);
  });

  it('finds an address safe, and the API creates a link that is not pending', async () => {
    const { response, row } = await shorten(await threatWorld(service, 'right'), GOOD);
    expect(response.status).toBe(201);
    expect(row).toMatchObject({ threat: null, checked_at: null });
  });

  it.each(UNUSABLE_RESPONSES)(
    'gives no verdict with the response “%s”, so the new link is pending',
    async (behaviour) => {
      const world = await threatWorld(service, behaviour);
      const { response, alias, row } = await shorten(world, BAD);
      expect(response.status).toBe(201);
      expect(row?.threat).toBe('pending');
      expect((await world.visit(alias)).status).toBe(302);
      expect(await world.requests()).toHaveLength(1);
    },
  );

  it('makes creations 503 if it fails and THREATS_ON_FAILURE is refuse', async () => {
    const world = await threatWorld(service, '500', { THREATS_ON_FAILURE: 'refuse' });
    const { response, stored } = await shorten(world, GOOD);
    expect(response.status).toBe(503);
    expect(response.headers.get('Retry-After')).toBe('30');
    expect(await response.json()).toMatchObject({
      message: 'The URL cannot be checked at the moment. Please try again in a moment',
      errorType: 'UNAVAILABLE',
      retryAfter: 30,
    });
    expect(stored).toBe(0);
  });

  it('gets its API key in a header, and no fragment of the destination', async () => {
    const world = await threatWorld(service, 'right');
    await shorten(world, 'https://good.example/page?q=1#token=secret-of-the-visitor');
    const [one] = await world.requests();
    expect(one?.method).toBe('GET');
    expect(one?.headers['x-goog-api-key']).toBe(world.key);
    expect(one?.url).not.toContain(world.key);
    expect(JSON.stringify(one)).not.toContain('secret-of-the-visitor');
    expect(Object.keys(one?.headers ?? {})).not.toContain('authorization');
  });
});

// These tests run concurrently, because each waits in real time.
describe.concurrent.each(SERVICES)('the service %s', (service) => {
  it.each(HANGING_RESPONSES)('delays a creation by at most 1.5 s if it hangs: “%s”', async (behaviour) => {
    // Without the limit this would never end.
    const { response, tookMs, row } = await shorten(await threatWorld(service, behaviour), BAD);
    expect(response.status).toBe(201);
    expect(row?.threat).toBe('pending');
    expect(tookMs).toBeGreaterThan(1_400);
  });
});

it('Safe Browsing gets four bytes of each hash, and no address', async () => {
  const world = await threatWorld('safebrowsing', 'right');
  await shorten(world, 'https://a.good.example/secret-path?secret-query');
  const [one] = await world.requests();
  const url = new URL(one?.url ?? '', 'http://stub');
  expect([...new Set(url.searchParams.keys())]).toEqual(['alt', 'hashPrefixes']);
  const prefixes = url.searchParams.getAll('hashPrefixes');
  expect(prefixes.map((prefix) => atob(prefix).length)).toEqual(prefixes.map(() => 4));
  expect(prefixes).toHaveLength(6); // two hosts by three paths
  expect(JSON.stringify(one)).not.toMatch(/good\.example|secret/);
});

it('Web Risk gets the parsed address, and the types of threats', async () => {
  const world = await threatWorld('webrisk', 'right');
  await shorten(world, ' HTTPS://Good.Example/ä?q=1 ');
  const [one] = await world.requests();
  const { searchParams } = new URL(one?.url ?? '', 'http://stub');
  expect(searchParams.get('uri')).toBe('https://good.example/%C3%A4?q=1');
  expect(searchParams.getAll('threatTypes')).toEqual(['MALWARE', 'SOCIAL_ENGINEERING', 'UNWANTED_SOFTWARE']);
});

it.each(['flags all', 'frames only', 'canary only', 'unheard of'] as const)(
  'a link is neither refused nor pending because of Safe Browsing’s response “%s”',
  async (behaviour) => {
    const url = behaviour === 'flags all' ? GOOD : BAD;
    const { response, row } = await shorten(await threatWorld('safebrowsing', behaviour), url);
    expect([response.status, row?.threat]).toEqual([201, null]);
  },
);

it('a link is refused if Safe Browsing’s response has a threat beside unknown fields and details', async () => {
  const { response, stored } = await shorten(await threatWorld('safebrowsing', 'later version'), BAD);
  expect([response.status, stored]).toEqual([400, 0]);
});

it.each(MALFORMED_RESPONSES)(
  'a new link is pending if Safe Browsing responds in another format: “%s”',
  async (behaviour) => {
    const { response, row } = await shorten(await threatWorld('safebrowsing', behaviour), BAD);
    expect([response.status, row?.threat]).toEqual([201, 'pending']);
  },
);

it('the response is the same for each list and each service that flags an address', async () => {
  turnTo(NOON);
  const operator = createWorld();
  await operator.admin('PUT', '/blocked-hosts', { hosts: ['blocked.example'] });
  const list = createWorld();
  const responses = [
    await shorten(list, 'https://testsafebrowsing.appspot.com/s/malware.html'),
    await shorten(list, 'http://testsafebrowsing.appspot.com:80/s/./phishing.html?x#y'),
    await shorten(list, 'http://a.b.malware.testing.google.test/whatever'),
    await shorten(list, 'https://www.blocked.example/'),
    await shorten(await threatWorld('webrisk', 'right'), BAD),
    await shorten(await threatWorld('safebrowsing', 'right'), BAD),
  ];
  await operator.admin('PUT', '/blocked-hosts', { hosts: [] });
  const bodies = await Promise.all(responses.map(({ response }) => response.text()));
  expect(new Set(bodies).size).toBe(1);
  expect(responses.map(({ response, stored }) => [response.status, stored])).toEqual(responses.map(() => [400, 0]));
});

it('the service does not get an address that a list flags', async () => {
  const world = await threatWorld('webrisk', 'right');
  await shorten(world, 'https://testsafebrowsing.appspot.com/s/unwanted.html');
  expect(await world.requests()).toEqual([]);
});

it('the service gets no request with THREATS=list, not even from the cron', async () => {
  const world = await threatWorld('webrisk', 'right', { THREATS: 'list' });
  const { response, row } = await shorten(world, BAD);
  expect([response.status, row?.threat]).toEqual([201, null]);
  turnTo(Date.now() + 2 * 86_400_000);
  await cron(world);
  expect(await world.requests()).toEqual([]);
});

it.each(['list', 'webrisk', 'safebrowsing'])('a destination gets no request with THREATS=%s', async (THREATS) => {
  const world = await threatWorld('webrisk', '500', { THREATS, PRIVATE_DESTINATIONS: 'allow' });
  const path = `/destination/${crypto.randomUUID()}`;
  const { response, alias } = await shorten(world, `${STUB}${path}`);
  expect(response.status).toBe(201);
  expect((await world.visit(alias)).headers.get('Location')).toBe(`${STUB}${path}`);
  await world.setBehaviour('right');
  await cron(world);
  turnTo(Date.now() + 86_400_000);
  await cron(world);
  expect(await requestsBelow('/destination/')).toEqual([]);
});
