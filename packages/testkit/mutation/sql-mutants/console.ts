import type { FileMutants } from './file-mutants';

/** Statements of the console: challenges, passkeys, sessions, sign-in links. */
export const CONSOLE_MUTANTS: readonly FileMutants[] = [
  {
    file: 'challenges.ts',
    tests: ['challenges'],
    mutants: [
      ['a challenge serves another purpose', 'AND purpose = ?2 AND', 'AND ?2 IS NOT NULL AND'],
      ['any challenge is spent', 'WHERE digest = ?1 AND purpose', 'WHERE ?1 IS NOT NULL AND purpose'],
      ['a challenge lives a moment longer', 'expires_at > ?3', 'expires_at >= ?3'],
      ['a challenge lives for ever', 'expires_at > ?3', '?3 > 0'],
    ],
  },
  {
    file: 'link-count.ts',
    tests: ['link-count'],
    mutants: [
      [
        'the links of all are counted',
        'FROM links WHERE account_id = ?1 LIMIT',
        'FROM links WHERE ?1 IS NOT NULL LIMIT',
      ],
      ['there are never more than were counted', 'LIMIT ${COUNTED + 1}', 'LIMIT ${COUNTED}'],
    ],
  },
  {
    file: 'passkeys.ts',
    tests: ['passkeys.rows', 'passkeys', 'full', 'foreign-ids', 'delete-account'],
    mutants: [
      [
        'the passkeys of all are listed',
        'FROM passkeys WHERE account_id = ?1 ORDER',
        'FROM passkeys WHERE ?1 IS NOT NULL ORDER',
      ],
      ['a deleted account gets a passkey', 'accounts.id = ?2 AND deleted_at IS NULL', 'accounts.id = ?2'],
      ['the passkeys of others take room', 'WHERE account_id = ?2) < ${MAX', 'WHERE ?2 IS NOT NULL) < ${MAX'],
      ['there is one passkey too many', '< ${MAX_PASSKEYS}', '<= ${MAX_PASSKEYS}'],
      ['a known credential is a fault', ' ON CONFLICT (id) DO NOTHING`', '`'],
      [
        'a known credential changes hands',
        'ON CONFLICT (id) DO NOTHING`',
        'ON CONFLICT (id) DO UPDATE SET account_id = excluded.account_id`',
      ],
      ['a copy with the same count signs in', '(counter < ?2 OR (', '(counter <= ?2 OR ('],
      ['a copy with a lower count signs in', 'AND (counter < ?2 OR (counter = 0 AND ?2 = 0)) RETURNING', 'RETURNING'],
      ['an authenticator that does not count signs in once', 'OR (counter = 0 AND ?2 = 0)) RETURNING', ') RETURNING'],
      ['a copy that reports no count signs in', '(counter = 0 AND ?2 = 0)) RETURNING', '(?2 = 0)) RETURNING'],
      [
        'a foreign passkey is renamed',
        'SET name = ?3 WHERE id = ?1 AND account_id = ?2',
        'SET name = ?3 WHERE id = ?1 AND ?2 IS NOT NULL',
      ],
      [
        'a foreign passkey is removed',
        'DELETE FROM passkeys WHERE id = ?1 AND account_id = ?2',
        'DELETE FROM passkeys WHERE id = ?1',
      ],
      ['the last passkey is removed', '> 1 RETURNING', '> 0 RETURNING'],
      ['passkeys of others make one’s last removable', 'WHERE account_id = ?2) > 1', 'WHERE ?2 IS NOT NULL) > 1'],
    ],
  },
  {
    file: 'purge.ts',
    tests: ['purge'],
    mutants: [
      ['what lives is purged', 'WHERE expires_at <= ?1', 'WHERE ?1 > 0'],
      ['nothing is purged', 'WHERE expires_at <= ?1', 'WHERE ?1 < 0'],
      ['what is over is kept a moment longer', 'WHERE expires_at <= ?1', 'WHERE expires_at < ?1'],
    ],
  },
  {
    file: 'sessions.ts',
    tests: ['sessions.rows', 'sessions', 'foreign-ids', 'sign-in'],
    mutants: [
      [
        'a suspended account signs in',
        'FROM accounts WHERE id = ?3 AND suspended = 0 AND',
        'FROM accounts WHERE id = ?3 AND',
      ],
      ['a deleted account signs in', 'suspended = 0 AND deleted_at IS NULL\n  ON', 'suspended = 0\n  ON'],
      [
        'the same session once more is a fault',
        'ON CONFLICT (digest) DO UPDATE SET seen_at = excluded.seen_at RETURNING',
        'RETURNING',
      ],
      [
        'the same session once more is none',
        'DO UPDATE SET seen_at = excluded.seen_at RETURNING',
        'DO NOTHING RETURNING',
      ],
      ['a session lives a moment longer', 's.expires_at > ?2 AND', 's.expires_at >= ?2 AND'],
      ['a session outlives a suspension', 'AND a.suspended = 0 AND a.deleted_at', 'AND a.deleted_at'],
      ['a session outlives its account', 'AND a.suspended = 0 AND a.deleted_at IS NULL`', 'AND a.suspended = 0`'],
      ['all sessions are seen', 'SET seen_at = ?2 WHERE id = ?1', 'SET seen_at = ?2 WHERE ?1 IS NOT NULL'],
      [
        'the sessions of all are listed',
        'FROM sessions WHERE account_id = ?1 AND expires_at > ?2',
        'FROM sessions WHERE ?1 IS NOT NULL AND expires_at > ?2',
      ],
      ['a session that is over is listed', 'AND expires_at > ?2 ORDER', 'AND ?2 > 0 ORDER'],
      ['the session seen first is listed first', 'ORDER BY seen_at DESC, id LIMIT', 'ORDER BY seen_at, id LIMIT'],
      [
        'a foreign session is ended',
        'WHERE id = ?1 AND account_id = ?2 RETURNING id',
        'WHERE id = ?1 AND ?2 IS NOT NULL RETURNING id',
      ],
      [
        'all sessions are ended',
        'WHERE id = ?1 AND account_id = ?2 RETURNING id',
        'WHERE ?1 IS NOT NULL AND account_id = ?2 RETURNING id',
      ],
      ['the sessions of others are ended', 'WHERE account_id = ?1 AND id <> ?2', 'WHERE ?1 IS NOT NULL AND id <> ?2'],
      [
        'one’s own session is ended with the others',
        'WHERE account_id = ?1 AND id <> ?2',
        'WHERE account_id = ?1 AND ?2 IS NOT NULL',
      ],
    ],
  },
  {
    file: 'sign-in-links.ts',
    tests: ['sign-in', 'suspension'],
    mutants: [
      ['any text spends a sign-in link', 'WHERE digest = ?1 AND expires_at', 'WHERE ?1 IS NOT NULL AND expires_at'],
      ['a sign-in link lives a moment longer', 'expires_at > ?2 RETURNING', 'expires_at >= ?2 RETURNING'],
    ],
  },
];
