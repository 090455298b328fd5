/**
 * Bringing the objects of keys up to date. An operator's call answers only after D1 and the objects have the change. Each
 * key says which version its object is known to have, so whoever comes next finds the keys that are stale (docs/adr/0019).
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

/** Keys pushed side by side: read by one statement, noted by another. As many as an account may have. */
const PORTION = 100;

/** Portions of one call: with every object asked twice still within the 1,000 operations of an invocation. */
const PORTIONS_PER_CALL = 3;

/**
 * Hands a key's record, as D1 has it now, to its object. The version in it makes the order of several pushes irrelevant.
 * @throws ObjectUnreachable
 */
export async function pushKey(env: Env, keyId: string): Promise<void> {
  const record = await readStoredKey(env.DB, keyId);
  if (record !== null) throwFirst(await pushAll(env, [{ id: keyId, record }]));
}

/**
 * The same for every key of an account whose object has not its newest record. Of an account with more keys than one call
 * can push, each repetition pushes the next ones.
 * @throws ObjectUnreachable, Refusal OVERLOADED while there is more to push
 */
export async function pushKeysOf(env: Env, accountId: string): Promise<void> {
  if (!(await pushKeyPortions(env, accountId))) throw new Refusal('OVERLOADED', { retryAfter: 1 });
}

/**
 * Pushes up to so many portions of an account's keys, and returns whether that was all. An object that is away keeps no
 * other from its record.
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

/** A portion of the keys that are stale, whosever they are. Begins somewhere else each time, so that no account is always the last. */
export async function pushStaleKeys(env: Env): Promise<void> {
  throwFirst(await pushAll(env, await readStaleSince(env.DB, newId(), PORTION)));
}

/** Pushes records to their objects side by side, notes those that have their record, and returns why the others have not. */
async function pushAll(env: Env, stale: readonly NamedRecord[]): Promise<unknown[]> {
  const pushed = await Promise.allSettled(stale.map((key) => adopt(env, key)));
  const done = stale.filter((_, index) => pushed[index]?.status === 'fulfilled');
  if (done.length > 0) await note(env, done);
  return pushed.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
}

const adopt = (env: Env, { id, record }: NamedRecord): Promise<void> =>
  callObject(
    () => env.KEYS.getByName(id),
    async (meter) => await meter.adopt(record),
    { repeatable: true },
  );

/** What is not noted is pushed once more, which changes nothing: the objects have it. */
async function note(env: Env, pushedKeys: readonly NamedRecord[]): Promise<void> {
  const pushed = JSON.stringify(pushedKeys.map(({ id, record }) => ({ id, version: record.version })));
  const version = sql`told.value ->> 'version'`;
  const noting = databaseOf(env.DB)
    .update(keys)
    .set({ toldVersion: version })
    .from(sql`json_each(${pushed}) AS told`)
    .where(and(eq(keys.id, sql`told.value ->> 'id'`), lt(keys.toldVersion, version)));
  await noting.catch((error) => logFault(error, { doing: 'note told keys' }));
}

function throwFirst(failures: readonly unknown[]): void {
  if (failures.length > 0) throw failures[0];
}
