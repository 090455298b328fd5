/** Helpers for requests with an Idempotency-Key, and for workers that die during such a request. */
import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { newIdempotencySeed } from '#api/http/idempotency';
import { type IdempotencySeed, KEPT_BYTES } from '#domain/idempotency';
import { hashText } from '#secrets/digest';
import { d1Where, failing, losingResponses, onlyFor, Tap, tappedObjects } from './faults';
import { createWorld, type World } from './world';

export const GOOD = JSON.stringify({ url: 'https://example.com/' });

/** Sends a creation. @param header the Idempotency-Key; null for a request without one */
export const postOnce = (world: World, key: string, body = GOOD, header: string | null = 'one', path = '/v2/shorten') =>
  world.call('POST', path, {
    headers: {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      ...(header !== null && { 'Idempotency-Key': header }),
    },
    body,
  });

/** The rows of an account's links in D1. */
export const listLinks = async (accountId: string) =>
  (
    await env.DB.prepare('SELECT code, id, url FROM links WHERE account_id = ?1')
      .bind(accountId)
      .all<{ code: string; id: string; url: string }>()
  ).results;

/** Takes a lease and never releases it, like a worker that dies. @returns the idempotency seed of the lease */
export async function leaseAndDie(
  key: string,
  id: string,
  seed: IdempotencySeed = newIdempotencySeed(),
  header = 'one',
): Promise<IdempotencySeed> {
  await env.KEYS.getByName(id).admit(id, await hashText(key), { key: await hashText(header), seed });
  return seed;
}

/** The total bytes of the stored responses in a key's object, read from its rows. */
export const keptBytes = (id: string): Promise<number> =>
  runInDurableObject(
    env.KEYS.getByName(id),
    (_, { storage }) =>
      storage.sql
        .exec<{ bytes: number }>('SELECT coalesce(sum(length(CAST(body AS BLOB))), 0) AS bytes FROM idempotency')
        .one().bytes,
  );

const OTHERS = `WITH RECURSIVE other(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM other WHERE n < ?2)
  INSERT INTO idempotency (key, leased_at, seed, request_hash, status, body)
  SELECT 'other-' || n, ?1, '{"id":"of-another"}', 'hash', 200, zeroblob(?3) FROM other`;

/**
 * Fills a key's object with stored responses of other calls, whose leases began at `at`, until `left` bytes are free.
 */
export async function fillRoom(id: string, at: number, left: number): Promise<void> {
  const before = await keptBytes(id);
  const bytes = KEPT_BYTES - left - before;
  const responses = Math.ceil(bytes / 2 ** 20);
  const each = Math.ceil(bytes / responses);
  await runInDurableObject(env.KEYS.getByName(id), (_, { storage }) => {
    storage.sql.exec(OTHERS, at, responses, each);
    storage.kv.put('keptBytes', before + responses * each);
  });
  await evictDurableObject(env.KEYS.getByName(id));
}

/** Matches the calls of D1 that insert links, one or many. */
export const INSERTING = /^(INSERT INTO "links"|batch)/;

/** A world whose isolate dies once a statement has inserted links: no later call reaches the key's object. */
export function dyingOnceInserted(): World {
  return createWorld({
    DB: d1Where(INSERTING, losingResponses(1, 'D1_ERROR: the isolate is gone')),
    KEYS: tappedObjects(env.KEYS, new Tap(onlyFor(/^settle$/, failing()))),
  });
}
