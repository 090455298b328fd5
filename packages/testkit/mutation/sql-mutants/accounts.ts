import type { FileMutants } from './file-mutants';

/** Statements over accounts, their deletion and the operator's answers to them. */
export const ACCOUNT_MUTANTS: readonly FileMutants[] = [
  {
    file: 'accounts.ts',
    tests: ['accounts.rows', 'suspension'],
    mutants: [
      ['a page of accounts begins anew', 'and(gt(accounts.id, cursor), lives)', 'lives'],
      ['a deleted account is listed', 'and(gt(accounts.id, cursor), lives)', 'gt(accounts.id, cursor)'],
      ['a deleted account is found', '.where(and(eq(accounts.id, id), lives))', '.where(eq(accounts.id, id))'],
      [
        'a change touches the keys of all',
        "WHERE account_id = ?1 AND status <> 'revoked' AND EX",
        "WHERE status <> 'revoked' AND EX",
      ],
      [
        'a change touches revoked keys',
        "WHERE account_id = ?1 AND status <> 'revoked' AND EX",
        'WHERE account_id = ?1 AND EX',
      ],
      ['a change that changes nothing is told', '(plan <> ?2 OR', '(TRUE OR plan <> ?2 OR'],
      ['a plan is not told', 'plan <> ?2 OR reserved', 'reserved'],
      ['an override is not told', 'reserved_override <> ?3 OR', ''],
      ['a suspension is not told', 'OR suspended <> ?4)', "OR ?4 = 'never')"],
      ['a deleted account is changed', 'WHERE id = ?1 AND deleted_at IS NULL`', 'WHERE id = ?1`'],
      ['a change is of all accounts', 'WHERE id = ?1 AND deleted_at IS NULL`', 'WHERE deleted_at IS NULL`'],
      ['a suspension signs everybody out', 'FROM sessions WHERE account_id = ?1', 'FROM sessions WHERE ?1 IS NOT NULL'],
      ['a suspension signs nobody out', 'FROM sessions WHERE account_id = ?1', 'FROM sessions WHERE ?1 IS NULL'],
      [
        'a suspension ends all sign-in links',
        'sign_in_links WHERE account_id = ?1',
        'sign_in_links WHERE ?1 IS NOT NULL',
      ],
      ['a suspension ends no sign-in link', 'sign_in_links WHERE account_id = ?1', 'sign_in_links WHERE ?1 IS NULL'],
    ],
  },
  {
    file: 'delete-account.ts',
    tests: ['delete-account', 'bury-links'],
    mutants: [
      [
        'a deletion revokes the keys of all',
        "version = version + 1 WHERE account_id = ?1 AND status <> 'revoked'",
        "version = version + 1 WHERE ?1 IS NOT NULL AND status <> 'revoked'",
      ],
      ['a deletion lets the account sign in', 'suspended = 1, reserved_override = 0', 'reserved_override = 0'],
      ['a deletion is of all accounts', 'deleted_at = ?2 WHERE id = ?1', 'deleted_at = ?2 WHERE ?1 IS NOT NULL'],
      [
        'a deletion forgets what belongs to all',
        'DELETE FROM ${table} WHERE account_id = ?1',
        'DELETE FROM ${table} WHERE ?1 IS NOT NULL',
      ],
      ['a deleted link keeps its destination', "gone IS 'DELETED' AND url = '${NOWHERE}' AND", "gone IS 'DELETED' AND"],
      ['a deleted link keeps its password', ' AND password IS NULL`', '`'],
      ['a revoked key keeps its name', "name = '${NAMELESS}' AND last_fours = '{}'`", "last_fours = '{}'`"],
      ['a revoked key keeps its last four', "name = '${NAMELESS}' AND last_fours = '{}'`", "name = '${NAMELESS}'`"],
      ['links of the last moment are passed over', 'created_at >= d.up_to', 'created_at > d.up_to'],
      [
        'keys that were not told do not matter',
        '(version > told_version OR NOT (${IS_NAMELESS}))',
        'NOT (${IS_NAMELESS})',
      ],
      ['a deletion with links left is not due', '(${HAS_LINKS} OR ${HAS_KEYS})', '(${HAS_KEYS})'],
      [
        'a deletion is done at once',
        'AS d WHERE due_at <= ?1 AND deleted_at + ${DENIED_FOR_MS} <= ?1',
        'AS d WHERE due_at <= ?1',
      ],
      ['a deletion is done with links left', 'AND NOT ${HAS_LINKS} AND NOT ${HAS_KEYS}', 'AND NOT ${HAS_KEYS}'],
      ['a deletion is done with keys left', 'AND NOT ${HAS_LINKS} AND NOT ${HAS_KEYS}', 'AND NOT ${HAS_LINKS}'],
      ['the links of all are buried', 'FROM links WHERE account_id = ?2 AND', 'FROM links WHERE ?2 IS NOT NULL AND'],
      ['a run buries any number', 'ORDER BY created_at LIMIT ?4', 'ORDER BY created_at LIMIT ?4 * 1000'],
      [
        'the names of all keys are erased',
        'WHERE account_id = ?1 AND NOT (${IS_NAMELESS})',
        'WHERE ?1 IS NOT NULL AND NOT (${IS_NAMELESS})',
      ],
      [
        'a finished deletion lifts every suspension',
        'SET suspended = 0 WHERE id IN (',
        'SET suspended = 0 WHERE NULL IS NOT (',
      ],
      [
        'a finished deletion ends the others',
        'DELETE FROM deletions WHERE account_id IN (',
        'DELETE FROM deletions WHERE NULL IS NOT (',
      ],
    ],
  },
  {
    file: 'upgrades.ts',
    tests: ['upgrades.rows', 'upgrades'],
    mutants: [
      [
        'a wish forgets those of others',
        "WHERE account_id = ?1 AND state = 'open' AND plan <> ?2",
        "WHERE state = 'open' AND plan <> ?2",
      ],
      ['a wish forgets what was answered', "AND state = 'open' AND plan <> ?2", 'AND plan <> ?2'],
      ['the same wish is a new request', "state = 'open' AND plan <> ?2", "state = 'open' AND ?2 IS NOT NULL"],
      ['a deleted account wishes', 'FROM accounts WHERE id = ?1 AND deleted_at IS NULL', 'FROM accounts WHERE id = ?1'],
      [
        'a wish taken back takes back those of others',
        "WHERE account_id = ?1 AND state = 'open'\").bind(accountId)",
        "WHERE ?1 IS NOT NULL AND state = 'open'\").bind(accountId)",
      ],
      ['the latest wish is the first', 'ORDER BY created_at DESC LIMIT 1', 'ORDER BY created_at LIMIT 1'],
      ['an answered wish is listed as open', "WHERE state = 'open' AND id > ?1", 'WHERE id > ?1'],
      ['a page of wishes begins anew', 'AND id > ?1 ORDER BY id', 'AND ?1 IS NOT NULL ORDER BY id'],
      ['what was answered is answered again', "WHERE id = ?1 AND state = 'open' RETURNING", 'WHERE id = ?1 RETURNING'],
      [
        'a declined wish gives its plan',
        "FROM upgrade_requests WHERE id = ?1 AND state = 'open'\"",
        'FROM upgrade_requests WHERE id = ?1"',
      ],
      [
        'a granted wish touches the keys of all',
        'WHERE account_id = (SELECT account_id ${OF_OPEN}) AND',
        'WHERE ?1 IS NOT NULL AND',
      ],
    ],
  },
];
