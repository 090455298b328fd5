import type { FileMutants } from './file-mutants';

/** Mutants of the console's statements: challenges, passkeys, sessions, sign-in links. */
export const CONSOLE_MUTANTS: readonly FileMutants[] = [
  {
    file: 'challenges.ts',
    tests: ['challenges'],
    mutants: [
      ['a challenge serves another purpose', '    eq(challenges.purpose, purpose),\n', ''],
      ['any challenge is spent', '    eq(challenges.digest, await digestOf(challenge)),\n', ''],
      ['a challenge lives a moment longer', 'gt(challenges.expiresAt, now)', 'gt(challenges.expiresAt, now - 1)'],
      ['a challenge lives for ever', '    gt(challenges.expiresAt, now),\n', ''],
    ],
  },
  {
    file: 'link-count.ts',
    tests: ['link-count'],
    mutants: [
      ['the links of all are counted', '.where(eq(links.accountId, accountId))', ''],
      ['there are never more than were counted', 'COUNTED + 1', 'COUNTED'],
    ],
  },
  {
    file: 'passkeys.ts',
    tests: ['passkeys.rows', 'passkeys', 'storage-limits', 'foreign-ids', 'delete-account'],
    mutants: [
      ['the passkeys of all are listed', '    .where(eq(passkeys.accountId, accountId))\n', ''],
      ['a deleted account gets a passkey', ' AND ${accounts.deletedAt} IS NULL', ''],
      [
        'the passkeys of others take room',
        '${passkeyCount(passkey.accountId)} <',
        '(SELECT count(*) FROM ${passkeys}) <',
      ],
      ['there is one passkey too many', '< ${MAX_PASSKEYS}', '<= ${MAX_PASSKEYS}'],
      ['a known credential is a fault', '.onConflictDoNothing({ target: passkeys.id })', ''],
      [
        'a known credential changes hands',
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
      [
        'a foreign passkey is removed',
        'and(ownPasskey(accountId, id), isNotLast)',
        'and(eq(passkeys.id, id), isNotLast)',
      ],
      ['the last passkey is removed', 'gt(passkeyCount(accountId), 1)', 'gt(passkeyCount(accountId), 0)'],
      [
        'passkeys of others make one’s last removable',
        'gt(passkeyCount(accountId), 1)',
        'gt(sql`(SELECT count(*) FROM ${passkeys})`, 1)',
      ],
    ],
  },
  {
    file: 'purge.ts',
    tests: ['purge'],
    mutants: [
      ['a session that lives is purged', '.where(lte(sessions.expiresAt, now))', ''],
      ['no session is purged', 'lte(sessions.expiresAt, now)', 'lte(sessions.expiresAt, 0)'],
      [
        'a session that is over is kept a moment longer',
        'lte(sessions.expiresAt, now)',
        'lte(sessions.expiresAt, now - 1)',
      ],
      ['a sign-in link that lives is purged', '.where(lte(signInLinks.expiresAt, now))', ''],
      [
        'a sign-in link that is over is kept a moment longer',
        'lte(signInLinks.expiresAt, now)',
        'lte(signInLinks.expiresAt, now - 1)',
      ],
      ['a challenge that lives is purged', '.where(lte(challenges.expiresAt, now))', ''],
      [
        'a challenge that is over is kept a moment longer',
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
        'the same session once more is a fault',
        '.onConflictDoUpdate({ target: sessions.digest, set: { seenAt: sql`excluded.${nameOf(sessions.seenAt)}` } })',
        '',
      ],
      [
        'the same session once more is none',
        '.onConflictDoUpdate({ target: sessions.digest, set: { seenAt: sql`excluded.${nameOf(sessions.seenAt)}` } })',
        '.onConflictDoNothing()',
      ],
      [
        'a session lives a moment longer',
        'gt(sessions.expiresAt, now), isActiveAccount',
        'gt(sessions.expiresAt, now - 1), isActiveAccount',
      ],
      ['a session outlives a suspension', 'now), isActiveAccount', 'now), isNull(accounts.deletedAt)'],
      ['a session outlives its account', 'now), isActiveAccount', 'now), eq(accounts.suspended, false)'],
      ['all sessions are seen', '.where(eq(sessions.id, sessionId)).run()', '.run()'],
      ['the sessions of all are listed', 'and(eq(sessions.accountId, accountId), gt', 'and(gt'],
      ['a session that is over is listed', 'accountId), gt(sessions.expiresAt, now)', 'accountId)'],
      ['the session seen first is listed first', 'desc(sessions.seenAt), sessions.id', 'sessions.seenAt, sessions.id'],
      [
        'a foreign session is ended',
        'and(eq(sessions.id, sessionId), eq(sessions.accountId, accountId))',
        'eq(sessions.id, sessionId)',
      ],
      [
        'all sessions are ended',
        'and(eq(sessions.id, sessionId), eq(sessions.accountId, accountId))',
        'eq(sessions.accountId, accountId)',
      ],
      ['the sessions of others are ended', 'and(eq(sessions.accountId, accountId), ne', 'and(ne'],
      ['one’s own session is ended with the others', ', ne(sessions.id, sessionId)', ''],
      ['any cookie is a session', 'eq(sessions.digest, digest), gt', 'gt'],
    ],
  },
  {
    file: 'sign-in-links.ts',
    tests: ['sign-in', 'suspension'],
    mutants: [
      ['any text spends a sign-in link', 'and(eq(signInLinks.digest, await digestOf(token)), gt', 'and(gt'],
      ['a sign-in link lives a moment longer', 'gt(signInLinks.expiresAt, now)', 'gt(signInLinks.expiresAt, now - 1)'],
    ],
  },
];
