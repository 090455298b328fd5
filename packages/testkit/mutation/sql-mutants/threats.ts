import type { FileMutants } from './file-mutants';

/** Mutants of the statements of threat checks and of the cron. */
export const THREAT_MUTANTS: readonly FileMutants[] = [
  {
    file: 'scan-pending.ts',
    tests: ['rescan.rows', 'rescan', 'unjudgeable', 'accepted'],
    mutants: [
      ['links whose check was refused are checked first', '${links.refusedLooks} > 0', '${links.refusedLooks} = 0'],
      [
        'a pending link waits behind the newer ones',
        'sql`coalesce(${links.lookedAt}, ${links.createdAt})`',
        'sql`coalesce(${links.lookedAt}, ${links.createdAt}) DESC`',
      ],
      [
        'a pending link that stays unknown stays first',
        'sql`coalesce(${links.lookedAt}, ${links.createdAt})`',
        'links.createdAt',
      ],
      ['a safe link is not checked after a day', 'safe: { lookedAt: null, ', 'safe: { '],
      [
        'a link is unjudgeable a check too early',
        'threat: sql`iif(${staysPending}',
        'threat: sql`iif(${links.refusedLooks} + 2 < ${MAX_REFUSED_SCANS}',
      ],
      [
        'a link is unjudgeable a check too late',
        'unjudgeableAt: sql`iif(${staysPending}',
        'unjudgeableAt: sql`iif(${links.refusedLooks} < ${MAX_REFUSED_SCANS}',
      ],
      ['refused checks are not counted', '      refusedLooks: oneMore(links.refusedLooks),\n', ''],
    ],
  },
  {
    file: 'rescan.ts',
    tests: ['rescan.rows', 'rescan', 'unjudgeable', 'accepted'],
    mutants: [
      ['a link that is gone is checked', '${gone} IS NOT NULL OR ', ''],
      ['a blocked link is checked', '${blocked} IS NOT NULL OR ', ''],
      ['a pending link is checked twice', '${threat} IS NOT NULL OR ', ''],
      ['an accepted link is checked', ' OR ${accepted} THEN', ' THEN'],
      ['every link counts as unchecked', '${lookedAt} IS NULL AND ', ''],
      ['a link is checked before it is a day old', ' AND ${createdAt} <= ${now - DAY_MS}', ''],
      ['a clicked link is checked in every walk', '${lookedAt} <= ${now - WEEK_MS}', 'TRUE'],
      ['a run repeats the last link', 'gt(code, after)', 'sql`${code} >= ${after}`'],
      ['the check of a safe link is not recorded', 'safe: { lookedAt: now, ', 'safe: { '],
      [
        'an unjudgeable link is pending again',
        "sql`iif(${links.unjudgeableAt} IS NULL, 'pending', NULL)`",
        "'pending'",
      ],
      [
        'the destination of another link of the code is looked at',
        'ON ${isSameLink}',
        "ON ${links.code} = one.value ->> 'code'",
      ],
    ],
  },
  {
    file: 'scan-destinations.ts',
    tests: ['rescan.rows', 'rescan', 'unjudgeable', 'accepted'],
    mutants: [
      [
        'a verdict is recorded for another link of the code',
        '${isSameLink} AND ${links.url}',
        "${links.code} = one.value ->> 'code' AND ${links.url}",
      ],
      ['a verdict is recorded for another destination', " AND ${links.url} = one.value ->> 'url'", ''],
      ['a verdict is recorded for an accepted link', 'and(isUnchanged, eq(links.accepted, false))', 'isUnchanged'],
      ['an unjudgeable link is logged at each check', 'unjudgeableAt === now', 'unjudgeableAt !== null'],
    ],
  },
  {
    file: 'unjudgeable.ts',
    tests: ['unjudgeable'],
    mutants: [
      ['a blocked link waits for the operator', '    isNull(links.blocked),\n', ''],
      ['a link that is gone waits for the operator', '    isNull(links.gone),\n', ''],
      ['an expired link waits for the operator', 'gt(links.expiresAt, now)', 'gt(links.expiresAt, 0)'],
      ['a link without an expiry does not wait', 'isNull(links.expiresAt), ', ''],
      [
        'the link that waits longest is shown last',
        '.orderBy(links.unjudgeableAt)',
        '.orderBy(sql`${links.unjudgeableAt} DESC`)',
      ],
      ['any number is shown', '.limit(UNJUDGEABLE_SHOWN)', ''],
      ['an alias is shown in lower case', 'coalesce(${links.alias}, ${links.code})', '${links.code}'],
      ['every link waits for the operator', '    isNotNull(links.unjudgeableAt),\n', ''],
    ],
  },
  {
    file: 'canary.ts',
    tests: ['canary'],
    mutants: [
      ['the canary is sent every minute', '.where(isDue)', ''],
      ['the canary is sent a minute late', 'now - EVERY_MS', 'now - EVERY_MS - 1'],
    ],
  },
  {
    file: 'scheduled-jobs.ts',
    tests: ['publish', 'scheduled-jobs'],
    mutants: [
      ['every link is put again', '.where(isDirty)', ''],
      ['the row that waits longest is published last', '.orderBy(links.putAt)', '.orderBy(links.code)'],
    ],
  },
];
