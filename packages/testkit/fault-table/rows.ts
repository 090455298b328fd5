/**
 * The fault table: every known fault, and the tests that show its outcome. table.test.ts checks that these tests exist.
 * F: faults of stores, objects, races, lists and requests · T: faults of time · S: faults of size.
 */

/**
 * A test: its file, and its title as in the source, with … for each `${}`. The first test of a row prints its figure.
 */
export type Shown = readonly [file: string, name: string];

export type Row = {
  readonly title: string;
  readonly shown: readonly Shown[];
  /** A text of docs/promises.md that covers the part of the fault that no test can show. */
  readonly promised?: string;
};

const CLICKS = 'apps/redirect/click-races.test.ts';
const COUNTER = 'apps/redirect/click-counter.test.ts';
const COUNT = 'apps/api/objects/key-meter.count.test.ts';
const KEYS = 'apps/api/accounts/keys.test.ts';
const PUBLISH = 'packages/store/publish.test.ts';
const ALIAS_REUSE = 'apps/api/links/alias-reuse.test.ts';
const SHORTEN = 'apps/api/routes/shorten.test.ts';
const SIZE = 'packages/testkit/fault-table/size.test.ts';
const TIME = 'packages/testkit/fault-table/time.test.ts';
const VET = 'apps/api/threats/check.test.ts';
const VISIT = 'apps/redirect/visit.test.ts';
const BOTH_AWAY = 'gets 503 with Retry-After, never 404, if KV %s and D1 is down';
const RAN_OUT = 'packages/testkit/fault-table/used-up-invocation.test.ts';

