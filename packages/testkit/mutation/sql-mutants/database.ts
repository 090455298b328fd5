import type { FileMutants } from './file-mutants';

/** Mutants of what statements of the API worker share: SQL fragments, and the mapping of a link's columns. */
export const DATABASE_MUTANTS: readonly FileMutants[] = [
  {
    file: 'announced.ts',
    tests: ['link-columns', 'publish'],
    mutants: [
      ['a change in the API worker leaves no mark', '  dirty: true,\n', ''],
      ['a change in the API worker is quiet at once', 'max(${quietAt}, ${putAt} + ${PUT_SETTLES_MS})', '${quietAt}'],
      [
        'a quiet moment goes back in the API worker',
        'max(${quietAt}, ${putAt} + ${PUT_SETTLES_MS})',
        '${putAt} + ${PUT_SETTLES_MS}',
      ],
      ['the moment of a put goes back in the API worker', 'max(${putAt}, ${now})', '${now}'],
    ],
  },
  {
    file: 'link-columns.ts',
    tests: ['link-columns', 'alias-reuse', 'bury-links'],
    mutants: [
      ['an erased link keeps its destination', 'erased: { to: NOWHERE }', "erased: 'kept'"],
      [
        'an erased link keeps its password',
        "password: { isRead: true, made: 'as wanted', reused: 'anew', erased: { to: null } }",
        "password: { isRead: true, made: 'as wanted', reused: 'anew', erased: 'kept' }",
      ],
      [
        'a code taken again keeps the password of the dead link',
        "password: { isRead: true, made: 'as wanted', reused: 'anew'",
        "password: { isRead: true, made: 'as wanted', reused: 'kept'",
      ],
      [
        'a code taken again keeps the limit of the dead link',
        "maxClicks: { isRead: true, made: 'as wanted', reused: 'anew'",
        "maxClicks: { isRead: true, made: 'as wanted', reused: 'kept'",
      ],
      [
        'a code taken again stays gone',
        "gone: { isRead: true, made: 'by default', reused: 'anew'",
        "gone: { isRead: true, made: 'by default', reused: 'kept'",
      ],
    ],
  },
  {
    file: 'statements.ts',
    tests: ['rotation', 'link-changes.rows'],
    mutants: [['nothing is not the same as nothing', '${column} IS ${sql.param', '${column} = ${sql.param']],
  },
];
