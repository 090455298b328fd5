import type { FileMutants } from './file-mutants';

/** Mutants of the statements about keys: their limit per account, records, texts, and pushes to their objects. */
export const KEY_MUTANTS: readonly FileMutants[] = [
  {
    file: 'key-caps.ts',
    tests: ['keys.rows', 'accounts'],
    mutants: [
      ['the keys of other accounts count towards the limit', '${keys.accountId} = ${accountId} AND ${ne', '${ne'],
      ['revoked keys count towards the limit', " AND ${ne(keys.status, 'revoked').inlineParams()}", ''],
      ['keys that are switched off count as active', " AND ${keys.status} = 'active'", ''],
      ['an account may have one active key too many', '(${activeKeys(accountId)}) <', '(${activeKeys(accountId)}) <='],
      ['an account may have one key too many', '(${usableKeys(accountId)}) < max', '(${usableKeys(accountId)}) <= max'],
      [
        'a higher limit of active keys does not raise the limit of keys',
        'max(${MAX_KEYS}, ${capOf(accountId, caps)})',
        '${MAX_KEYS}',
      ],
    ],
  },
  {
    file: 'keys.ts',
    tests: ['keys.rows', 'accounts'],
    mutants: [
      ['a deleted account gets a key', ' AND ${accounts.deletedAt} IS NULL', ''],
      ['a key is made beyond the limit of active keys', '${hasRoomForActiveKey(row.accountId, caps)} AND ', ''],
      ['a key is made beyond the limit of keys', ' AND ${hasRoomForKey(row.accountId, caps)}', ''],
      ['a repeated insertion of a key causes a fault', '.onConflictDoNothing({ target: keys.id })', ''],
      [
        'another text of a key id counts as the same key',
        'and(eq(keys.id, id), eq(keys.digest, digest))',
        'eq(keys.id, id)',
      ],
      ['a page of keys ignores its cursor', 'and(gt(keys.id, cursor), ofAccount)', 'ofAccount'],
      ['a page of keys has keys of all accounts', 'and(gt(keys.id, cursor), ofAccount)', 'gt(keys.id, cursor)'],
      ['the console shows keys of all accounts', 'and(eq(keys.accountId, accountId), status)', 'status'],
      ['the oldest key is shown first', 'desc(keys.createdAt), desc(keys.id)', 'asc(keys.createdAt), desc(keys.id)'],
      ['a key of another account is found', 'and(eq(keys.id, id), eq(keys.accountId, accountId))', 'eq(keys.id, id)'],
      [
        'a key cannot follow its account again',
        '{ name, plan, status, ...rights, version',
        '{ name, plan: plan ?? undefined, status, ...rights, version',
      ],
      ['a change of a key is not pushed', 'status, ...rights, version: oneMore(keys.version) }', 'status, ...rights }'],
      ['a revoked key can be changed', 'isNotRevoked, isWithinCap', 'isWithinCap'],
      ['a revoked key cannot be revoked again', "status === 'revoked' ? undefined : ne", 'ne'],
      [
        'an active key cannot be changed at the limit',
        "or(eq(keys.status, 'active'), hasRoomForActiveKey(accountId, caps))",
        'hasRoomForActiveKey(accountId, caps)',
      ],
      [
        'an inactive key cannot be renamed at the limit',
        "isWithinCap =\n    status === 'active' ?",
        "isWithinCap =\n    status !== 'revoked' ?",
      ],
      ['a change of a key overwrites a newer one', 'isAsSeen, isNotRevoked', 'isNotRevoked'],
      ['a key is switched on beyond the limit', 'isNotRevoked, isWithinCap', 'isNotRevoked'],
      [
        'every key is revoked',
        'version: oneMore(keys.version) })\n    .where(eq(keys.id, id))',
        'version: oneMore(keys.version) })',
      ],
      [
        'a revocation is not pushed',
        "{ status: 'revoked', selfRevokedAt, version: oneMore(keys.version) }",
        "{ status: 'revoked', selfRevokedAt }",
      ],
    ],
  },
  {
    file: 'key-push.ts',
    tests: ['key-push'],
    mutants: [
      ['a push is recorded for other keys', "and(eq(keys.id, sql`pushed.value ->> 'id'`), lt", 'and(lt'],
      ['a push of an older version is recorded', ', lt(keys.toldVersion, version)', ''],
    ],
  },
  {
    file: 'read-stored-key.ts',
    tests: ['read-stored-key', 'key-push'],
    mutants: [
      ['a key has no plan of its own', 'coalesce(keys.plan, accounts.plan)', 'accounts.plan'],
      ['a pushed record is pushed again', 'keys.version > keys.told_version', 'keys.version >= keys.told_version'],
      [
        'the keys of all accounts are pushed',
        'AND keys.account_id = ?1 AND keys.id > ?2',
        'AND ?1 <> 0 AND keys.id > ?2',
      ],
      ['a portion repeats the last key', 'keys.id > ?2', 'keys.id >= ?2'],
      ['the cron does not begin again at the first account', " UNION ALL ${part('keys.account_id < ?1')}", ''],
      ['any key’s record is read', 'WHERE keys.id = ?1', 'WHERE ?1 <> 0'],
    ],
  },
  {
    file: 'rotation.ts',
    tests: ['rotation'],
    mutants: [
      ['every concurrent rotation succeeds', '    eq(keys.digest, from.digest),\n', ''],
      [
        'a rotation ignores that an older text was ended',
        '    isSame(keys.previousDigest, from.previousDigest),\n',
        '',
      ],
      ['a revoked key is rotated', "ne(keys.status, 'revoked'), hasTexts", 'hasTexts'],
      [
        'a rotation ends an older text without endsPrevious',
        '    sql`coalesce(${keys.previousEndsAt}, 0) <= ${endsBy}`,\n',
        '',
      ],
      ['an expired older text prevents a rotation', '<= ${endsBy}', '< ${endsBy}'],
      [
        'a rotation is not pushed',
        'previousEndsAt, lastFours, version: oneMore(keys.version)',
        'previousEndsAt, lastFours',
      ],
      ['the older texts of all keys end', 'and(eq(keys.id, id), isTextToEnd)', 'isTextToEnd'],
      ['another older text is ended', 'eq(markOfPrevious, mark)', 'isNotNull(keys.previousDigest)'],
      ['the last four characters of the ended text stay', 'lastFours: lastFoursOfCurrent, ', ''],
      [
        'the end of a text is not pushed',
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
        'the lease of another run is released',
        'SET leased_at = ? WHERE key = ? AND leased_at = ?',
        'SET leased_at = ? WHERE key = ? AND ? > 0',
      ],
      [
        'the response of a run without a lease is stored',
        'body = ? WHERE key = ? AND leased_at = ? AND',
        'body = ? WHERE key = ? AND ? > 0 AND',
      ],
      ['a stored response is replaced', 'AND leased_at = ? AND body IS NULL', 'AND leased_at = ?'],
      ['a stored response is deleted a millisecond late', 'WHERE leased_at <= ?', 'WHERE leased_at < ?'],
      ['the room is free at the end of the newest response', 'min(leased_at) AS oldest', 'max(leased_at) AS oldest'],
      ['the room is free at the end of a lease', 'FROM idempotency WHERE body IS NOT NULL', 'FROM idempotency'],
      ['characters are counted as bytes', 'sum(octet_length(body))', 'sum(length(body))'],
      [
        'a new lease deletes the others',
        'DELETE FROM idempotency WHERE key = ?',
        'DELETE FROM idempotency WHERE ? IS NOT NULL',
      ],
    ],
  },
  {
    file: 'last-use.ts',
    tests: ['key-rights'],
    mutants: [
      ['the first use of a key is not stored', 'coalesce(last_used_at, 0)', 'last_used_at'],
      ['the use of one key is stored for all', 'id = ?2 AND', '?2 <> 0 AND'],
      ['the use of a revoked key is stored', "AND status <> 'revoked' ", ''],
      ['an earlier hour replaces a later one', ' AND coalesce(last_used_at, 0) < ?1', ''],
    ],
  },
];
