import type { FileMutants } from './file-mutants';

/** Mutants of apps/api/database: the SQL fragments that statements share, and the mapping of a link's columns. */
export const DATABASE_MUTANTS: readonly FileMutants[] = [
  {
    file: 'announced.ts',
    tests: ['link-columns', 'publish'],
    mutants: [
      ['a change in the API worker does not mark its row as dirty', '  dirty: true,\n', ''],
      [
        'a change in the API worker does not move quiet_at beyond the last put',
        '  quietAt: sql`${putAt} + ${PUT_SETTLES_MS}`,\n',
        '  quietAt: sql`quiet_at`,\n',
      ],
      ['a change in the API worker moves put_at back', 'max(${putAt}, ${now})', '${now}'],
    ],
  },
  {
    file: 'link-columns.ts',
    tests: ['link-columns', 'alias-reuse', 'erase-accounts'],
    mutants: [
      ['an erased link keeps its destination', 'erased: { to: ERASED_URL }', "erased: 'kept'"],
      [
        'an erased link keeps its password',
        "password: { isRead: true, made: 'as requested', reused: 'new', erased: { to: null } }",
        "password: { isRead: true, made: 'as requested', reused: 'new', erased: 'kept' }",
      ],
      [
        'a link with a destination counts as erased',
        '(name) => name in ERASED',
        "(name) => name in ERASED && name !== 'url'",
      ],
      [
        'a link with a password counts as erased',
        '(name) => name in ERASED',
        "(name) => name in ERASED && name !== 'password'",
      ],
      [
        'a link with a verdict counts as erased',
        '(name) => name in ERASED',
        "(name) => name in ERASED && name !== 'threat'",
      ],
      [
        'a code taken again keeps the password of the dead link',
        "password: { isRead: true, made: 'as requested', reused: 'new'",
        "password: { isRead: true, made: 'as requested', reused: 'kept'",
      ],
      [
        'a code taken again keeps the limit of the dead link',
        "maxClicks: { isRead: true, made: 'as requested', reused: 'new'",
        "maxClicks: { isRead: true, made: 'as requested', reused: 'kept'",
      ],
      [
        'a code taken again is still gone',
        "gone: { isRead: true, made: 'by default', reused: 'new'",
        "gone: { isRead: true, made: 'by default', reused: 'kept'",
      ],
    ],
  },
  {
    file: 'statements.ts',
    tests: ['rotation', 'link-changes.rows'],
    mutants: [['NULL does not equal NULL', '${column} IS ${sql.param', '${column} = ${sql.param']],
  },
];
