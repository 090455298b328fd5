/** Tests many simultaneous visits to a limited link. Exactly `maxClicks` are redirected, even if its object fails. */
import { abortAllDurableObjects, evictDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { type Fault, Tap, tappedObjects } from '#testkit/faults';
import { createWorld } from '#testkit/world';

const world = createWorld();

/** `npm run test:long` plays twenty rounds of 1,000 visits. */
const rounds = env.TEST_LONG ? 20 : 2;
const size = env.TEST_LONG ? 1_000 : 500;

async function newLink(maxClicks: number) {
  const { key } = await world.newKey('PRO');
  const made = await world.shorten(key, { url: 'https://example.com/end', maxClicks });
  const { shortCode: code } = await made.json<{ shortCode: string }>();
  const id = (await env.DB.prepare('SELECT id FROM links WHERE code = ?1').bind(code).first<string>('id')) as string;
  return { code, counter: env.CLICKS.getByName(id) };
}

/** Makes simultaneous visits. @returns the numbers of 302, 410 and 503, and of responses with the destination */
async function visits(count: number, code: string, through = world) {
  const responses = await Promise.all(Array.from({ length: count }, () => through.visit(code)));
  const having = (status: number) => responses.filter((one) => one.status === status).length;
  const revealed = responses.filter((one) => one.headers.has('Location')).length;
  return { granted: having(302), gone: having(410), unavailable: having(503), revealed };
}

/** Makes a world whose calls of counters fail as `fault` says. */
function failingWorld(fault: Fault) {
  const tap = new Tap(fault);
  return { tap, failing: createWorld({ CLICKS: tappedObjects(env.CLICKS, tap) }) };
}

it.each([1, 37, 100])(
  `exactly %i of ${size} racing visits to a link with that limit are granted`,
  { timeout: 900_000 },
  async (maxClicks) => {
    for (let round = 0; round < rounds; round++) {
      const { code } = await newLink(maxClicks);
      const seen = await visits(size, code);
      expect(seen).toEqual({
        granted: maxClicks,
        gone: size - maxClicks,
        unavailable: 0,
        revealed: maxClicks,
      });
    }
  },
);

describe('exactly 100 visits to a link with 100 clicks are granted', () => {
  it('even if its object is evicted ten times meanwhile', async () => {
    const { code, counter } = await newLink(100);
    let granted = 0;
    for (let round = 0; round < 10; round++) {
      const racing = visits(15, code);
      await counter.count();
      await evictDurableObject(counter);
      granted += (await racing).granted;
    }
    expect(granted).toBe(100);
    expect(await counter.count()).toBe(100);
  });

  it('even if all objects are aborted ten times meanwhile', async () => {
    const { code, counter } = await newLink(100);
    let granted = 0;
    for (let round = 0; round < 10; round++) {
      const arrived = Promise.withResolvers<void>();
      const { failing } = failingWorld((call) => {
        arrived.resolve();
        return call();
      });
      // Nine visits a round leave clicks for all rounds. A visit to a spent link would not call its object.
      const racing = visits(9, code, failing);
      await arrived.promise;
      await abortAllDurableObjects();
      granted += (await racing).granted;
    }
    granted += (await visits(100, code)).granted;
    expect(granted).toBe(100);
    expect(await counter.count()).toBe(100);
  });

  it.each([2, 3, 7])('even if the first response to every %ith visit is lost', async (every) => {
    const { code, counter } = await newLink(100);
    const seen = new Set<unknown>();
    const { tap, failing } = failingWorld(async (call, _what, _nth, clickId) => {
      const response = await call();
      const isFirstTry = seen.size < seen.add(clickId).size;
      if (isFirstTry && seen.size % every === 0) throw new Error('Network connection lost.');
      return response;
    });
    const counts = await visits(140, code, failing);
    expect(counts).toEqual({ granted: 100, gone: 40, unavailable: 0, revealed: 100 });
    expect(tap.calls).toHaveLength(140 + Math.floor(140 / every));
    expect(await counter.count()).toBe(100);
  });
});
