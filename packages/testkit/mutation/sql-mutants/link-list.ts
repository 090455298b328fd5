import type { FileMutants } from './file-mutants';

/** Mutants of the statement that reads a page of links. */
export const LINK_LIST_MUTANTS: readonly FileMutants[] = [
  {
    file: 'link-list-statement.ts',
    tests: ['own-links', 'list-links', 'list-links.bounds', 'list-links.walk', 'export'],
    mutants: [
      ['a page by age leaves its first link out', '(${createdAt}, ${code}) <= (', '(${createdAt}, ${code}) < ('],
      [
        'the links of all accounts are listed by age',
        '${accountId} = ${owner}\n    AND (${createdAt}, ${code}) <=',
        '(${createdAt}, ${code}) <=',
      ],
      ['links of one millisecond are in no order', '${createdAt} DESC, ${code} DESC', '${createdAt} DESC, ${code}'],
      ['an export leaves links out', '(${createdAt}, ${code}) >= (', '(${createdAt}, ${code}) > ('],
      [
        'the links of all accounts are exported',
        '${accountId} = ${owner}\n    AND (${createdAt}, ${code}) >=',
        '(${createdAt}, ${code}) >=',
      ],
      ['a page by code leaves its first link out', '${code} >= ${from', '${code} > ${from'],
      ['a prefix has no end', ' AND ${code} < ${`${prefix}~`}', ''],
      ['a spent link is active', '${nameOf(links.gone)} IS NULL AND ', ''],
      ['a blocked link is active', ' AND ${nameOf(links.blocked)} IS NULL', ''],
      ['a link without an end is not active', '${expiresAt} IS NULL OR ', ''],
      ['a link is active a millisecond longer', '${expiresAt} > ${now}', '${expiresAt} >= ${now}'],
      ['the links of all accounts are found', '    sql`${accountId} = ${owner.accountId}`,\n', '    sql`TRUE`,\n'],
      [
        'a list of a key for its own links has those of other keys',
        'owner.madeBy === null ? undefined : sql`${madeBy} = ${owner.madeBy}`',
        'undefined',
      ],
      ['a search skips the codes', 'instr(${code}, ${searched}) > 0 OR ', ''],
      [
        'a search distinguishes upper and lower case',
        'instr(lower(${url}), ${searched})',
        'instr(${url}, ${searched})',
      ],
      [
        'a search reads other accounts’ destinations',
        'column === links.url ? sql`iif(${accountId} = ${owner}, ${name}, NULL) AS ${name}` : name',
        'name',
      ],
      ['a search reads any number of links', 'LIMIT ${mostRows + 1}`', '`'],
      ['a search reads any number of bytes', ' AND total(octet_length(${url})) OVER earlier < ${ENOUGH_BYTES}', ''],
      ['a search counts characters', 'total(octet_length(${url}))', 'total(length(${url}))'],
      ['another account’s row is returned', 'sql`iif(is_examined, ${name}, NULL) AS ${name}`', 'name'],
      ['a page that ends early has no next cursor', 'WHERE NOT is_examined OR ${condition}', 'WHERE ${condition}'],
    ],
  },
];
