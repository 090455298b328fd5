import type { FileMutants } from './file-mutants';

/** Mutants of the statements about keys: their limit per account, records, texts, and pushes to their objects. */
export const KEY_MUTANTS: readonly FileMutants[] = [
  {
    file: 'key-caps.ts',
    tests: ['keys.rows', 'accounts'],
    mutants: [
      ['the keys of others take room', '${keys.accountId} = ${accountId} AND ${ne', '${ne'],
      ['revoked keys take room', " AND ${ne(keys.status, 'revoked').inlineParams()}", ''],
      ['keys that are switched off count as active', " AND ${keys.status} = 'active'", ''],
      ['there is one active key too many', '(${activeKeys(accountId)}) <', '(${activeKeys(accountId)}) <='],
      ['there is one key too many', '(${usableKeys(accountId)}) < max', '(${usableKeys(accountId)}) <= max'],
      ['a higher cap of active keys makes no room', 'max(${MAX_KEYS}, ${capOf(accountId, caps)})', '${MAX_KEYS}'],
    ],
  },
  {
    file: 'keys.ts',
    tests: ['keys.rows', 'accounts'],
    mutants: [
      ['a deleted account gets a key', ' AND ${accounts.deletedAt} IS NULL', ''],
      ['a key is made without room', '${hasRoomForActiveKey(row.accountId, caps)} AND ', ''],
      ['a key is made without place', ' AND ${hasRoomForKey(row.accountId, caps)}', ''],
      ['a key made twice is a fault', '.onConflictDoNothing({ target: keys.id })', ''],
      ['another text of an id passes for the same', 'and(eq(keys.id, id), eq(keys.digest, digest))', 'eq(keys.id, id)'],
      ['a page of keys begins anew', 'and(gt(keys.id, cursor), ofAccount)', 'ofAccount'],
      ['a page of keys is of all accounts', 'and(gt(keys.id, cursor), ofAccount)', 'gt(keys.id, cursor)'],
      ['the shown keys are of all accounts', 'and(eq(keys.accountId, accountId), status)', 'status'],
      ['the oldest key is shown first', 'desc(keys.createdAt), desc(keys.id)', 'asc(keys.createdAt), desc(keys.id)'],
      ['a foreign key is one’s own', 'and(eq(keys.id, id), eq(keys.accountId, accountId))', 'eq(keys.id, id)'],
      [
        'a key cannot follow its account again',
        '{ name, plan, status, version',
        '{ name, plan: plan ?? undefined, status, version',
      ],
      ['a change is not told', 'plan, status, version: oneMore(keys.version) }', 'plan, status }'],
      ['a revoked key comes back', 'isNotRevoked, isWithinCap', 'isWithinCap'],
      ['a revoked key cannot be revoked again', "status === 'revoked' ? undefined : ne", 'ne'],
      [
        'an active key cannot be changed without room',
        "or(eq(keys.status, 'active'), hasRoomForActiveKey(accountId, caps))",
        'hasRoomForActiveKey(accountId, caps)',
      ],
      [
        'a key that is off cannot be renamed without room',
        "isWithinCap =\n    status === 'active' ?",
        "isWithinCap =\n    status !== 'revoked' ?",
      ],
      ['a key is switched on without room', 'isNotRevoked, isWithinCap', 'isNotRevoked'],
      [
        'every key is revoked',
        'version: oneMore(keys.version) })\n    .where(eq(keys.id, id))',
        'version: oneMore(keys.version) })',
      ],
      ['a revocation is not told', "{ status: 'revoked', version: oneMore(keys.version) }", "{ status: 'revoked' }"],
    ],
  },
  {
    file: 'key-push.ts',
    tests: ['key-push'],
    mutants: [
      ['a key is noted for another', "and(eq(keys.id, sql`pushed.value ->> 'id'`), lt", 'and(lt'],
      ['a key is noted as of an older version', ', lt(keys.toldVersion, version)', ''],
    ],
  },
  {
    file: 'stored-key.ts',
    tests: ['stored-key', 'key-push'],
    mutants: [
      ['a key has no plan of its own', 'coalesce(${keys.plan}, ${accounts.plan})', '${accounts.plan}'],
      ['what was told is told again', 'gt(keys.version, keys.toldVersion)', 'gte(keys.version, keys.toldVersion)'],
      ['the keys of all accounts are told', 'IS_STALE, eq(keys.accountId, accountId), gt', 'IS_STALE, gt'],
      ['a portion begins with the last key once more', 'gt(keys.id, after)', 'gte(keys.id, after)'],
      ['the cron does not go round', '.unionAll(primary.select().from(part(lt(keys.accountId, accountId))))', ''],
      ['any key’s record is read', ', eq(keys.id, keyId)', ', undefined'],
    ],
  },
  {
    file: 'rotation.ts',
    tests: ['rotation'],
    mutants: [
      ['of rotations at once each is done', '    eq(keys.digest, from.digest),\n', ''],
      ['an older text that was ended does not matter', '    isSame(keys.previousDigest, from.previousDigest),\n', ''],
      ['a revoked key is rotated', "ne(keys.status, 'revoked'), hasTexts", 'hasTexts'],
      ['an older text is ended unasked', '    sql`coalesce(${keys.previousEndsAt}, 0) <= ${endsBy}`,\n', ''],
      ['an older text that has ended stands in the way', '<= ${endsBy}', '< ${endsBy}'],
      [
        'a rotation is not told',
        'previousEndsAt, lastFours, version: oneMore(keys.version)',
        'previousEndsAt, lastFours',
      ],
      ['the older texts of all keys end', 'and(eq(keys.id, id), isTextToEnd)', 'isTextToEnd'],
      ['another older text is ended', 'eq(markOfPrevious, mark)', 'isNotNull(keys.previousDigest)'],
      ['the last four of the ended text stay', 'lastFours: lastFoursOfCurrent, ', ''],
      [
        'an ended text is not told',
        'lastFours: lastFoursOfCurrent, version: oneMore(keys.version)',
        'lastFours: lastFoursOfCurrent',
      ],
    ],
  },
  {
    file: 'usage.ts',
    tests: ['usage'],
    mutants: [['the plan of any account caps the active keys', '.where(eq(accounts.id, accountId))', '']],
  },
  {
    file: 'idempotency-store.ts',
    tests: ['idempotency-store.rows', 'idempotency-store'],
    mutants: [
      [
        'a lease that was taken over is freed',
        'SET leased_at = ? WHERE key = ? AND leased_at = ?',
        'SET leased_at = ? WHERE key = ? AND ? > 0',
      ],
      [
        'an answer of a lease that was taken over is kept',
        'body = ? WHERE key = ? AND leased_at = ? AND',
        'body = ? WHERE key = ? AND ? > 0 AND',
      ],
      ['an answer is replaced', 'AND leased_at = ? AND body IS NULL', 'AND leased_at = ?'],
      ['an answer is forgotten a moment late', 'WHERE leased_at <= ?', 'WHERE leased_at < ?'],
      ['there is room when the newest is forgotten', 'min(leased_at) AS oldest', 'max(leased_at) AS oldest'],
      ['there is room when a lease is forgotten', 'FROM idempotency WHERE body IS NOT NULL', 'FROM idempotency'],
      ['characters are counted as bytes', 'sum(octet_length(body))', 'sum(length(body))'],
      [
        'a new lease forgets the others',
        'DELETE FROM idempotency WHERE key = ?',
        'DELETE FROM idempotency WHERE ? IS NOT NULL',
      ],
    ],
  },
];
