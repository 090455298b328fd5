/**
 * Plausible mistakes in the product. `find` occurs once in the file, and `put` replaces it. The variable DEFECT names
 * the mistake to plant. The histories must find every mistake (planted-defects.node.ci.test.ts).
 */
import type { Plugin } from 'vite';
import { type Mistake, planted } from './planted';

/** `foundBy`: the place, in the seed of the repository, of a history that finds the mistake. */
type Defect = Mistake & { readonly foundBy: number };

export const DEFECTS: readonly Defect[] = [
  {
    foundBy: 6,
    name: 'an await between check and count',
    file: 'apps/redirect/click-counter.ts',
    find: "const { rowsWritten } = sql.exec('INSERT OR IGNORE INTO clicks",
    put: "await scheduler.wait(1); const { rowsWritten } = sql.exec('INSERT OR IGNORE INTO clicks",
  },
  {
    foundBy: 2,
    name: 'a deleted row instead of a tombstone',
    file: 'apps/api/links/link-changes.ts',
    find: "{ gone: 'DELETED', ",
    put: "{ code: sql.join([links.code, links.version], sql` || '~' || `), gone: 'DELETED', ",
  },
  {
    foundBy: 3,
    name: 'an edge entry with a wrong version',
    file: 'packages/domain/edge-entry.ts',
    find: "s: 'live',\n        v: entry.version",
    put: "s: 'live',\n        v: 1",
  },
  {
    foundBy: 4,
    name: 'a retry of a click with another click id',
    file: 'apps/redirect/visit.ts',
    find: 'counter.take(clickId, limits)',
    put: 'counter.take(crypto.randomUUID(), limits)',
  },
  {
    foundBy: 23,
    name: 'a lease that does not expire in time',
    file: 'packages/domain/idempotency.ts',
    find: 'if (now < known.leasedAt + LEASE_MS)',
    put: 'if (now < known.leasedAt + LEASE_MS * 1000)',
  },
  {
    foundBy: 3,
    name: 'a repeated creation with another generated code',
    file: 'apps/api/links/generated-code.ts',
    find: 'if (run === null) return',
    put: 'return',
  },
  {
    foundBy: 44,
    name: 'a dead alias taken by another account',
    file: 'apps/api/links/insert-links.ts',
    find: 'links.accountId} = ',
    put: 'links.accountId} IS NOT ',
  },
  {
    foundBy: 1,
    name: 'a refund that is given twice',
    file: 'packages/domain/meter.ts',
    find: 'Math.max(0, count.calls - 1)',
    put: 'Math.max(0, count.calls - 2)',
  },
  {
    foundBy: 3,
    name: 'a change that does not mark its row as dirty',
    file: 'apps/api/database/announced.ts',
    find: 'dirty: true,',
    put: 'dirty: false,',
  },
  {
    foundBy: 4,
    name: 'a copy of the denylist that is never refreshed',
    file: 'packages/store/denylist-copy.ts',
    find: 'const TTL_MS = 20_000;',
    put: 'const TTL_MS = Number.POSITIVE_INFINITY;',
  },
  {
    foundBy: 5,
    name: 'a batch of clicks counted twice',
    file: 'apps/redirect/arrivals.ts',
    find: 'INSERT OR IGNORE INTO arrivals VALUES (?, ?, ?)',
    put: 'INSERT OR IGNORE INTO arrivals VALUES (? || hex(randomblob(4)), ?, ?)',
  },
  {
    foundBy: 36,
    name: 'clicks that are dropped when they could not be sent',
    file: 'apps/redirect/flush-clicks.ts',
    find: "console.error(JSON.stringify({ doing: 'send clicks'",
    put: "acknowledge(batches, buffer, env);\n    console.error(JSON.stringify({ doing: 'send clicks'",
  },
  {
    foundBy: 2,
    name: 'a click that is buffered before it is granted',
    file: 'apps/redirect/visit.ts',
    find: 'const taken = await takeClick(code, entry, env);',
    put: 'recordClick();\n  const taken = await takeClick(code, entry, env);',
  },
  {
    foundBy: 4,
    name: 'limits that an outdated edge entry replaces',
    file: 'packages/domain/click-limits.ts',
    find: 'stored === null || received.version > stored.version ? received : stored',
    put: 'stored === null || received.version !== stored.version ? received : stored',
  },
  {
    foundBy: 25,
    name: 'a visit with an outdated edge entry that redirects',
    file: 'apps/redirect/click-counter.ts',
    find: 'const isOutdated = limits.version < newest.version;',
    put: 'const isOutdated = limits.version < newest.version - 1000;',
  },
  {
    foundBy: 20,
    name: 'a counter that is freed while an edge entry of its link may be read',
    file: 'apps/redirect/final-end.ts',
    find: 'const READABLE_MS = 86_400_000;',
    put: 'const READABLE_MS = 0;',
  },
  {
    foundBy: 3,
    name: 'a miss in KV that is a 404',
    file: 'apps/redirect/lookup.ts',
    find: '(await readKv(code, env)) ?? (await readD1(code, visit, env, ctx))',
    put: 'await readKv(code, env)',
  },
  {
    foundBy: 1,
    name: 'a window that lets in one call too many',
    file: 'packages/domain/meter.ts',
    find: 'if (window.count >= limits.requestsPerMinute)',
    put: 'if (window.count > limits.requestsPerMinute)',
  },
  {
    foundBy: 1,
    name: 'a window of links in bulk that lets in a call that does not fit whole',
    file: 'apps/api/objects/address-meter.ts',
    find: 'window.count + amount > limit',
    put: 'window.count >= limit',
  },
  {
    foundBy: 13,
    name: 'a revoked key that is still accepted',
    file: 'apps/api/objects/stored-key.ts',
    find: "if (record.status !== 'active' || record.suspended) return false;",
    put: 'if (record.suspended) return false;',
  },
  {
    foundBy: 18,
    name: 'a suspended account whose keys are still accepted',
    file: 'apps/api/objects/stored-key.ts',
    find: "if (record.status !== 'active' || record.suspended) return false;",
    put: "if (record.status !== 'active') return false;",
  },
  {
    foundBy: 25,
    name: 'a rotated text that works for ever',
    file: 'apps/api/objects/stored-key.ts',
    find: 'record.previous.digest === digest && now < record.previous.endsAt',
    put: 'record.previous.digest === digest',
  },
  {
    foundBy: 2,
    name: 'the destination of a protected link in its edge entry',
    file: 'packages/domain/edge-entry.ts',
    find: "target: link.password === null ? { location } : 'protected'",
    put: 'target: { location }',
  },
  {
    foundBy: 45,
    name: 'a link that expires a second late',
    file: 'packages/domain/link.ts',
    find: 'now >= expiresAt',
    put: 'now >= expiresAt + 1000',
  },
  {
    foundBy: 3,
    name: 'an atomic batch that is made in part',
    file: 'apps/api/links/insert-links.ts',
    find: '= 0 OR NOT EXISTS',
    put: "= 0 OR wanted.value ->> 'alias' IS NULL OR NOT EXISTS",
  },
  {
    foundBy: 3,
    name: 'figures that count again when they are handed over again',
    file: 'apps/redirect/metrics-store.ts',
    find: 'if (number <= (isolates.get(isolate) ?? former.get(isolate) ?? 0)) return;',
    put: '',
  },
  {
    foundBy: 7,
    name: 'a log line with a destination',
    file: 'apps/api/links/create-links.ts',
    find: "{ doing: 'put entry', link: inserted[index]?.link.id ?? '' }",
    put: "{ doing: 'put entry', link: inserted[index]?.link.url ?? '' }",
  },
];

