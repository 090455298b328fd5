/**
 * The search limit: an account may list links with a filter 120 times a minute, by its keys and its console together
 * (docs/design/cost-limits.md).
 */
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { Envelope } from '#api/http/fields';
import { signedIn } from '#testkit/browser';
import { fakeClock, NOON } from '#testkit/clock';
import { failing, Tap, tappedObjects } from '#testkit/faults';
import { fillWindow } from '#testkit/used-up';
import { createWorld } from '#testkit/world';

const PER_MINUTE = 120;
const world = createWorld();
const turnTo = fakeClock();

const list = (key: string, query: string) => world.v2(key, 'GET', `/links${query}`);
const quotaRemaining = ({ headers }: Response) => Number(headers.get('X-Quota-Remaining'));

describe('the searches of an account', () => {
  it('are limited to 120 a minute by all its keys together, even if they arrive at once', async () => {
    turnTo(NOON);
    const owner = await world.newKey();
    const second = await world.newKey('PRO', { accountId: owner.accountId });
    const searches = Array.from({ length: PER_MINUTE + 30 }, (_, n) =>
      list(n % 2 ? owner.key : second.key, ['?search=x', '?status=active', '?prefix=abcd', '?search=%20'][n % 4] ?? ''),
    );
    const statuses = (await Promise.all(searches)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(PER_MINUTE);
    expect(statuses.filter((status) => status === 429)).toHaveLength(30);
    turnTo(NOON + 60_000);
    expect((await list(owner.key, '?search=x')).status).toBe(200);
  });

  it('above the limit are 429 with Retry-After, and do not count in the month', async () => {
    turnTo(NOON);
    const { key, accountId } = await world.newKey('PRO', { name: 'searcher' });
    await fillWindow(`search:${accountId}`);
    turnTo(NOON + 20_500);
    const before = await list(key, '');
    const refused = await list(key, '?search=x');
    expect(refused.status).toBe(429);
    expect(refused.headers.get('Retry-After')).toBe('40');
    expect(Envelope.parse(await refused.json())).toMatchObject({
      errorType: 'SEARCH_LIMIT_EXCEEDED',
      message: 'Too many searches. Try again in the next minute.',
      retryAfter: 40,
    });
    expect(quotaRemaining(refused)).toBe(quotaRemaining(before));
    expect(refused.headers.get('X-RateLimit-Limit')).toBe('5000');
    expect(refused.headers.get('X-RateLimit-Remaining')).toBe('4998');
    expect(refused.headers.get('X-API-Key-Name')).toBe('searcher');
  });

  it('above the limit do not affect lists without a filter, nor other accounts', async () => {
    turnTo(NOON);
    const { key, accountId } = await world.newKey();
    await fillWindow(`search:${accountId}`);
    expect((await list(key, '?limit=1')).status).toBe(200);
    expect((await list((await world.newKey()).key, '?search=x')).status).toBe(200);
  });

  it('are not counted if their query is refused', async () => {
    turnTo(NOON);
    const { key, accountId } = await world.newKey();
    for (const query of ['?status=dead', '?search=x&cursor=nonsense', '?search=x&limit=0'])
      expect((await list(key, query)).status).toBe(400);
    const { reading } = await env.ADDRESSES.getByName(`search:${accountId}`).admit(PER_MINUTE);
    expect(reading.remaining).toBe(PER_MINUTE - 1);
  });

  it('are 503 while their window’s object is unreachable', async () => {
    const { key } = await world.newKey();
    const broken = createWorld({ ADDRESSES: tappedObjects(env.ADDRESSES, new Tap(failing())) });
    expect((await broken.v2(key, 'GET', '/links?search=x')).status).toBe(503);
    expect((await broken.v2(key, 'GET', '/links')).status).toBe(200);
  });

  it('in the console count in the same window, and the page shows the refusal at the search field and asks again', async () => {
    turnTo(NOON);
    const { key, accountId } = await world.newKey();
    const browser = await signedIn(world, accountId);
    const { shortCode } = await (await world.shorten(key, { url: 'https://example.com/' })).json<{
      shortCode: string;
    }>();
    for (let n = 0; n < 3; n++) expect((await browser.get('/links?search=x')).status).toBe(200);
    const { reading } = await env.ADDRESSES.getByName(`search:${accountId}`).admit(PER_MINUTE);
    expect(reading.remaining).toBe(PER_MINUTE - 4);
    await fillWindow(`search:${accountId}`);
    const refused = await browser.get('/links?search=x');
    expect(refused.status).toBe(429);
    expect(refused.headers.get('Retry-After')).toBe('60');
    const page = await refused.text();
    expect(refused.headers.get('Refresh')).toBe('60');
    expect(page).toContain('Many searches at once. This one is asked again in 60 s.');
    expect(/<input[^>]*name="search"[^>]*>/.exec(page)?.[0]).toContain('aria-invalid="true"');
    expect(page).toContain(shortCode);
    expect(page).not.toContain('Nothing found');
    expect((await browser.get('/links')).status).toBe(200);
  });
});
