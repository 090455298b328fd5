/**
 * Fills the room for the stored responses of an API key: stored responses stay, and new keys wait
 * (docs/design/creation-and-idempotency.md). `npm run test:ci` runs this file.
 */
import { describe, expect, it } from 'vitest';
import { Envelope } from '#api/http/fields';
import { BatchRecord } from '#api/links/batch-record';
import { fakeClock, NOON } from '#testkit/clock';
import { fillRoom, GOOD, keptBytes, listLinks, postOnce } from '#testkit/idempotent';
import { createWorld, type World } from '#testkit/world';

const world = createWorld();
const turnTo = fakeClock();
const ROOM = 256 * 2 ** 20;
const DAY = 86_400_000;

/** Returns a batch of fifty links with destinations of about eight thousand characters. */
const longBatch = (name: string) =>
  JSON.stringify({
    urls: Array.from({ length: 50 }, (_, n) => ({ url: `https://example.com/${name}/${n}/${'x'.repeat(8_000)}` })),
  });

const batch = (key: string, name: string, here: World = world) =>
  postOnce(here, key, longBatch(name), name, '/v2/shorten/batch');
const single = (key: string, name: string, here: World = world) => postOnce(here, key, GOOD, name);

describe('the stored responses of an API key', () => {
  it('may take 256 MiB and the response that exceeds them; then new Idempotency-Keys get 429, and no response is deleted', async () => {
    const { key, id, accountId } = await world.newKey();
    turnTo(NOON - 60_000);
    // The row of a failed run has no response, so its end makes no room.
    expect((await postOnce(world, key, '{"url":"nonsense"}', 'failed')).status).toBe(400);
    turnTo(NOON);
    const first = await (await batch(key, 'first')).text();
    await fillRoom(id, NOON, 600_000);
    turnTo(NOON + 60_000);
    const second = await batch(key, 'second');
    const last = await batch(key, 'last');
    expect([second.status, last.status]).toEqual([200, 200]);
    expect(BatchRecord.parse(await last.clone().json()).summary.succeeded).toBe(50);
    expect(await keptBytes(id)).toBeGreaterThan(ROOM);

    const refused = await batch(key, 'refused');
    expect(refused.status).toBe(429);
    expect(refused.headers.get('Retry-After')).toBe(String((DAY - 60_000) / 1000));
    expect(Envelope.parse(await refused.json()).errorType).toBe('IDEMPOTENCY_KEYS_EXCEEDED');
    expect(await listLinks(accountId)).toHaveLength(150);

    expect(await (await batch(key, 'first')).text()).toBe(first);
    expect(await (await batch(key, 'last')).text()).toBe(await last.text());
    const other = await world.newKey();
    expect([(await single(other.key, 'refused')).status, (await postOnce(world, key, GOOD, null)).status]).toEqual([
      201, 201,
    ]);
  });

  it('refuse no run under the key of a failed run, and make room when they are a day old', async () => {
    const { key, id } = await world.newKey();
    turnTo(NOON);
    expect((await postOnce(world, key, '{"url":"nonsense"}', 'one')).status).toBe(400);
    await fillRoom(id, NOON, 0);
    expect((await single(key, 'one')).status).toBe(201);
    turnTo(NOON + DAY - 1);
    const refused = await single(key, 'two');
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '1']);
    turnTo(NOON + DAY);
    expect((await single(key, 'two')).status).toBe(201);
    expect(await keptBytes(id)).toBeLessThan(1_000);
  });
});
