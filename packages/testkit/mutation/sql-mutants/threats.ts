import type { FileMutants } from './file-mutants';

/** Statements of the looks at destinations, and of the cron. */
export const THREAT_MUTANTS: readonly FileMutants[] = [
  {
    file: 'second-look.ts',
    tests: ['second-look', 'unjudgeable', 'accepted'],
    mutants: [
      ['what was refused before is looked at first', 'refused_looks > 0, coalesce', 'refused_looks = 0, coalesce'],
      [
        'a pending link waits behind the newer ones',
        'coalesce(looked_at, created_at) LIMIT',
        'coalesce(looked_at, created_at) DESC LIMIT',
      ],
      ['a pending link that stays unknown stays first', 'coalesce(looked_at, created_at) LIMIT', 'created_at LIMIT'],
      ['a clean link is not looked at after a day', 'safe: `looked_at = NULL, ${', 'safe: `${'],
      [
        'a link is unjudgeable a look too early',
        'threat = iif(refused_looks + 1 <',
        'threat = iif(refused_looks + 2 <',
      ],
      [
        'a link is unjudgeable a look too late',
        'unjudgeable_at = iif(refused_looks + 1 <',
        'unjudgeable_at = iif(refused_looks <',
      ],
      ['refused looks are not counted', 'refused_looks = refused_looks + 1,', ''],
      ['a link that is gone is looked at', 'WHEN gone IS NOT NULL OR blocked', 'WHEN blocked'],
      ['a blocked link is looked at', 'OR blocked IS NOT NULL OR threat', 'OR threat'],
      ['a pending link is looked at twice', 'OR threat IS NOT NULL OR accepted', 'OR accepted'],
      ['an accepted link is looked at', 'OR accepted THEN NULL', 'THEN NULL'],
      ['every link is new', 'WHEN looked_at IS NULL AND created_at <= ?2', 'WHEN created_at <= ?2'],
      ['a new link is looked at before its day', 'AND created_at <= ?2 THEN', 'AND ?2 > 0 THEN'],
      [
        'a link is looked at whenever it was clicked',
        "WHEN looked_at <= ?3 THEN 'weekly'",
        "WHEN ?3 > 0 THEN 'weekly'",
      ],
      ['a run begins with the last link once more', 'WHERE code > ?1 ORDER BY code', 'WHERE code >= ?1 ORDER BY code'],
      ['a clean link was not looked at', 'safe: `looked_at = ?1, ${', 'safe: `${'],
      [
        'a link that was given up is pending again',
        "threat = iif(unjudgeable_at IS NULL, 'pending', NULL)",
        "threat = 'pending'",
      ],
      ['the destination of another link of the code is looked at', "AND links.id = one.value ->> 'id'`", '`'],
      ['a note is for another link of the code', "AND links.id = one.value ->> 'id' AND url", 'AND url'],
      ['a note is for another destination', "AND url = one.value ->> 'url' AND NOT accepted", 'AND NOT accepted'],
      ['a note is for an accepted link', 'AND NOT accepted\n', '\n'],
      [
        'a link that was given up is logged each time',
        'unjudgeable_at = ?1 AS is_given_up',
        'unjudgeable_at IS NOT NULL AS is_given_up',
      ],
    ],
  },
  {
    file: 'unjudgeable.ts',
    tests: ['unjudgeable'],
    mutants: [
      ['a blocked link waits for the operator', 'AND blocked IS NULL AND gone', 'AND gone'],
      ['a link that is gone waits for the operator', 'AND gone IS NULL\n', '\n'],
      ['a link whose time is over waits for the operator', 'expires_at > ?1)`', 'expires_at > ?1 * 0)`'],
      ['a link without an end does not wait', '(expires_at IS NULL OR expires_at', '(expires_at'],
      [
        'the link that waits longest is shown last',
        'ORDER BY unjudgeable_at LIMIT',
        'ORDER BY unjudgeable_at DESC LIMIT',
      ],
      ['any number is shown', ' LIMIT ${UNJUDGEABLE_SHOWN}`', '`'],
      ['an alias is shown in lower case', 'coalesce(alias, code) AS shortCode', 'code AS shortCode'],
    ],
  },
  {
    file: 'canary.ts',
    tests: ['canary'],
    mutants: [
      ['the canary is shown every minute', 'WHERE canary_at <= ?2', 'WHERE ?2 > 0'],
      ['the canary is shown a minute late', 'WHERE canary_at <= ?2', 'WHERE canary_at < ?2'],
    ],
  },
  {
    file: 'sweep.ts',
    tests: ['publish', 'sweep'],
    mutants: [
      ['every link is put again', 'WHERE dirty = 1 ORDER BY put_at', 'ORDER BY put_at'],
      ['what waits longest waits on', 'ORDER BY put_at LIMIT', 'ORDER BY put_at DESC LIMIT'],
    ],
  },
];
