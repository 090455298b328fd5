import type { FileMutants } from './file-mutants';

const LISTS = [
  'own-links',
  'list-links',
  'links-pages',
  'list-links.filters',
  'list-links.bounds',
  'list-links.walk',
  'list-links.sort',
  'export',
];

/** Mutants of the statements that read a page of links. */
export const LINK_LIST_MUTANTS: readonly FileMutants[] = [
  {
    file: 'link-list-order.ts',
    tests: LISTS,
    mutants: [
      [
        'a page by age or by tag leaves its first link out',
        '${key} ${from?.isExclusive ? sql`<` : sql`<=`} ${start}',
        '${key} < ${start}',
      ],
      [
        'a page before another repeats its first link',
        '${key} ${from.isExclusive ? sql`>` : sql`>=`} ${start}',
        '${key} >= ${start}',
      ],
      [
        'the links of all accounts are listed by age',
        'sql`${links.accountId} = ${owner} AND ${rangeOf',
        'sql`${rangeOf',
      ],
      ['links of one millisecond are in no order', 'sql`${time} DESC, ${of} DESC`', 'sql`${time} DESC, ${of}`'],
      ['links of one millisecond are in no order backward', 'sql`${time}, ${of}`', 'sql`${time}, ${of} DESC`'],
      [
        'an export leaves links out',
        '(${links.createdAt}, ${links.code}) >= (',
        '(${links.createdAt}, ${links.code}) > (',
      ],
      [
        'the links of all accounts are exported',
        '${links.accountId} = ${owner}\n    AND (${links.createdAt}, ${links.code}) >=',
        '(${links.createdAt}, ${links.code}) >=',
      ],
      [
        'a page by code leaves its first link out',
        '${links.code} ${from?.isExclusive ? sql`>` : sql`>=`} ${start}',
        '${links.code} > ${start}',
      ],
      [
        'a page by code before another repeats its first link',
        '${links.code} ${from?.isExclusive ? sql`<` : sql`<=`} ${start}',
        '${links.code} <= ${start}',
      ],
      ['a prefix has no end', ' AND ${links.code} < ${`${prefix}~`}', ''],
      ['the links of all tags are listed', '${linkTags.tagId} = ${tagId} AND ', ''],
      ['a list shows a later link of its code', " AND ${links.id} = listed.value ->> 'linkId'", ''],
      ['a list is in no order', 'by: sql`listed.rowid`', 'by: sql`listed.rowid DESC`'],
    ],
  },
  {
    file: 'link-list-filter.ts',
    tests: LISTS,
    mutants: [
      ['a spent link is active', '${nameOf(links.gone)} IS NULL AND ', ''],
      ['a blocked link is active', ' AND ${nameOf(links.blocked)} IS NULL', ''],
      ['a link without an end is not active', '${expiresAt} IS NULL OR ', ''],
      ['a link is active a millisecond longer', '${expiresAt} > ${now}', '${expiresAt} >= ${now}'],
      [
        'the links of all accounts are found',
        '    sql`${nameOf(links.accountId)} = ${owner.accountId}`,\n',
        '    sql`TRUE`,\n',
      ],
      ['a filter of a change names deleted links', 'skipsDeleted ? isNotDeleted : undefined', 'undefined'],
      ['a search skips the codes', 'instr(${PAGE.code}, ${text}) > 0 OR ', ''],
      ['a search skips the titles', 'instr(lower(page.title), ${text}) > 0 OR ', ''],
      ['a search skips the notes', ' OR instr(lower(page.notes), ${text}) > 0', ''],
      [
        'a list of a key for its own links has those of other keys',
        'owner.madeBy === null ? undefined : sql`${nameOf(links.madeBy)} = ${owner.madeBy}`',
        'undefined',
      ],
      [
        'a search distinguishes upper and lower case',
        'instr(lower(${PAGE.url}), ${text})',
        'instr(${PAGE.url}, ${text})',
      ],
      ['a sorted list ignores a prefix', 'instr(${PAGE.code}, ${prefix}) = 1', 'TRUE'],
      ['a link keeps the tags of its code', ' AND ${linkTags.linkId} = ${PAGE.id}', ''],
      ['one tag is enough for all', '${isNotDeleted} AND ${least} <= (', '${isNotDeleted} AND 1 <= ('],
      ['a link keeps the id of its code', ' AND ${linkDetails.linkId} = ${PAGE.id}', ''],
      [
        'the first millisecond is left out',
        '${PAGE.createdAt} >= ${createdFrom}',
        '${PAGE.createdAt} > ${createdFrom}',
      ],
      ['the last millisecond is left out', '${PAGE.createdAt} <= ${createdTo}', '${PAGE.createdAt} < ${createdTo}'],
    ],
  },
  {
    file: 'link-list-statement.ts',
    tests: LISTS,
    mutants: [
      [
        'a search reads other accounts’ destinations',
        'column === links.url ? sql`iif(${isOwn}, ${column}, NULL) AS ${name}` : sql`${column} AS ${name}`',
        'sql`${column} AS ${name}`',
      ],
      ['a search reads any number of links', 'LIMIT ${mostRows + 1}`', '`'],
      ['a search reads any number of bytes', ' AND total(${bytes}) OVER earlier < ${ENOUGH_BYTES}', ''],
      ['a search counts characters', 'octet_length(${nameOf(links.url)})', 'length(${nameOf(links.url)})'],
      ['another account’s row is returned', 'sql`iif(is_examined, ${name}, NULL) AS ${name}`', 'name'],
      ['an export has no makers', 'iif(is_examined, ${nameOf(links.madeBy)}, NULL) AS made_by', 'NULL AS made_by'],
      ['a page that ends early has no next cursor', 'WHERE NOT is_examined OR ${condition}', 'WHERE ${condition}'],
      ['a search finds the texts of a deleted link', "\n    AND ${links.gone} IS NOT 'DELETED'`", '`'],
    ],
  },
  {
    file: 'link-list-tags.ts',
    tests: LISTS,
    mutants: [
      ['tags of all accounts are found', '${tags.accountId} = ${owner} AND ', ''],
      ['a tag reads any number of rows', ' LIMIT ${count}`', '`'],
    ],
  },
  {
    file: 'tags.ts',
    tests: ['tags'],
    mutants: [
      ['the tags of all accounts are changed', '${nameOf(tags.accountId)} = ${accountId} AND ', ''],
      [
        'a tag gets the name of another',
        ' AND NOT EXISTS (SELECT 1 FROM ${tags} AS other',
        ' OR EXISTS (SELECT 1 FROM ${tags} AS other',
      ],
      ['a tag cannot be spelled anew', ' AND other.key <> ${tagKeyOf(name)}', ''],
      ['a new name has the old key', 'key = coalesce(${newKey}, key)', 'key = key'],
      ['a deletion leaves rows by link', 'meta.changes < ROWS_AT_ONCE', 'meta.changes <= ROWS_AT_ONCE'],
    ],
  },
  {
    file: 'tag-links.ts',
    tests: ['tags'],
    mutants: [
      ['the tags of all accounts are listed', '${tags.accountId} = ${accountId} AND ', ''],
      ['a page of tags begins after its first tag', '${tags.key} >= ${from}', '${tags.key} > ${from}'],
      ['a page of tags reads any number of rows', ' LIMIT ${ROWS_OF_PAGE}`', '`'],
      ['the statistics of a tag read any number of links', ' LIMIT ${MAX_LINKS_OF_TAG + 1}`', '`'],
      ['the statistics of a tag are those of all tags', 'WHERE ${linkTags.tagId} = ${tag.id}', 'WHERE TRUE'],
    ],
  },
];
