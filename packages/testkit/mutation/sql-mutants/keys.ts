import type { FileMutants } from './file-mutants';

/** Statements over keys: their room, their records, their texts, and what they have been told. */
export const KEY_MUTANTS: readonly FileMutants[] = [
  {
    file: 'key-caps.ts',
    tests: ['keys.rows', 'accounts'],
    mutants: [
      [
        'the keys of others take room',
        "FROM keys WHERE account_id = ?1 AND status <> 'revoked'\"",
        "FROM keys WHERE status <> 'revoked'\"",
      ],
      [
        'revoked keys take room',
        "FROM keys WHERE account_id = ?1 AND status <> 'revoked'\"",
        'FROM keys WHERE account_id = ?1"',
      ],
      ['keys that are switched off count as active', "(${USABLE} AND status = 'active') <", '(${USABLE}) <'],
      ['there is one active key too many', "status = 'active') < ${CAP}", "status = 'active') <= ${CAP}"],
      ['there is one key too many', '(${USABLE}) < max(', '(${USABLE}) <= max('],
      ['a higher cap of active keys makes no room', 'max(${MAX_KEYS}, ${CAP})', '${MAX_KEYS}'],
    ],
  },
  {
    file: 'keys.ts',
    tests: ['keys.rows', 'accounts'],
    mutants: [
      [
        'a deleted account gets a key',
        'WHERE id = ?1 AND deleted_at IS NULL AND ${HAS_ROOM}',
        'WHERE id = ?1 AND ${HAS_ROOM}',
      ],
      ['a key is made without room', 'AND ${HAS_ROOM} AND ${HAS_PLACE}', 'AND ${HAS_PLACE}'],
      ['a key is made without place', 'AND ${HAS_ROOM} AND ${HAS_PLACE}', 'AND ${HAS_ROOM}'],
      ['a key made twice is a fault', 'ON CONFLICT (id) DO NOTHING RETURNING id`', 'RETURNING id`'],
      [
        'another text of an id passes for the same',
        'WHERE id = ?1 AND digest = ?2',
        'WHERE id = ?1 AND ?2 IS NOT NULL',
      ],
      ['a page of keys begins anew', 'and(gt(keys.id, cursor), ofAccount)', 'ofAccount'],
      ['a page of keys is of all accounts', 'and(gt(keys.id, cursor), ofAccount)', 'gt(keys.id, cursor)'],
      ['the shown keys are of all accounts', 'and(eq(keys.accountId, accountId), status)', 'status'],
      ['the oldest key is shown first', 'desc(keys.createdAt), desc(keys.id)', 'asc(keys.createdAt), desc(keys.id)'],
      ['a foreign key is one’s own', 'and(eq(keys.id, id), eq(keys.accountId, accountId))', 'eq(keys.id, id)'],
      ['a key cannot follow its account again', 'CASE WHEN ?5 THEN ?6 ELSE plan END', 'coalesce(?6, plan, ?5 + NULL)'],
      [
        'a change is not told',
        'status = coalesce(?7, status), version = version + 1',
        'status = coalesce(?7, status), version = version',
      ],
      ['a revoked key comes back', "(status <> 'revoked' OR ?7 IS 'revoked') AND", ''],
      ['a revoked key cannot be revoked again', "(status <> 'revoked' OR ?7 IS 'revoked')", "status <> 'revoked'"],
      ['an active key cannot be changed without room', "(status = 'active' OR ?7 IS NOT", '(?7 IS NOT'],
      ['a key that is off cannot be renamed without room', "OR ?7 IS NOT 'active' OR", 'OR'],
      ['a key is switched on without room', "OR ?7 IS NOT 'active' OR ${HAS_ROOM})", "OR ?7 IS 'active' OR TRUE)"],
    ],
  },
  {
    file: 'key-push.ts',
    tests: ['key-push'],
    mutants: [
      ['a key is noted for another', "WHERE keys.id = told.value ->> 'id' AND", 'WHERE'],
      ['a key is noted as of an older version', "AND told_version < told.value ->> 'version'", ''],
    ],
  },
  {
    file: 'key-record.ts',
    tests: ['key-record', 'key-push'],
    mutants: [
      ['a key has no plan of its own', 'coalesce(k.plan, a.plan) AS plan', 'a.plan AS plan'],
      ['what was told is told again', "'k.version > k.told_version'", "'k.version >= k.told_version'"],
      ['the keys of all accounts are told', 'AND k.account_id = ?1 AND k.id > ?2', 'AND ?1 IS NOT NULL AND k.id > ?2'],
      ['a portion begins with the last key once more', 'k.id > ?2', 'k.id >= ?2'],
      ['the cron does not go round', '(${FROM} < ?1', '(${FROM} < ?1 AND FALSE'],
    ],
  },
  {
    file: 'rotation.ts',
    tests: ['rotation'],
    mutants: [
      [
        'of rotations at once each is done',
        'AND digest = ?2 AND previous_digest IS ?3',
        'AND ?2 IS NOT NULL AND previous_digest IS ?3',
      ],
      [
        'an older text that was ended does not matter',
        'AND digest = ?2 AND previous_digest IS ?3',
        "AND digest = ?2 AND ?3 IS NOT ''",
      ],
      ['a revoked key is rotated', "IS ?3 AND status <> 'revoked' AND", 'IS ?3 AND'],
      ['an older text is ended unasked', 'AND coalesce(previous_ends_at, 0) <= ?8', 'AND ?8 >= 0'],
      [
        'an older text that has ended stands in the way',
        'coalesce(previous_ends_at, 0) <= ?8',
        'coalesce(previous_ends_at, 0) < ?8',
      ],
      ['a rotation is not told', 'last_fours = ?7, version = version + 1', 'last_fours = ?7'],
      [
        'the older texts of all keys end',
        'WHERE id = ?1 AND substr(previous_digest',
        'WHERE ?1 IS NOT NULL AND substr(previous_digest',
      ],
      [
        'another older text is ended',
        'coalesce(?2, substr(previous_digest, 1, ${MARK_LENGTH}))`',
        'coalesce(substr(previous_digest, 1, ${MARK_LENGTH}), ?2)`',
      ],
      [
        'the last four of the ended text stay',
        "json_patch('{}', json_object(digest, last_fours ->> digest))",
        'last_fours',
      ],
      [
        'an ended text is not told',
        'json_object(digest, last_fours ->> digest)), version = version + 1',
        'json_object(digest, last_fours ->> digest))',
      ],
    ],
  },
  {
    file: 'usage.ts',
    tests: ['usage'],
    mutants: [
      [
        'the keys of others are in use',
        "FROM keys WHERE account_id = ?1 AND status <> 'revoked' AND",
        "FROM keys WHERE status <> 'revoked' AND",
      ],
      ['keys that are switched off are in use', "AND status = 'active') AS active", ') AS active'],
    ],
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
