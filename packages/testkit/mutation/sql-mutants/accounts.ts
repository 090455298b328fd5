import type { FileMutants } from './file-mutants';

/** Mutants of the statements about accounts, their deletion, and their upgrade requests. */
export const ACCOUNT_MUTANTS: readonly FileMutants[] = [
  {
    file: 'accounts.ts',
    tests: ['accounts.rows', 'suspension'],
    mutants: [
      ['a page of accounts begins anew', 'and(gt(accounts.id, cursor), isNotDeleted)', 'isNotDeleted'],
      ['a deleted account is listed', 'and(gt(accounts.id, cursor), isNotDeleted)', 'gt(accounts.id, cursor)'],
      ['a deleted account is found', '.where(and(eq(accounts.id, id), isNotDeleted));', '.where(eq(accounts.id, id));'],
      ['a change touches the keys of all', 'and(eq(keys.accountId, id), ne(', 'and(ne('],
      [
        'a change touches revoked keys',
        "id), ne(keys.status, 'revoked').inlineParams(), accountDiffers",
        'id), accountDiffers',
      ],
      ['a change that changes nothing is told', '(${accounts.plan} <>', '(TRUE OR ${accounts.plan} <>'],
      ['a plan is not told', '${accounts.plan} <> ${plan ?? null} OR ', ''],
      ['an override is not told', '${accounts.reservedOverride} <> ${integerOf(reservedOverride)}\n    OR ', ''],
      ['a suspension is not told', '\n    OR ${accounts.suspended} <> ${integerOf(suspended)})', ')'],
      [
        'a deleted account is changed',
        '.where(and(eq(accounts.id, id), isNotDeleted)),',
        '.where(eq(accounts.id, id)),',
      ],
      ['a change is of all accounts', '.where(and(eq(accounts.id, id), isNotDeleted)),', '.where(isNotDeleted),'],
      ['a suspension signs everybody out', '.where(eq(sessions.accountId, id))', ''],
      ['a suspension signs nobody out', 'eq(sessions.accountId, id)', 'ne(sessions.accountId, sessions.accountId)'],
      ['a suspension ends all sign-in links', '.where(eq(signInLinks.accountId, id))', ''],
      [
        'a suspension ends no sign-in link',
        'eq(signInLinks.accountId, id)',
        'ne(signInLinks.accountId, signInLinks.accountId)',
      ],
    ],
  },
  {
    file: 'delete-account.ts',
    tests: ['delete-account', 'erase-accounts'],
    mutants: [
      [
        'a deletion revokes the keys of all',
        "and(eq(keys.accountId, id), ne(keys.status, 'revoked').inlineParams())",
        "ne(keys.status, 'revoked').inlineParams()",
      ],
      ['a deletion lets the account sign in', 'suspended: true, reservedOverride: false', 'reservedOverride: false'],
      ['a deletion is of all accounts', '.where(eq(accounts.id, id))', ''],
      ['a deletion forgets what belongs to all', 'db.delete(table).where(eq(table.accountId, id))', 'db.delete(table)'],
    ],
  },
  {
    file: 'erase-accounts.ts',
    tests: ['erase-accounts', 'delete-account'],
    mutants: [
      ['a deleted link keeps its destination', ' AND ${links.url} = ${ERASED_URL}', ''],
      ['a deleted link keeps its password', ' AND ${links.password} IS NULL)', ')'],
      [
        'a revoked key keeps its name',
        'and(eq(keys.name, NAMELESS_KEY.name), eq(keys.lastFours, NAMELESS_KEY.lastFours))',
        'eq(keys.lastFours, NAMELESS_KEY.lastFours)',
      ],
      [
        'a revoked key keeps its last four',
        'and(eq(keys.name, NAMELESS_KEY.name), eq(keys.lastFours, NAMELESS_KEY.lastFours))',
        'eq(keys.name, NAMELESS_KEY.name)',
      ],
      ['links of the last moment are passed over', '>= ${deletions.upTo}', '> ${deletions.upTo}'],
      [
        'keys that were not told do not matter',
        '(${keys.version} > ${keys.toldVersion} OR NOT ${isNameless})',
        'NOT ${isNameless}',
      ],
      ['a deletion with links left is not due', 'or(hasLinksToErase, hasKeysToErase)', 'hasKeysToErase'],
      ['a deletion is done at once', 'lte(deniedUntil, now), ', ''],
      ['a deletion is done with links left', 'not(hasLinksToErase), not(hasKeysToErase)', 'not(hasKeysToErase)'],
      ['a deletion is done with keys left', 'not(hasLinksToErase), not(hasKeysToErase)', 'not(hasLinksToErase)'],
      ['the links of all are buried', 'and(eq(links.accountId, accountId), gte', 'and(gte'],
      [
        'a run buries any number',
        '.orderBy(links.createdAt).limit(limit)',
        '.orderBy(links.createdAt).limit(limit * 1000)',
      ],
      ['the names of all keys are erased', 'and(eq(keys.accountId, accountId), not(isNameless))', 'not(isNameless)'],
      ['a finished deletion lifts every suspension', '.where(inArray(accounts.id, eachOf(finished)))', ''],
      ['a finished deletion ends the others', '.where(inArray(deletions.accountId, eachOf(finished)))', ''],
    ],
  },
  {
    file: 'upgrades.ts',
    tests: ['upgrades.rows', 'upgrades'],
    mutants: [
      [
        'a wish forgets those of others',
        'and(eq(upgradeRequests.accountId, accountId), isOpen, ne(upgradeRequests.plan, plan))',
        'and(isOpen, ne(upgradeRequests.plan, plan))',
      ],
      ['a wish forgets what was answered', 'isOpen, ne(upgradeRequests.plan, plan)', 'ne(upgradeRequests.plan, plan)'],
      ['the same wish is a new request', 'isOpen, ne(upgradeRequests.plan, plan)', 'isOpen'],
      ['a deleted account wishes', ' AND ${accounts.deletedAt} IS NULL', ''],
      [
        'a wish taken back takes back those of others',
        'and(eq(upgradeRequests.accountId, accountId), isOpen))',
        'isOpen)',
      ],
      ['the latest wish is the first', 'desc(upgradeRequests.createdAt)', 'upgradeRequests.createdAt'],
      [
        'an answered wish is listed as open',
        'and(isOpen, gt(upgradeRequests.id, cursor))',
        'gt(upgradeRequests.id, cursor)',
      ],
      ['a page of wishes begins anew', 'and(isOpen, gt(upgradeRequests.id, cursor))', 'isOpen'],
      ['what was answered is answered again', 'and(eq(upgradeRequests.id, id), isOpen)', 'eq(upgradeRequests.id, id)'],
      [
        'a declined wish gives its plan',
        '${upgradeRequests.id} = ${id} AND ${isOpen})',
        '${upgradeRequests.id} = ${id})',
      ],
      ['a granted wish touches the keys of all', 'and(eq(keys.accountId, account), ne', 'and(ne'],
    ],
  },
];
