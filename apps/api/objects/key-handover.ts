/** Hands the state of a KeyMeter over to a backup, and takes it over from one (packages/domain/object-state.ts). */
import type { UsedAt } from '#domain/admission';
import type { Count, DayOfCalls } from '#domain/meter';
import { type IdempotencyRow, type KeyState, type Part, takeRows } from '#domain/object-state';
import { hasTable } from '#store/objects';

/** A longer response is left out. A repetition of its request runs again, and finds its links by the seed. */
const MAX_BYTES = 200_000;

const ROWS = `SELECT key, leased_at, seed, iif(is_short, request_hash, NULL) AS request_hash,
    iif(is_short, status, NULL) AS status, iif(is_short, body, NULL) AS body
  FROM (SELECT *, octet_length(body) <= ${MAX_BYTES} AS is_short FROM idempotency) WHERE key > ? ORDER BY key`;

/** Returns one part. @param after the last Idempotency-Key of the part before; '' for the first part */
export function readKeyPart({ kv, sql }: DurableObjectStorage, after: string): Part<KeyState, string> {
  const cursor = hasTable(sql, 'idempotency') ? sql.exec<IdempotencyRow>(ROWS, after) : [];
  const { rows, isCut } = takeRows(cursor);
  const counts =
    after === ''
      ? {
          count: kv.get<Count>('count') ?? null,
          usedAt: kv.get<UsedAt>('usedAt') ?? {},
          callDays: kv.get<readonly DayOfCalls[]>('callDays') ?? [],
        }
      : null;
  return {
    state: { count: null, usedAt: {}, callDays: [], ...counts, idempotency: rows },
    next: isCut ? (rows.at(-1)?.key ?? null) : null,
  };
}

/** Stores the counts of a part. The Idempotency-Keys are stored by their own class. */
export function storeCounts({ kv }: DurableObjectStorage, { count, usedAt, callDays }: KeyState): void {
  if (count !== null) kv.put('count', count);
  if (Object.keys(usedAt).length > 0) kv.put('usedAt', usedAt);
  if (callDays.length > 0) kv.put('callDays', callDays);
}
