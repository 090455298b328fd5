import type { FileMutants } from './file-mutants';

/** Mutants of the statements for operators: republishing, backups and their restore, metrics. */
export const OPERATION_MUTANTS: readonly FileMutants[] = [
  {
    file: 'republish.ts',
    tests: ['republish'],
    mutants: [
      ['a page begins with the last link of the page before', 'rows.at(-1)?.code', 'rows.at(-2)?.code'],
      ['only the first page of links is compared', 'rows.length === LINKS_PER_PAGE', 'rows.length < 0'],
      ['a missing link is not published', 'eachOf([...missing, ...outdated])', 'eachOf(outdated)'],
      ['an outdated link is not published', 'eachOf([...missing, ...outdated])', 'eachOf(missing)'],
      ['every link is published', '    .where(inArray(links.code, eachOf([...missing, ...outdated])))\n', ''],
      ['a republished link is not announced', '.set(announced(links, now))', '.set({ dirty: true })'],
      ['the mark of a dirty link is cleared', '!wereDirty.has(code)', 'code'],
      [
        'the first entry of a page counts as superfluous',
        '.where(inArray(links.code, eachOf(codes)));\n  const isKnown',
        ".where(gt(links.code, codes[0] ?? ''));\n  const isKnown",
      ],
    ],
  },
  {
    file: 'tables.ts',
    tests: ['many-rows', 'backup'],
    mutants: [
      ['the last row of a page is in the next one too', '(${listed(key)}) > (', '(${listed(key)}) >= ('],
      ['only the first page of a table is read', 'isCut || found.length === MAX_ROWS', 'isCut'],
      [
        'a page that is cut by its size ends its table',
        'isCut || found.length === MAX_ROWS',
        'found.length === MAX_ROWS',
      ],
      ['a backup has the mark of a restore', "name !== 'settings' || row.name !== MARKER", 'row'],
      [
        'a restore overwrites a link that was made meanwhile',
        "THEN NULL ELSE value ->> 'url' END",
        "THEN value ->> 'url' ELSE value ->> 'url' END",
      ],
      ['a repeated page of links is refused', "\n        AND here.id <> value ->> 'id' AND", ' AND'],
      ['a tombstone is in the way of a restored link', ' AND here.gone IS NULL)', ')'],
      ['any link is in the way of a restored one', "here.code = value ->> 'code'", 'here.code IS NOT NULL'],
      [
        'restored links keep their versions',
        "sql`value ->> 'version' + ${raise}`",
        "sql`value ->> 'version' + ${raise} * 0`",
      ],
      ['restored links are dirty', 'dirty: () => sql`0`', "dirty: () => sql`value ->> 'dirty'`"],
      ['restored links have a put under way', 'put_at: () => sql`0`', "put_at: () => sql`value ->> 'put_at'`"],
      ['restored links are not quiet', 'quiet_at: () => sql`0`', "quiet_at: () => sql`value ->> 'quiet_at'`"],
      [
        'the links of a deleted account redirect after a restore',
        "value ->> 'suspended' OR value ->> 'deleted_at' IS NOT NULL",
        "value ->> 'suspended'",
      ],
      [
        'a restore resumes suspended accounts',
        "value ->> 'suspended' OR value ->> 'deleted_at' IS NOT NULL",
        "value ->> 'deleted_at' IS NOT NULL",
      ],
      [
        'restored keys are dirty',
        "told_version: () => sql`value ->> 'version'`",
        "told_version: () => sql`value ->> 'told_version'`",
      ],
      ['a page that is sent again is refused', 'INSERT OR REPLACE INTO', 'INSERT INTO'],
      ['a page that is sent again changes nothing', 'INSERT OR REPLACE INTO', 'INSERT OR IGNORE INTO'],
      ['the settings of a restore end it', 'eachOf([MARKER, ...rows', 'eachOf([...rows'],
      ['restored settings are deleted', 'eachOf([MARKER, ...rows.map((row) => String(row.name))])', 'eachOf([MARKER])'],
      [
        'settings of the deployment stay',
        'await db.delete(settings).where(notInArray(settings.name, kept));',
        'void notInArray(settings.name, kept);',
      ],
    ],
  },
  {
    file: 'objects.ts',
    tests: ['many-rows', 'backup'],
    mutants: [
      ['only the first objects are in a backup', 'rows.length === MAX_OBJECTS', 'rows.length < 0'],
      [
        'the objects of deleted accounts are in a backup',
        'and(gt(accounts.id, after), isNull(accounts.deletedAt))',
        'gt(accounts.id, after)',
      ],
      ['links without a limit have a counter', 'maxClicks !== null', 'true'],
      ['only the first fifty counters are in a backup', 'limited.length > MAX_OBJECTS', 'limited.length < 0'],
      ['only the counters of the first thousand links are in a backup', 'rows.length === MAX_LINKS', 'rows.length < 0'],
    ],
  },
  {
    file: 'restore.ts',
    tests: ['restore', 'backup'],
    mutants: [
      ['a deployment with tombstones takes no backup', ' WHERE gone IS NULL LIMIT 1', ' LIMIT 1'],
      ['a deployment with links takes a backup', ' WHERE gone IS NULL LIMIT 1', ' WHERE gone IS NOT NULL LIMIT 1'],
      ['the end of a restore deletes every account', '${accounts} WHERE deleted_at IS NOT NULL', '${accounts}'],
      ['a deletion under way is in the way of the end', 'INSERT OR IGNORE INTO', 'INSERT INTO'],
      ['a deletion under way begins anew', 'INSERT OR IGNORE INTO', 'INSERT OR REPLACE INTO'],
      [
        'the end of a restore deletes all settings',
        '.delete(settings).where(sql`${settings.name} = ${MARKER}`)',
        '.delete(settings)',
      ],
    ],
  },
  {
    file: 'restore-marker.ts',
    tests: ['restore', 'backup'],
    mutants: [
      ['any setting is the mark of a restore', '    .where(eq(settings.name, MARKER))\n', ''],
      [
        'a page of another backup moves the mark',
        "and(eq(settings.name, MARKER), sql`value ->> 'id' = ${id}`)",
        'eq(settings.name, MARKER)',
      ],
      ['a page moves the beginning of its restore', "'$.pageAt'", "'$.at'"],
    ],
  },
  {
    file: 'key-handover.ts',
    tests: ['key-handover', 'backup'],
    mutants: [
      ['a part begins with the last key of the part before', 'WHERE key > ? ORDER', 'WHERE key >= ? ORDER'],
      ['a longer response is in a part', 'octet_length(body) <= ${MAX_BYTES}', 'TRUE'],
      [
        'a response of the greatest length is left out',
        'octet_length(body) <= ${MAX_BYTES}',
        'octet_length(body) < ${MAX_BYTES}',
      ],
      ['a response that is left out has a status', 'iif(is_short, status, NULL) AS status', 'status'],
      ['a response that is left out has a digest', 'iif(is_short, request_hash, NULL) AS request_hash', 'request_hash'],
    ],
  },
  {
    file: 'statistics-handover.ts',
    tests: ['statistics-handover'],
    mutants: [
      ['the totals of a part begin with the last link before', 'link > ?1 ORDER BY link`', 'link >= ?1 ORDER BY link`'],
      ['the days of a part begin with the last day before', '(link, day) > (?1, ?2)', '(link, day) >= (?1, ?2)'],
      ['days are left out at the end of a part', '(link, day) > (?1, ?2)', '(link > ?1 AND day > ?2)'],
      ['totals that are stored again cause a fault', "'REPLACE INTO totals", "'INSERT INTO totals"],
      ['days that are stored again cause a fault', "'REPLACE INTO days", "'INSERT INTO days"],
    ],
  },
  {
    file: 'metrics-store.ts',
    tests: ['metrics-store'],
    mutants: [
      ['a repeated batch of figures counts twice', '(id <> ?1 OR number < ?2) AND', ''],
      ['a repeated batch of figures causes a fault', 'INSERT OR IGNORE', 'INSERT'],
      ['an isolate keeps its first number', 'number = ?2, at = ?3', 'number = min(number, ?2), at = ?3'],
      [
        'an isolate is forgotten an hour after its first batch',
        'number = ?2, at = ?3',
        'number = ?2, at = min(at, ?3)',
      ],
      ['an isolate is forgotten at once', 'OR at < ?4 ORDER', 'OR ?4 > 0 ORDER'],
      ['no isolate is forgotten', 'OR at < ?4 ORDER', 'OR at < ?4 * 0 ORDER'],
      ['an isolate gets a second row', 'ORDER BY id = ?1 DESC', 'ORDER BY id = ?1'],
    ],
  },
  {
    file: 'read-metrics.ts',
    tests: ['get-metrics', 'restore'],
    mutants: [
      ['all links count as dirty', 'WHERE ${links.dirty} = 1) AS', ') AS'],
      ['all keys count as dirty', 'WHERE ${keys.version} > ${keys.toldVersion}', ''],
      ['the denylist counts as dirty', 'WHERE ${denylist.dirty} = 1', ''],
      ['all links count as pending', "WHERE ${links.threat} = 'pending'", ''],
      ['any setting counts as a restore', 'WHERE ${settings.name} = ${MARKER}', ''],
    ],
  },
];