export const ROWS = {
  F1: {
    title: 'KV refuses a put after D1 has committed',
    shown: [[PUBLISH, 'responds 201, its first visit is 302 from D1, and a later visit repairs KV']],
  },
  F2: {
    title: 'KV refuses puts because there are too many, and other puts take effect late',
    shown: [
      ['packages/store/publish-orders.test.ts', 'a history from seed %i ends in a KV that equals D1'],
      [PUBLISH, 'responds 204 if its put %s, and the cron puts the tombstone'],
    ],
  },
  F3: {
    title: 'a worker dies between D1 and KV',
    shown: [
      [
        'apps/api/http/idempotency.recovery.test.ts',
        'leaves a row that the second run finds: it returns the same code, and the code redirects',
      ],
      [
        'apps/api/routes/shorten-batch.recovery.test.ts',
        'whose first run died after it had created the links finds them again',
      ],
    ],
  },
  F4: {
    title: 'D1 is down on a creation',
    shown: [[ALIAS_REUSE, 'a creation while D1 is down is 503, and leaves nothing in KV']],
  },
  F5: {
    title: 'D1 commits, and its reply is lost',
    shown: [
      [ALIAS_REUSE, 'makes one link, even if D1’s reply is lost after the commit'],
      [
        'apps/api/routes/shorten-batch.test.ts',
        'creates one link per item, even if D1’s reply is lost after the commit (query “%s”)',
      ],
    ],
  },
  F6: {
    title: 'D1 is overloaded',
    shown: [
      [COUNT, 'is refunded the call that got 503, while the window is not'],
      ['packages/store/calls.test.ts', 'runs a statement that fails with %s %i times'],
    ],
  },
  F7: { title: 'D1 is down on a visit that KV knows', shown: [[VISIT, 'is redirected by KV while D1 is down']] },
  F8: { title: 'D1 is down on a visit that KV does not know', shown: [[VISIT, BOTH_AWAY]] },
  F9: { title: 'KV refuses a read', shown: [[VISIT, 'gets 302, 404 or 410 by D1 while KV is down']] },
  F10: {
    title: 'KV hangs',
    shown: [
      [
        'apps/redirect/visit-ways.test.ts',
        'delay no visit beyond their time limits, because D1 has the entry and the denylist',
      ],
    ],
  },
  F11: { title: 'KV and D1 are both down', shown: [[VISIT, BOTH_AWAY]] },
  F12: {
    title: 'a value of KV is malformed, or of a later format',
    shown: [
      [VISIT, 'is redirected by D1 if the value in KV is %j, and the value is repaired'],
      ['packages/domain/edge-entry.test.ts', 'reads the golden text $text'],
    ],
  },
  F13: {
    title: 'the counter of a limited link is overloaded',
    shown: [[COUNTER, 'makes a visit respond 503 with Retry-After, not a redirect, if it is %s']],
  },
  F14: {
    title: 'the counter counts, and its reply is lost',
    shown: [[CLICKS, 'even if the first reply to every %ith visit is lost']],
  },
  F15: {
    title: 'the counter is evicted or reset between visits',
    shown: [
      [CLICKS, 'even if its object is evicted ten times meanwhile'],
      [CLICKS, 'even if all objects are aborted ten times meanwhile'],
    ],
  },
  F16: {
    title: 'more concurrent visitors than a link has clicks',
    shown: [[CLICKS, 'exactly %i of … racing visits to a link with that limit are granted']],
  },
  F17: {
    title: 'a link is spent, and KV at another location has the old edge entry',
    shown: [
      [
        'apps/redirect/spent.test.ts',
        'is not revealed once the link is spent, even at a location whose KV still has the old entry',
      ],
    ],
  },
  F18: {
    title: 'fifty concurrent creations with one alias',
    shown: [[SHORTEN, 'refuses 49 of fifty simultaneous requests for the same alias']],
  },
  F19: {
    title: 'an alias differs from a taken one only by case',
    shown: [[SHORTEN, 'refuses an alias that differs from a taken alias only by case']],
  },
  F20: {
    title: 'an alias is made while KV caches a miss of its code',
    shown: [[VISIT, 'is redirected by a new link even if KV has cached a miss of its code']],
  },
  F21: {
    title: 'the owner takes a dead alias again',
    shown: [
      [ALIAS_REUSE, 'can be used again at once, by a link with another id, a higher version and no clicks'],
      [ALIAS_REUSE, 'keeps no password, limit or pending threat of the old link'],
    ],
  },
  F22: {
    title: 'the moment a link ends, and the milliseconds beside it',
    shown: [
      [VISIT, '(%s) redirects 1 ms before its end, and is gone at its end and later'],
      ['apps/api/links/expiry.test.ts', '%s expires 61,000 ms after its creation, not 1 ms earlier'],
    ],
  },
  F23: {
    title: 'a link with the shortest expiry, whose put is slow',
    shown: [[VISIT, 'with the shortest lifetime is created even if its put to KV takes 50 s, and expires on time']],
  },
  F24: {
    title: 'KV drops an expired entry',
    shown: [[VISIT, 'responds with 410, never with 404, after KV has dropped its entry']],
  },
  F25: {
    title: 'the end of a minute window',
    shown: [[COUNT, 'ends exactly 60 s after its first call, even if its object was evicted']],
  },
  F26: { title: 'the end of a month', shown: [[COUNT, 'has a new quota from the first millisecond on: %s']] },
  F27: {
    title: 'the clock of a key’s object steps back, also over the end of its window or month',
    shown: [
      [COUNT, 'does not open again when the clock steps back %i ms'],
      [COUNT, 'has no new quota when the clock steps back over its beginning'],
    ],
  },
  F28: {
    title: 'a key’s object is evicted within a window',
    shown: [[COUNT, 'lets exactly 60 calls pass even if its object is evicted ten times meanwhile']],
  },
  F29: {
    title: 'a key’s object is down',
    shown: [[KEYS, '(%s) makes a call with that key 503, and the call creates no link']],
  },
  F30: {
    title: 'calls at the same time as the revocation of their key',
    shown: [[KEYS, 'that is revoked by %s gets 401 for every call that is sent after the response']],
  },
  F31: {
    title: 'an upgrade after the month is used up',
    shown: [[COUNT, 'of an account ends a monthly 429 with the next request after an upgrade']],
  },
  F32: {
    title: 'the threat service hangs, fails or sends malformed responses',
    shown: [
      [VET, 'delays a creation by at most 1.5 s if it hangs: “%s”'],
      [VET, 'gives no verdict with the response “%s”, so the new link is pending'],
      [
        'apps/api/threats/breaker.test.ts',
        'do not wait for a service that hangs once three of them have waited in vain',
      ],
    ],
  },
  F33: {
    title: 'the threat service flags a link after it was made',
    shown: [
      [
        'apps/api/cron/rescan.test.ts',
        'is blocked by the next cron once the service flags it, even if the breaker is open',
      ],
    ],
  },
  F34: {
    title: 'the threat service flags nothing any more, and reports no error',
    shown: [
      [
        'apps/api/threats/canary.test.ts',
        'is dead if the service responds with “%s”, which is logged once an hour without a secret',
      ],
    ],
  },
  F37: {
    title: 'the cron runs twice at once',
    shown: [[PUBLISH, 'is cleared with the right entry although two runs of the cron are simultaneous']],
  },
  F38: {
    title: 'many concurrent wrong passwords',
    shown: [
      [
        'apps/redirect/unlock.test.ts',
        'are checked five times in all if two hundred come at once, and the right one still works elsewhere',
      ],
    ],
  },
  F39: {
    title: 'maintenance',
    shown: [
      ['apps/api/middleware/maintenance.test.ts', 'charges no call to a key'],
      ['apps/api/middleware/maintenance.test.ts', 'stops %s with 503, without the headers of limits'],
      ['apps/api/middleware/maintenance.test.ts', 'does not stop %s'],
    ],
  },
  F40: {
    title: 'invalid bodies of every kind and size',
    shown: [
      ['apps/api/fuzz.test.ts', '… requests of every kind keep every promise (seed …)'],
      ['apps/api/http/json-body.test.ts', 'is refused with 400 if it is or contains: %s'],
      ['apps/api/http/json-body.test.ts', 'is refused with 413 at one byte more, and the next request succeeds'],
    ],
  },
  F41: {
    title: 'D1 is restored to an earlier moment',
    shown: [
      [
        'packages/testkit/fault-table/restored-d1.test.ts',
        'KV and the objects agree with the restored D1 after the steps of docs/restore.md',
      ],
      ['apps/api/objects/key-meter.test.ts', 'is deleted, and its key refused, while D1 lacks the key'],
    ],
    promised: 'After D1 was restored',
  },
  F42: {
    title: 'the database is migrated, and one worker is not yet deployed',
    shown: [
      [
        'packages/testkit/fault-table/previous-version.test.ts',
        '0.10.0 makes, reads and changes links and keys of the migrated database, and this version goes on with them',
      ],
      [
        'packages/testkit/fault-table/previous-version.test.ts',
        'a migration takes nothing away that the previous version reads or writes',
      ],
    ],
    promised: 'that a worker works on a database that lacks one of its migrations',
  },
  F43: {
    title: 'D1 is down when a password is sent',
    shown: [['apps/redirect/attempt-limiter.test.ts', 'are refunded and get 503 while D1 is down']],
  },
  T1: {
    title: 'two clocks that differ',
    shown: [[TIME, 'each end a link by their own clock, and a limited link by the clock of its counter too']],
  },
  T2: {
    title: 'a clock steps back',
    shown: [
      [COUNTER, 'loses no click, even if the clock has stepped back between the clicks'],
      ['apps/api/platform/settings.test.ts', 'reads the settings again even if its clock has stepped back'],
      ['apps/redirect/statistics.test.ts', 'are not counted twice if the clock steps back over midnight'],
    ],
  },
  T3: {
    title: 'the cron does not run for a day',
    shown: [[TIME, 'does all its pending work with its next run']],
    promised: 'the minute’s cron stands still',
  },
  T4: { title: 'an alarm runs twice', shown: [[TIME, '%s has the result of one run']] },
  S1: {
    title: 'the limit of 100 parameters of a statement',
    shown: [[SIZE, 'the largest requests stay below the limits of D1 for one statement']],
  },
  S2: {
    title: 'the limit of 1,000 statements of an invocation',
    shown: [
      [RAN_OUT, 'a cron that has used up its calls does what it can within them, and the next runs do the rest'],
      [
        'apps/api/accounts/key-push.test.ts',
        'a suspension of an account with 1,000 keys takes four calls, each within the limits of an invocation',
      ],
    ],
  },
  S3: {
    title: 'the limit of 100 KB of a statement',
    shown: [[SIZE, 'the largest requests stay below the limits of D1 for one statement']],
  },
  S4: {
    title: 'the limit of 25 MiB of a value in KV',
    shown: [
      [
        'scripts/threats.test.ts',
        'npm run threats refuses a list that is longer than a value of KV, and accepts the longest',
      ],
    ],
  },
  S5: {
    title: 'the limit of 1,000 calls of an invocation to the platform',
    shown: [[RAN_OUT, 'a cron that has used up its calls does what it can within them, and the next runs do the rest']],
  },
  S6: {
    title: 'the limit of 128 MB of an isolate',
    shown: [
      [
        'apps/redirect/entry-cache.size.test.ts',
        'the cache holds the newest entries, at most 8 million characters, if destinations have %i each',
      ],
      [
        'apps/redirect/click-buffer.size.test.ts',
        'an isolate buffers at most 16 million characters of texts, and counts the clicks that it drops',
      ],
    ],
    promised: 'the 128 MB of an isolate',
  },
  S7: {
    title: 'the limit of 2 MB of a row',
    shown: [
      [
        'apps/redirect/buffer-click.test.ts',
        'makes batches small enough for the object, even from thousands of clicks with long texts',
      ],
      [SIZE, 'the largest requests stay below the limits of D1 for one statement'],
    ],
  },
} as const satisfies Record<string, Row>;

export type RowId = keyof typeof ROWS;
