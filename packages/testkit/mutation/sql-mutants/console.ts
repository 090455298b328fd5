import type { FileMutants } from './file-mutants';

/** Mutants of the console's statements: challenges, passkeys, sessions, sign-in links. */
export const CONSOLE_MUTANTS: readonly FileMutants[] = [
  {
    file: 'events.ts',
    tests: ['account-events', 'activity'],
    mutants: [
      ['an act that changed nothing is logged', 'WHERE changes() > 0`;', 'WHERE TRUE`;'],
      ['a deleted account gets events', ' AND owner.deleted_at IS NULL', ''],
      [
        'an event takes the number of another',
        'coalesce(${latest}, 0) + row_number()',
        'coalesce(${latest}, 0) + 2 * row_number()',
      ],
      ['the log of deletions has one event too many', '- ${MAX_DELETIONS} $', '- ${MAX_DELETIONS} - 1 $'],
      ['the log has one event too many', 'OFFSET ${MAX_OTHERS})', 'OFFSET ${MAX_OTHERS + 1})'],
      [
        'deletions of links push out other events',
        'and(eq(accountId, account), isOfSort,',
        'and(eq(accountId, account),',
      ],
      ['a rotation that is undone takes other events out of the log', '        eq(accountEvents.kind, kind),\n', ''],
    ],
  },
  {
    file: 'account-events.ts',
    tests: ['account-events', 'activity'],
    mutants: [
      ['the events of all accounts are listed', 'and(eq(accountEvents.accountId, accountId), isOlder)', 'isOlder'],
      [
        'a page of events begins with the last of the page before',
        'lt(accountEvents.number, before)',
        'lte(accountEvents.number, before)',
      ],
      ['events are listed oldest first', 'desc(accountEvents.number)', 'accountEvents.number'],
      ['an event lasts a millisecond too long', 'lte(at, now - EVENTS_LAST_MS)', 'lt(at, now - EVENTS_LAST_MS)'],
    ],
  },
  {
    file: 'challenges.ts',
    tests: ['challenges'],
    mutants: [
      ['a challenge is accepted for another purpose', '    eq(challenges.purpose, purpose),\n', ''],
      ['any text uses up a challenge', '    eq(challenges.digest, await digestOf(challenge)),\n', ''],
      ['a challenge expires a millisecond late', 'gt(challenges.expiresAt, now)', 'gt(challenges.expiresAt, now - 1)'],
      ['a challenge never expires', '    gt(challenges.expiresAt, now),\n', ''],
    ],
  },
  {
    file: 'link-count.ts',
    tests: ['link-count'],
    mutants: [
      ['the links of all accounts are counted', ' WHERE ${links.accountId} = ${accountId}', ''],
      ['the count never exceeds its limit', 'COUNTED + 1', 'COUNTED'],
    ],
  },
  {
    file: 'passkeys.ts',
    tests: ['passkeys.rows', 'passkeys', 'storage-limits', 'foreign-ids', 'delete-account'],
    mutants: [
      ['the passkeys of all accounts are listed', '    .where(eq(passkeys.accountId, accountId))\n', ''],
      ['a deleted account gets a passkey', ' AND ${accounts.deletedAt} IS NULL', ''],
      [
        'the passkeys of others take room',
        '${passkeyCount(passkey.accountId)} <',
        '(SELECT count(*) FROM ${passkeys}) <',
      ],
      ['an account may have one passkey too many', '< ${MAX_PASSKEYS}', '<= ${MAX_PASSKEYS}'],
      ['a registered credential causes a fault', '.onConflictDoNothing({ target: passkeys.id })', ''],
      [
        'a registered credential moves to another account',
        '.onConflictDoNothing({ target: passkeys.id })',
        '.onConflictDoUpdate({ target: passkeys.id, set: { accountId: sql`excluded.account_id` } })',
      ],
      ['a copy with the same count signs in', 'lt(passkeys.counter, counter)', 'lt(passkeys.counter, counter + 1)'],
      [
        'a copy with a lower count signs in',
        'and(eq(passkeys.id, id), or(lt(passkeys.counter, counter), hasNoCounter))',
        'eq(passkeys.id, id)',
      ],
      [
        'an authenticator that does not count signs in once',
        'or(lt(passkeys.counter, counter), hasNoCounter)',
        'lt(passkeys.counter, counter)',
      ],
      [
        'a copy that reports no count signs in',
        'counter === 0 ? eq(passkeys.counter, 0)',
        'counter === 0 ? eq(passkeys.id, id)',
      ],
      [
        'a foreign passkey is renamed',
        '.set({ name }).where(ownPasskey(accountId, id))',
        '.set({ name }).where(eq(passkeys.id, id))',
      ],
      ['a passkey of another account is removed', 'and(ownPasskey(accountId, id), gt(', 'and(eq(passkeys.id, id), gt('],
      ['the last passkey is removed', 'gt(passkeyCount(accountId), 1)', 'gt(passkeyCount(accountId), 0)'],
      [
        'passkeys of other accounts make the last passkey removable',
        'gt(passkeyCount(accountId), 1)',
        'gt(sql`(SELECT count(*) FROM ${passkeys})`, 1)',
      ],
    ],
  },
  {
    file: 'purge.ts',
    tests: ['purge'],
    mutants: [
      ['a valid session is purged', '.where(lte(sessions.expiresAt, now))', ''],
      ['no session is purged', 'lte(sessions.expiresAt, now)', 'lte(sessions.expiresAt, 0)'],
      [
        'an expired session is purged a millisecond late',
        'lte(sessions.expiresAt, now)',
        'lte(sessions.expiresAt, now - 1)',
      ],
      ['a valid sign-in link is purged', '.where(lte(signInLinks.expiresAt, now))', ''],
      [
        'an expired sign-in link is purged a millisecond late',
        'lte(signInLinks.expiresAt, now)',
        'lte(signInLinks.expiresAt, now - 1)',
      ],
      ['a valid challenge is purged', '.where(lte(challenges.expiresAt, now))', ''],
      [
        'an expired challenge is purged a millisecond late',
        'lte(challenges.expiresAt, now)',
        'lte(challenges.expiresAt, now - 1)',
      ],
    ],
  },
  {
    file: 'sessions.ts',
    tests: ['sessions.rows', 'sessions', 'foreign-ids', 'sign-in'],
    mutants: [
      ['a suspended account signs in', 'AND ${isActiveAccount}', 'AND ${isNull(accounts.deletedAt)}'],
      ['a deleted account signs in', 'AND ${isActiveAccount}', 'AND ${eq(accounts.suspended, false)}'],
      [
        'a repeated insertion of a session causes a fault',
        '.onConflictDoUpdate({ target: sessions.digest, set: { seenAt: sql`excluded.${nameOf(sessions.seenAt)}` } })',
        '',
      ],
      [
        'a repeated insertion of a session changes nothing',
        '.onConflictDoUpdate({ target: sessions.digest, set: { seenAt: sql`excluded.${nameOf(sessions.seenAt)}` } })',
        '.onConflictDoNothing()',
      ],
      [
        'a session expires a millisecond late',
        'gt(sessions.expiresAt, now), isActiveAccount',
        'gt(sessions.expiresAt, now - 1), isActiveAccount',
      ],
      ['a session works after a suspension', 'now), isActiveAccount', 'now), isNull(accounts.deletedAt)'],
      [
        'a session works after the deletion of its account',
        'now), isActiveAccount',
        'now), eq(accounts.suspended, false)',
      ],
      ['a request marks all sessions as used', '.where(eq(sessions.id, sessionId)).run()', '.run()'],
      ['the sessions of all accounts are listed', 'and(eq(sessions.accountId, accountId), gt', 'and(gt'],
      ['an expired session is listed', 'accountId), gt(sessions.expiresAt, now)', 'accountId)'],
      [
        'the least recently used session is listed first',
        'desc(sessions.seenAt), sessions.id',
        'sessions.seenAt, sessions.id',
      ],
      [
        'a session of another account is ended',
        'and(eq(sessions.id, sessionId), eq(sessions.accountId, accountId))',
        'eq(sessions.id, sessionId)',
      ],
      [
        'all sessions are ended',
        'and(eq(sessions.id, sessionId), eq(sessions.accountId, accountId))',
        'eq(sessions.accountId, accountId)',
      ],
      ['the sessions of other accounts are ended', 'and(eq(sessions.accountId, accountId), ne', 'and(ne'],
      ['the current session is ended with the others', ', ne(sessions.id, sessionId)', ''],
      ['any cookie is a session', 'eq(sessions.digest, digest), gt', 'gt'],
    ],
  },
  {
    file: 'sign-in-links.ts',
    tests: ['sign-in', 'suspension'],
    mutants: [
      ['any text uses up a sign-in link', 'and(eq(signInLinks.digest, await digestOf(token)), gt', 'and(gt'],
      [
        'a sign-in link expires a millisecond late',
        'gt(signInLinks.expiresAt, now)',
        'gt(signInLinks.expiresAt, now - 1)',
      ],
      ['a sign-in link names a suspended account', 'now), isActiveAccount)', 'now))'],
    ],
  },
];
