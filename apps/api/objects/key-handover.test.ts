/** Tests the state of a KeyMeter in a backup: its parts, and the responses that are too long for a part. */
import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import type { IdempotencyRow } from '#domain/object-state';
import { createWorld } from '#testkit/world';
import { readKeyPart } from './key-handover';

const world = createWorld();
const AT = Date.now();
const row = (key: string, characters: number): IdempotencyRow => ({
  key,
  leased_at: AT,
  seed: '{"id":"a"}',
  request_hash: 'hash',
  status: 201,
  body: 'a'.repeat(characters),
});

/** A KeyMeter with these rows, and all parts of its state. */
async function readParts(rows: readonly IdempotencyRow[]) {
  const { id } = await world.newKey();
  const meter = env.KEYS.getByName(id);
  await meter.takeOver({ count: null, usedAt: {}, callDays: [], idempotency: rows });
  return runInDurableObject(meter, (_, { storage }) => {
    const parts: IdempotencyRow[][] = [];
    for (let after: string | null = ''; after !== null; ) {
      const { state, next } = readKeyPart(storage, after);
      parts.push([...state.idempotency]);
      after = next;
    }
    return parts;
  });
}

it('parts have every Idempotency-Key once, in their order, whatever the order of the stored ones', async () => {
  const rows = ['c', 'a', 'e', 'b', 'd'].map((key) => row(key, 120_000));
  const parts = await readParts(rows);
  expect(parts.map((part) => part.map(({ key }) => key))).toEqual([
    ['a', 'b', 'c'],
    ['d', 'e'],
  ]);
});

it('a part has a response of 200,000 bytes; of a longer response it has only the key and the seed', async () => {
  const [part] = await readParts([row('a', 200_000), row('b', 200_001)]);
  expect(part?.[0]).toEqual(row('a', 200_000));
  expect(part?.[1]).toMatchObject({ key: 'b', seed: '{"id":"a"}', request_hash: null, status: null, body: null });
});
