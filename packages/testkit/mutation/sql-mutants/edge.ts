import type { FileMutants } from './file-mutants';

/** Mutants of the statements of the redirect worker's Durable Objects, and of packages/store. */
export const EDGE_MUTANTS: readonly FileMutants[] = [
  {
    file: 'click-counter.ts',
    tests: ['click-counter', 'spent'],
    mutants: [
      [
        'a restarted counter begins with its first click',
        'SELECT max(number) AS number',
        'SELECT min(number) AS number',
      ],
      ['any click id counts as known', "'SELECT 1 FROM clicks WHERE id = ?'", '"SELECT 1 FROM clicks WHERE ? <> \'\'"'],
      ['a repeated click id causes a fault', 'INSERT OR IGNORE INTO clicks', 'INSERT INTO clicks'],
      ['a repeated click id counts twice', 'INSERT OR IGNORE INTO clicks', 'REPLACE INTO clicks'],
      [
        'a click id is deleted a millisecond late',
        'DELETE FROM clicks WHERE at <= ?',
        'DELETE FROM clicks WHERE at < ?',
      ],
      ['a click id is deleted at once', 'DELETE FROM clicks WHERE at <= ?', 'DELETE FROM clicks WHERE ? > 0'],
    ],
  },
  {
    file: 'attempt-log.ts',
    tests: ['attempt-log', 'attempt-limiter'],
    mutants: [
      [
        'an attempt of 0.10.0 has no wide network',
        'SELECT id, network, network, at FROM',
        'SELECT id, network, NULL, at FROM',
      ],
      ['the oldest attempt decides', 'ORDER BY at DESC LIMIT 1 OFFSET', 'ORDER BY at LIMIT 1 OFFSET'],
      ['the limiter allows one attempt more', 'LIMIT 1 OFFSET ? - 1', 'LIMIT 1 OFFSET ?'],
      ['a link is under attack for ever', "nthNewest('at > ?')", "nthNewest('at > ? * 0')"],
      ['an attempt counts for its link a millisecond longer', "nthNewest('at > ?')", "nthNewest('at >= ?')"],
      ['attempts of all networks count for a network', "'network = ? AND at > ?'", '"? <> \'\' AND at > ?"'],
      [
        'an attempt counts for its network a millisecond longer',
        "nthNewest('network = ? AND at > ?')",
        "nthNewest('network = ? AND at >= ?')",
      ],
      [
        'attempts of all wide networks count for a wide network',
        "'wide_network = ? AND at > ?'",
        '"? <> \'\' AND at > ?"',
      ],
      [
        'an attempt counts for its wide network for ever',
        "'wide_network = ? AND at > ?'",
        "'wide_network = ? AND at > ? * 0'",
      ],
      [
        'an attempt made twice is charged twice',
        "'SELECT 1 FROM guess_log WHERE id = ?'",
        "'SELECT 1 FROM guess_log WHERE id = ? AND FALSE'",
      ],
      [
        'a right password refunds all attempts',
        'DELETE FROM guess_log WHERE id = ?',
        'DELETE FROM guess_log WHERE ? IS NOT NULL',
      ],
      [
        'a right password refunds no attempt',
        'DELETE FROM guess_log WHERE id = ?',
        'DELETE FROM guess_log WHERE id = ? AND FALSE',
      ],
      ['attempts are deleted at once', 'WHERE at <= ?`', 'WHERE ? > 0`'],
    ],
  },
  {
    file: 'renew-password.ts',
    tests: ['pepper-rotation'],
    mutants: [
      [
        'a password that was changed meanwhile is put back',
        'WHERE code = ?1 AND password = ?2',
        'WHERE code = ?1 AND ?2 IS NOT NULL',
      ],
      [
        'the passwords of all links are renewed',
        'WHERE code = ?1 AND password = ?2',
        'WHERE ?1 IS NOT NULL AND password = ?2',
      ],
    ],
  },
  {
    file: 'arrivals.ts',
    tests: ['arrivals', 'statistics-values', 'statistics-midnight', 'statistics'],
    mutants: [
      ['a repeated batch causes a fault', 'INSERT OR IGNORE INTO arrivals', 'INSERT INTO arrivals'],
      ['a repeated batch overwrites a row', 'UPDATE OR IGNORE arrivals', 'UPDATE OR REPLACE arrivals'],
      [
        'an evicted object counts no waiting clicks',
        'SELECT sum(length(clicks)) AS n',
        'SELECT 0 * sum(length(clicks)) AS n',
      ],
      ['a batch overwrites one that may be repeated', 'WHERE id < ? AND (clicks', 'WHERE ? IS NOT NULL AND (clicks'],
      ['a batch overwrites no row', 'ORDER BY id LIMIT 1', 'ORDER BY id LIMIT 0'],
      ['a row grows without limit', 'length(clicks) < ?', 'length(clicks) < 1e9 + ?'],
      ['rolled-up rows are not overwritten', '(clicks IS NULL OR length', '(length'],
      ['a batch is rolled up twice', "WHERE clicks <> '' ORDER BY id", 'WHERE clicks IS NOT 0 ORDER BY id'],
      [
        'a rolled-up batch that may be repeated is deleted',
        'WHERE id <= ? AND id < ?',
        'WHERE id <= ? AND ? IS NOT NULL',
      ],
      [
        'a rolled-up batch that cannot be repeated is not deleted',
        'WHERE id <= ? AND id < ?',
        'WHERE id <= ? AND id < ? AND FALSE',
      ],
      [
        'batches after the rolled-up part are lost',
        "SET clicks = NULL, hashes = NULL WHERE id <= ? AND clicks <> ''",
        "SET clicks = NULL, hashes = NULL WHERE ? IS NOT NULL AND clicks <> ''",
      ],
    ],
  },
  {
    file: 'statistics-store.ts',
    tests: ['statistics-values', 'statistics-midnight', 'statistics'],
    mutants: [
      [
        'a link has the days of all links',
        'WHERE link = ? AND day BETWEEN ? AND ? ORDER',
        'WHERE ? IS NOT NULL AND day BETWEEN ? AND ? ORDER',
      ],
      ['days outside the range are returned', 'day BETWEEN ? AND ? ORDER', 'day BETWEEN ? - 1 AND ? + 1 ORDER'],
      [
        'the counts of a link are those of all links',
        'WHERE link = ?1 AND day BETWEEN ?2',
        'WHERE ?1 IS NOT NULL AND day BETWEEN ?2',
      ],
      ['the days beside a range have no clicks', 'json_array(1, 0, 0, 0, 0, tally -> 5)', 'json_array(1, 0, 0, 0, 0)'],
      ['the oldest day is the newest', 'SELECT min(day) AS day', 'SELECT max(day) AS day'],
      ['a day is kept a day longer', 'DELETE FROM days WHERE day <= ?', 'DELETE FROM days WHERE day < ?'],
      ['yesterday’s visitors are not deleted', "'DELETE FROM visitors'", "'DELETE FROM visitors WHERE FALSE'"],
      ['totals are never updated', 'REPLACE INTO totals', 'INSERT OR IGNORE INTO totals'],
      ['a day is never updated', 'ON CONFLICT DO UPDATE SET tally = excluded.tally', 'ON CONFLICT DO NOTHING'],
      ['the visitors of a link are never updated', 'REPLACE INTO visitors', 'INSERT OR IGNORE INTO visitors'],
    ],
  },
  {
    file: 'denylist.ts',
    tests: ['denylist.rows', 'blocked-hosts'],
    mutants: [
      ['the mark of a newer denylist is cleared', '    eq(denylist.version, announcement?.version ?? 0),\n', ''],
      ['the mark of the denylist is cleared while a put may take effect', '    lte(denylist.quietAt, now),\n', ''],
      ['every account is denied', "FROM accounts WHERE suspended = 1'", "FROM accounts'"],
      ['a published denylist is put again', 'stored === null ? undefined : eq(denylist.dirty, true)', 'undefined'],
      ['a change of the denylist is no new version', 'set(newVersion(denylist, now))', 'set(announced(denylist, now))'],
    ],
  },
  {
    file: 'clear-marks.ts',
    tests: ['marks'],
    mutants: [
      ['the marks of all links are cleared', "and(eq(links.code, sql`put.value ->> 'code'`), eq", 'and(eq'],
      ['the mark of a newer version is cleared', ", eq(links.version, sql`put.value ->> 'version'`)", ''],
      ['marks are cleared while a put may take effect', 'lte(links.quietAt, now), ', ''],
    ],
  },
  {
    file: 'publish.ts',
    tests: ['marks', 'publish', 'put-entry'],
    mutants: [
      ['a change does not mark its row as dirty', '`dirty = 1, quiet_at', '`quiet_at'],
      ['a change does not move quiet_at beyond the last put', 'quiet_at = put_at + ${PUT_SETTLES_MS}, ', ''],
      ['a change moves put_at back', 'put_at = max(put_at, ?1)', 'put_at = ?1'],
      ['a repair follows soon after the last put', 'AND put_at <= ?1 - ${PUT_SETTLES_MS} RETURNING', 'RETURNING'],
      ['the mark of a newer put is cleared', 'WHERE code = ?2 AND version = ?3', 'WHERE code = ?2 AND ?3 > 0'],
      ['a mark is cleared while a put may take effect', 'AND quiet_at <= ?1 AND dirty = 1', 'AND ?1 > 0 AND dirty = 1'],
    ],
  },
  {
    file: 'spent.ts',
    tests: ['spent'],
    mutants: [
      ['a spent link ends another link of its code', "AND links.id = spent.value ->> 'linkId'", ''],
      ['the end of one link ends all links', "WHERE code = spent.value ->> 'code' AND", 'WHERE'],
      ['a deleted link becomes spent', "(gone IS NULL OR (gone = 'CLICKS' AND dirty = 1))", 'TRUE'],
      [
        'an unpublished end is not published again',
        "(gone IS NULL OR (gone = 'CLICKS' AND dirty = 1))",
        '(gone IS NULL)',
      ],
      ['a published end is published again', "gone = 'CLICKS' AND dirty = 1", "gone = 'CLICKS'"],
      ['a link with a raised limit becomes spent', "AND max_clicks <= spent.value ->> 'clicks'", ''],
      ['a link that has reached its limit is not spent', 'AND max_clicks <= spent', 'AND max_clicks < spent'],
      [
        'the end of a spent link is no new version',
        "SET gone = 'CLICKS', version = version + 1,",
        "SET gone = 'CLICKS',",
      ],
    ],
  },
  {
    file: 'find-link.ts',
    tests: ['edit-link'],
    mutants: [['any link is found', 'FROM links WHERE code = ?1`', 'FROM links WHERE ?1 IS NOT NULL`']],
  },
];
