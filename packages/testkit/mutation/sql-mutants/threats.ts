import type { FileMutants } from './file-mutants';

/** Mutants of the statements of threat checks and of the cron. */
export const THREAT_MUTANTS: readonly FileMutants[] = [
  {
    file: 'rescan.ts',
    tests: ['rescan', 'unjudgeable', 'accepted'],
    mutants: [
      ['what was refused before is looked at first', '${links.refusedLooks} > 0', '${links.refusedLooks} = 0'],
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
      ['a clean link is not looked at after a day', 'safe: { lookedAt: null, ', 'safe: { '],
      [
        'a link is unjudgeable a look too early',
        'threat: sql`iif(${staysPending}',
        'threat: sql`iif(${links.refusedLooks} + 2 < ${REFUSED_SCANS}',
      ],
      [
        'a link is unjudgeable a look too late',
        'unjudgeableAt: sql`iif(${staysPending}',
        'unjudgeableAt: sql`iif(${links.refusedLooks} < ${REFUSED_SCANS}',
      ],
      ['refused looks are not counted', '      refusedLooks: oneMore(links.refusedLooks),\n', ''],
      ['a link that is gone is looked at', '${gone} IS NOT NULL OR ', ''],
      ['a blocked link is looked at', '${blocked} IS NOT NULL OR ', ''],
      ['a pending link is looked at twice', '${threat} IS NOT NULL OR ', ''],
      ['an accepted link is looked at', ' OR ${accepted} THEN', ' THEN'],
      ['every link is new', '${lookedAt} IS NULL AND ', ''],
      ['a new link is looked at before its day', ' AND ${createdAt} <= ${now - DAY_MS}', ''],
      ['a link is looked at whenever it was clicked', '${lookedAt} <= ${now - WEEK_MS}', 'TRUE'],
      ['a run begins with the last link once more', 'gt(code, after)', 'sql`${code} >= ${after}`'],
      ['a clean link was not looked at', 'safe: { lookedAt: now, ', 'safe: { '],
      [
        'a link that was given up is pending again',
        "sql`iif(${links.unjudgeableAt} IS NULL, 'pending', NULL)`",
        "'pending'",
      ],
      [
        'the destination of another link of the code is looked at',
        'ON ${isSameLink}',
        "ON ${links.code} = one.value ->> 'code'",
      ],
      [
        'columns are set on another link of the code',
        '${isSameLink} AND ${links.url}',
        "${links.code} = one.value ->> 'code' AND ${links.url}",
      ],
      ['a note is for another destination', " AND ${links.url} = one.value ->> 'url'", ''],
      ['columns are set on an accepted link', 'and(isUnchanged, eq(links.accepted, false))', 'isUnchanged'],
      ['a link that was given up is logged each time', 'unjudgeableAt === now', 'unjudgeableAt !== null'],
    ],
  },
  {
    file: 'unjudgeable.ts',
    tests: ['unjudgeable'],
    mutants: [
      ['a blocked link waits for the operator', '    isNull(links.blocked),\n', ''],
      ['a link that is gone waits for the operator', '    isNull(links.gone),\n', ''],
      ['a link whose time is over waits for the operator', 'gt(links.expiresAt, now)', 'gt(links.expiresAt, 0)'],
      ['a link without an end does not wait', 'isNull(links.expiresAt), ', ''],
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
      ['the canary is shown every minute', '.where(isDue)', ''],
      ['the canary is shown a minute late', 'now - EVERY_MS', 'now - EVERY_MS - 1'],
    ],
  },
  {
    file: 'scheduled-jobs.ts',
    tests: ['publish', 'scheduled-jobs'],
    mutants: [
      ['every link is put again', '.where(isDirty)', ''],
      ['what waits longest waits on', '.orderBy(links.putAt)', '.orderBy(links.code)'],
    ],
  },
];
