/**
 * Tests the room for the stored responses of an API key, while another run fills it
 * (docs/design/creation-and-idempotency.md). idempotency-store.ci.test.ts fills it with responses.
 */
import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { d1Where } from '#testkit/faults';
import { GOOD, listLinks, postOnce } from '#testkit/idempotent';
import { createWorld, type World } from '#testkit/world';

const world = createWorld();
const ROOM = 256 * 2 ** 20;

const single = (key: string, name: string, here: World = world) => postOnce(here, key, GOOD, name);

describe('the stored responses of an API key', () => {
  it('never take more than twice the room; a repeated request whose response was not stored finds its links', async () => {
    const { key, id, accountId } = await world.newKey();
    const passTheRoom = async (call: () => Promise<unknown>) => {
      await runInDurableObject(env.KEYS.getByName(id), (_, { storage }) => storage.kv.put('keptBytes', 2 * ROOM));
      return call();
    };
    const late = createWorld({ DB: d1Where(/^INSERT INTO "links"/, passTheRoom) });
    const first = await single(key, 'one', late);
    const again = await single(key, 'one');
    expect([first.status, again.status, again.headers.get('Idempotent-Replayed')]).toEqual([201, 201, null]);
    expect(await again.text()).toBe(await first.text());
    expect(await listLinks(accountId)).toHaveLength(1);
  });
});