/** The mistakes that the histories of details must find. */
export const DETAIL_DEFECTS: readonly Defect[] = [
  {
    foundBy: 19,
    name: 'a living link that hands its externalId over',
    file: 'apps/api/links/insert-details.ts',
    find: 'AND (holder.gone IS NOT NULL OR',
    put: 'AND (TRUE OR',
  },
  {
    foundBy: 1,
    name: 'an upsert that erases what it does not name',
    file: 'apps/api/links/upsert.ts',
    find: "name === 'externalId' || body[name] !== undefined",
    put: 'true',
  },
  {
    foundBy: 1,
    name: 'a key for its own links that reaches those of its account',
    file: 'apps/api/links/link-owner.ts',
    find: 'madeBy === null ? undefined : eq(links.madeBy, madeBy)',
    put: 'undefined',
  },
  {
    foundBy: 1,
    name: 'an added tag that replaces the others',
    file: 'apps/api/links/edit-details.ts',
    find: 'edit.addTags || edit.removeTags ? idsAfter(given, edit) : idsOfTags(given)',
    put: 'idsOfTags(given)',
  },
  {
    foundBy: 5,
    name: 'limited links that are deleted without their counters',
    file: 'apps/api/links/change-many.ts',
    find: 'hasCounter: (link: Link) => boolean = isLimited',
    put: 'hasCounter: (link: Link) => boolean = () => false',
  },
];

/**
 * A Vite plugin that plants a defect.
 * @throws Error for an unknown name; while loading, if `find` does not occur once
 */
export function plantedDefect(name: string): Plugin {
  const defect = [...DEFECTS, ...DETAIL_DEFECTS].find((one) => one.name === name);
  if (defect === undefined) throw new Error(`There is no defect "${name}"`);
  return planted(defect);
}
