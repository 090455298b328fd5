import type { FileMutants } from './file-mutants';

/** Mutants of the statements about accounts, their deletion, and their upgrade requests. */
export const ACCOUNT_MUTANTS: readonly FileMutants[] = [
  {
    file: 'accounts.ts',
    tests: ['accounts.rows', 'suspension'],
    mutants: [
      ['a page of accounts ignores its cursor', 'and(gt(accounts.id, cursor), isNotDeleted)', 'isNotDeleted'],
      ['a deleted account is listed', 'and(gt(accounts.id, cursor), isNotDeleted)', 'gt(accounts.id, cursor)'],
      ['a deleted account is found', '.where(and(eq(accounts.id, id), isNotDeleted));', '.where(eq(accounts.id, id));'],
      ['a change raises the version of the keys of all accounts', 'and(eq(keys.accountId, id), ne(', 'and(ne('],
      [
        'a change raises the version of revoked keys',
        "id), ne(keys.status, 'revoked').inlineParams(), accountDiffers",
        'id), accountDiffers',
      ],
      ['a change without effect is pushed to the keys', '(${accounts.plan} <>', '(TRUE OR ${accounts.plan} <>'],
      ['a changed plan is not pushed to the keys', '${accounts.plan} <> ${plan ?? null} OR ', ''],
      [
        'a changed override is not pushed to the keys',
        '${accounts.reservedOverride} <> ${integerOf(reservedOverride)}\n    OR ',
        '',
      ],
      ['a suspension is not pushed to the keys', '\n    OR ${accounts.suspended} <> ${integerOf(suspended)})', ')'],
      [
        'a deleted account is changed',
        '.where(and(eq(accounts.id, id), isNotDeleted)),',
        '.where(eq(accounts.id, id)),',
      ],
      ['a change applies to all accounts', '.where(and(eq(accounts.id, id), isNotDeleted)),', '.where(isNotDeleted),'],
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
    file: 'pagination.ts',
    tests: ['lists'],
    mutants: [
      ['a page reads no row of the next page', 'read(limit + 1)', 'read(limit)'],
      ['a page has a row of the next page', 'found.slice(0, limit)', 'found'],
      ['a full last page has a cursor', 'found.length > limit', 'found.length >= limit'],
    ],
  },
  {
    file: 'delete-account.ts',
    tests: ['delete-account', 'erase-accounts'],
    mutants: [
      [
        'a deletion revokes the keys of all accounts',
        "and(eq(keys.accountId, id), ne(keys.status, 'revoked').inlineParams())",
        "ne(keys.status, 'revoked').inlineParams()",
      ],
      ['a deletion lets the account sign in', 'suspended: true, reservedOverride: false', 'reservedOverride: false'],
      ['a deletion deletes all accounts', '.where(eq(accounts.id, id))', ''],
      [
        'a deletion erases the rows of all accounts',
        'db.delete(table).where(eq(table.accountId, id))',
        'db.delete(table)',
      ],
    ],
  },
  {
    file: 'erase-accounts.ts',
    tests: ['erase-accounts', 'delete-account'],
    mutants: [
      [
        'links with something to erase do not make a deletion due',
        ' AND ${isToErase})`;',
        ' AND ${links.gone} IS NULL)`;',
      ],
      ['a run erases only live links', 'upTo), isToErase)', 'upTo), sql`${links.gone} IS NULL`)'],
      [
        'a revoked key keeps its name',
        'and(eq(keys.name, NAMELESS_KEY.name), eq(keys.lastFours, NAMELESS_KEY.lastFours))',
        'eq(keys.lastFours, NAMELESS_KEY.lastFours)',
      ],
      [
        'a revoked key keeps the last four characters of its texts',
        'and(eq(keys.name, NAMELESS_KEY.name), eq(keys.lastFours, NAMELESS_KEY.lastFours))',
        'eq(keys.name, NAMELESS_KEY.name)',
      ],
      ['links of the last millisecond are skipped', '>= ${deletions.upTo}', '> ${deletions.upTo}'],
      [
        'a deletion does not wait for keys whose object has an older record',
        '(${keys.version} > ${keys.toldVersion} OR NOT ${isNameless})',
        'NOT ${isNameless}',
      ],
      ['a deletion with remaining links is not due', 'or(hasLinksToErase, hasOthersToErase)', 'hasOthersToErase'],
      ['a deletion ends before the denylist has expired everywhere', 'lte(deniedUntil, now), ', ''],
      ['a deletion ends although links remain', 'not(hasLinksToErase), not(hasOthersToErase)', 'not(hasOthersToErase)'],
      ['a deletion ends although keys remain', 'not(hasLinksToErase), not(hasOthersToErase)', 'not(hasLinksToErase)'],
      ['the links of all accounts become tombstones', 'and(eq(links.accountId, accountId), gte', 'and(gte'],
      ['a run makes any number of tombstones', '.limit(limit);', '.limit(limit * 1000);'],
      ['the names of all keys are erased', 'and(eq(keys.accountId, accountId), not(isNameless))', 'not(isNameless)'],
      [
        'a deletion leaves the details of a tombstone',
        ' OR EXISTS (SELECT 1 FROM ${linkDetails} WHERE ${linkDetails.code} = ${links.code})',
        '',
      ],
      ['a deletion leaves details', '[update.getSQL(), ...eraseDetails(some.getSQL())]', '[update.getSQL()]'],
      [
        'a deletion leaves later tags',
        'delete(tags).where(eq(tags.accountId, accountId))',
        'delete(tags).where(sql`FALSE`)',
      ],
      ['a deletion ends although tags remain', ' OR ${isOfDeleted(tags)}', ''],
      ['a deletion ends although links by destination remain', ' OR ${isOfDeleted(existingLinks)}', ''],
      ['a finished deletion lifts every suspension', '.where(inArray(accounts.id, eachOf(finished)))', ''],
      ['a finished deletion ends all other deletions', '.where(inArray(deletions.accountId, eachOf(finished)))', ''],
    ],
  },
  {
    file: 'upgrades.ts',
    tests: ['upgrades.rows', 'upgrades'],
    mutants: [
      [
        'an upgrade request deletes those of other accounts',
        'and(eq(upgradeRequests.accountId, accountId), isOpen, ne(upgradeRequests.plan, plan))',
        'and(isOpen, ne(upgradeRequests.plan, plan))',
      ],
      [
        'an upgrade request deletes decided requests',
        'isOpen, ne(upgradeRequests.plan, plan)',
        'ne(upgradeRequests.plan, plan)',
      ],
      ['a repeated upgrade request is a new request', 'isOpen, ne(upgradeRequests.plan, plan)', 'isOpen'],
      ['a deleted account makes an upgrade request', ' AND ${accounts.deletedAt} IS NULL', ''],
      [
        'a withdrawal withdraws the requests of other accounts',
        'and(eq(upgradeRequests.accountId, accountId), isOpen))',
        'isOpen)',
      ],
      [
        'the oldest upgrade request is read as the latest',
        'desc(upgradeRequests.createdAt)',
        'upgradeRequests.createdAt',
      ],
      [
        'a decided upgrade request is listed as open',
        'and(isOpen, gt(upgradeRequests.id, cursor))',
        'gt(upgradeRequests.id, cursor)',
      ],
      ['a page of upgrade requests ignores its cursor', 'and(isOpen, gt(upgradeRequests.id, cursor))', 'isOpen'],
      [
        'a decided upgrade request is decided again',
        'and(eq(upgradeRequests.id, id), isOpen)',
        'eq(upgradeRequests.id, id)',
      ],
      [
        'a declined upgrade request changes the plan',
        '${upgradeRequests.id} = ${id} AND ${isOpen})',
        '${upgradeRequests.id} = ${id})',
      ],
      [
        'a granted upgrade request raises the version of the keys of all accounts',
        'and(eq(keys.accountId, account), ne',
        'and(ne',
      ],
    ],
  },
];
