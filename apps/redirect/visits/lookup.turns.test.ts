/** Visits to unknown codes that come at once: how many of one network read D1 at a time, and in all. */
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { Tap, tappedD1 } from '#testkit/faults';
import { createWorld, freshAlias } from '#testkit/world';

const maker = createWorld();
let networks = 0;
/** Returns an IPv4 address in a /24 that no other test uses. */
const freshAddress = () => `10.96.${++networks}.1`;

/** An isolate that counts its reads of D1, and whose limiter lets in a hundred misses of a network. */
function isolate() {
  const reads = { now: 0, most: 0, all: 0 };
  const counted = new Tap(async (call) => {
    reads.all += 1;
    reads.most = Math.max(reads.most, ++reads.now);
    try {
      return await call();
    } finally {
      reads.now -= 1;
    }
  });
  const counts = new Map<string, number>();
  const MISSES: RateLimit = {
    limit: async ({ key = '' }) => {
      counts.set(key, (counts.get(key) ?? 0) + 1);
      return { success: (counts.get(key) ?? 0) <= 100 };
    },
  };
  return { here: createWorld({ DB: tappedD1(env.DB, counted), MISSES }), reads };
}

const from = (address: string) => ({ headers: { 'CF-Connecting-IP': address } });
const count = (responses: Response[], status: number) => responses.filter((one) => one.status === status).length;

it('of one network ten read D1 at a time, so that 300 at once cost 110 reads at most, and a hundred get 404', async () => {
  const { here, reads } = isolate();
  await here.visit('no-such-code');
  reads.all = 0;
  const address = freshAddress();
  const responses = await Promise.all(Array.from({ length: 300 }, (_, i) => here.visit(`none-${i}`, from(address))));
  expect([count(responses, 404), count(responses, 429)]).toEqual([100, 200]);
  expect(reads.most).toBeLessThanOrEqual(10);
  expect(reads.all).toBeLessThanOrEqual(110);
});

it('a code that exists is found by all of 150 visits at once, whose entry KV lacks, and uses up no misses', async () => {
  const { here, reads } = isolate();
  const { key } = await maker.newKey('PRO');
  const alias = freshAlias('turns');
  await maker.shorten(key, { url: 'https://example.com/', alias });
  await env.ROUTES.delete(`l:${alias}`);
  const address = freshAddress();
  const responses = await Promise.all(Array.from({ length: 150 }, () => here.visit(alias, from(address))));
  expect(count(responses, 302)).toBe(150);
  expect(reads.all).toBeGreaterThan(0);
  expect((await here.visit('none', from(address))).status).toBe(404);
});

it('a network whose reads are slow keeps no other network from its reads', async () => {
  const slow = Promise.withResolvers<void>();
  const isSlow = new Tap(async (call) => {
    await slow.promise;
    return call();
  });
  const here = createWorld({ DB: tappedD1(env.DB, isSlow) });
  const many = Array.from({ length: 30 }, (_, i) => here.visit(`slow-${i}`, from('10.95.1.1')));
  const [other] = [here.visit('other', from('10.95.2.1'))];
  await expect.poll(() => isSlow.calls.filter((call) => call.includes('links')).length).toBe(11);
  slow.resolve();
  expect((await other).status).toBe(404);
  expect(count(await Promise.all(many), 404)).toBe(30);
});
