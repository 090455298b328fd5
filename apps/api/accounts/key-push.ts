/**
 * Pushes the records of keys from D1 to their Durable Objects. An operator's call succeeds only after the objects have
 * the change. The column `pushed_version` is the newest version that was pushed. A key with a higher version is stale:
 * a later call or the cron pushes it (docs/design/keys-and-metering.md).
 */
import { and, eq, lt, sql } from 'drizzle-orm';
import { openDatabase } from '#api/database/database';
import { keys } from '#api/database/schema';
import { type NamedRecord, readStaleInAccount, readStaleSince, readStoredKey } from '#api/objects/stored-key';
import type { Env } from '#api/platform/env';
import { overloaded } from '#domain/refusal';
import { newId } from '#secrets/key-text';
import { logFault } from '#store/faults';
import { callObject, objectNamed } from '#store/objects';

/**
 * The number of keys that are pushed concurrently. One statement reads their records, and another stores the pushed
 * versions. The number is the usual cap of an account's keys that are not revoked (key-caps.ts).
 */
const PORTION = 100;

/**
 * The most portions of one call. A call stays within the 1,000 operations of an invocation, even if every object needs
 * a second attempt.
 */
const PORTIONS_PER_CALL = 3;

/**
 * Pushes a key's record from D1 to its object. The object ignores older versions, so concurrent pushes may arrive in
 * any order.
 * @throws ObjectUnreachable
 */
export async function pushKey(env: Env, keyId: string): Promise<void> {
  const record = await readStoredKey(env.DB, keyId);
  if (record !== null) throwFirstFailure(await pushAll(env, [{ id: keyId, record }]));
}

/**
 * Pushes every stale key of an account. If one call cannot push all keys, repeated calls push the remaining keys.
 * @throws ObjectUnreachable; Refusal OVERLOADED while keys remain
 */
export async function pushAccountKeys(env: Env, accountId: string): Promise<void> {
  if (!(await pushKeyPortions(env, accountId))) throw overloaded(1);
}

/**
 * Pushes at most `portions` portions of an account's stale keys. An unreachable object does not stop the other pushes.
 * @returns whether the portions contained every stale key of the account
 * @throws ObjectUnreachable
 */
export async function pushKeyPortions(env: Env, accountId: string, portions = PORTIONS_PER_CALL): Promise<boolean> {
  const failures: unknown[] = [];
  let isComplete = false;
  for (let after = '', portion = 0; portion < portions && !isComplete; portion++) {
    const found = await readStaleInAccount(env.DB, accountId, after, PORTION + 1);
    const stale = found.slice(0, PORTION);
    failures.push(...(await pushAll(env, stale)));
    after = stale.at(-1)?.id ?? '';
    isComplete = found.length === stale.length;
  }
  throwFirstFailure(failures);
  return isComplete;
}

/**
 * Pushes one portion of the stale keys of all accounts. The portion begins at a random account id, so that no account
 * is always the last.
 * @throws ObjectUnreachable
 */
export async function pushStaleKeys(env: Env): Promise<void> {
  throwFirstFailure(await pushAll(env, await readStaleSince(env.DB, newId(), PORTION)));
}

/**
 * Pushes records to their objects concurrently, and stores the pushed versions.
 * @returns the errors of failed pushes
 */
async function pushAll(env: Env, stale: readonly NamedRecord[]): Promise<unknown[]> {
  const pushed = await Promise.allSettled(stale.map((key) => pushRecord(env, key)));
  const done = stale.filter((_, index) => pushed[index]?.status === 'fulfilled');
  if (done.length > 0) await storePushedVersions(env, done);
  return pushed.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
}

const pushRecord = (env: Env, { id, record }: NamedRecord): Promise<void> =>
  callObject(
    () => objectNamed(env, env.KEYS, id),
    async (keyObject) => await keyObject.adopt(record),
    { repeatable: true },
  );

/**
 * Stores the pushed versions in D1. A failure is only logged, because the cron then pushes these keys again. The second
 * push of a version changes nothing.
 */
async function storePushedVersions(env: Env, pushedKeys: readonly NamedRecord[]): Promise<void> {
  const pushed = JSON.stringify(pushedKeys.map(({ id, record }) => ({ id, version: record.version })));
  const version = sql`pushed.value ->> 'version'`;
  const stored = openDatabase(env.DB)
    .update(keys)
    .set({ pushedVersion: version })
    .from(sql`json_each(${pushed}) AS pushed`)
    .where(and(eq(keys.id, sql`pushed.value ->> 'id'`), lt(keys.pushedVersion, version)));
  await stored.catch((error) => logFault(error, { doing: 'mark pushed keys' }));
}

function throwFirstFailure(failures: readonly unknown[]): void {
  if (failures.length > 0) throw failures[0];
}
