/**
 * Pushes the records of keys from D1 to their Durable Objects. An operator's call succeeds only after the objects have
 * the change. A key's `told_version` is the version that its object is known to have. A key with a newer version is
 * stale: a later call or the cron pushes it (docs/adr/0019).
 */
import { and, eq, lt, sql } from 'drizzle-orm';
import { databaseOf } from '#api/database/database';
import { keys } from '#api/database/schema';
import { type NamedRecord, readStaleOf, readStaleSince, readStoredKey } from '#api/objects/stored-key';
import type { Env } from '#api/platform/env';
import { Refusal } from '#domain/refusal';
import { newId } from '#secrets/key-text';
import { logFault } from '#store/log-fault';
import { callObject } from '#store/object-call';
import { objectNamed } from '#store/object-named';

/**
 * How many keys are pushed concurrently. One statement reads them, and another notes their versions. The number is the
 * usual cap of an account's keys that are not revoked (key-caps.ts).
 */
const PORTION = 100;

/**
 * The most portions of one call. Even if every object needs a second try, the call stays within the 1,000 operations of
 * an invocation.
 */
const PORTIONS_PER_CALL = 3;

/**
 * Pushes a key's record from D1 to its object. The record's version makes the order of concurrent pushes irrelevant.
 * @throws ObjectUnreachable
 */
export async function pushKey(env: Env, keyId: string): Promise<void> {
  const record = await readStoredKey(env.DB, keyId);
  if (record !== null) throwFirst(await pushAll(env, [{ id: keyId, record }]));
}

/**
 * Pushes every stale key of an account. If one call cannot push all of them, its repetitions push the remaining ones.
 * @throws ObjectUnreachable; Refusal OVERLOADED while keys remain
 */
export async function pushKeysOf(env: Env, accountId: string): Promise<void> {
  if (!(await pushKeyPortions(env, accountId))) throw new Refusal('OVERLOADED', { retryAfter: 1 });
}

/**
 * Pushes at most `portions` portions of an account's stale keys. An unreachable object does not stop the other pushes.
 * @returns whether the portions contained every stale key of the account
 * @throws ObjectUnreachable
 */
export async function pushKeyPortions(env: Env, accountId: string, portions = PORTIONS_PER_CALL): Promise<boolean> {
  const failures: unknown[] = [];
  let isAll = false;
  for (let after = '', portion = 0; portion < portions && !isAll; portion++) {
    const found = await readStaleOf(env.DB, accountId, after, PORTION + 1);
    const stale = found.slice(0, PORTION);
    failures.push(...(await pushAll(env, stale)));
    after = stale.at(-1)?.id ?? '';
    isAll = found.length === stale.length;
  }
  throwFirst(failures);
  return isAll;
}

/**
 * Pushes one portion of the stale keys of all accounts. It begins at a random account id, so that no account is always
 * the last.
 * @throws ObjectUnreachable
 */
export async function pushStaleKeys(env: Env): Promise<void> {
  throwFirst(await pushAll(env, await readStaleSince(env.DB, newId(), PORTION)));
}

/** Pushes records to their objects concurrently, and notes the pushed versions. @returns the errors of failed pushes */
async function pushAll(env: Env, stale: readonly NamedRecord[]): Promise<unknown[]> {
  const pushed = await Promise.allSettled(stale.map((key) => adopt(env, key)));
  const done = stale.filter((_, index) => pushed[index]?.status === 'fulfilled');
  if (done.length > 0) await note(env, done);
  return pushed.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
}

const adopt = (env: Env, { id, record }: NamedRecord): Promise<void> =>
  callObject(
    () => objectNamed(env, env.KEYS, id),
    async (meter) => await meter.adopt(record),
    { repeatable: true },
  );

/**
 * Notes the pushed versions in D1. A failure is only logged, because the cron pushes these keys again. A second push of
 * a version changes nothing.
 */
async function note(env: Env, pushedKeys: readonly NamedRecord[]): Promise<void> {
  const pushed = JSON.stringify(pushedKeys.map(({ id, record }) => ({ id, version: record.version })));
  const version = sql`pushed.value ->> 'version'`;
  const noting = databaseOf(env.DB)
    .update(keys)
    .set({ toldVersion: version })
    .from(sql`json_each(${pushed}) AS pushed`)
    .where(and(eq(keys.id, sql`pushed.value ->> 'id'`), lt(keys.toldVersion, version)));
  await noting.catch((error) => logFault(error, { doing: 'mark pushed keys' }));
}

function throwFirst(failures: readonly unknown[]): void {
  if (failures.length > 0) throw failures[0];
}
