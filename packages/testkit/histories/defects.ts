/**
 * Plausible mistakes in the product, all of which are planted at once. A mistake does nothing until its name is in
 * `globalThis.plantedDefect`. The histories must find every mistake (planted-defects.ci.test.ts).
 */
import type { Plugin } from 'vite';

/**
 * `find` occurs once in the file. `put` returns what replaces it, given the condition under which the mistake is
 * active. `foundBy`: the index, with the seed of the repository, of a history that finds the mistake.
 */
type Defect = {
  readonly name: string;
  /** The path of the file from the root. */
  readonly file: string;
  readonly find: string;
  readonly put: (isWanted: string) => string;
  readonly foundBy: number;
};

/** Another expression in place of that of `find`. */
const instead = (find: string, expression: string) => ({
  find,
  put: (isWanted: string) => `(${isWanted} ? ${expression} : ${find})`,
});

/** A statement before what begins with `find`. */
const before = (find: string, statement: string) => ({
  find,
  put: (isWanted: string) => `if (${isWanted}) { ${statement} }\n${find}`,
});

/** Another number in a declaration. The object that replaces it acts as a number in calculations. */
const constant = (declaration: string, number: string, other: string) => ({
  find: `${declaration} = ${number};`,
  put: (isWanted: string) => `${declaration} = { valueOf: () => (${isWanted} ? ${other} : ${number}) };`,
});

export const DEFECTS: readonly Defect[] = [
  {
    foundBy: 6,
    name: 'an await between check and count',
    file: 'apps/redirect/counter/click-counter.ts',
    ...before("const { rowsWritten } = sql.exec('INSERT OR IGNORE INTO clicks", 'await scheduler.wait(1);'),
  },
  {
    foundBy: 2,
    name: 'a deleted row instead of a tombstone',
    file: 'apps/api/links/link-changes.ts',
    find: "{ gone: 'DELETED', ",
    put: (isWanted) =>
      `{ ...(${isWanted} && { code: sql.join([links.code, links.version], sql\` || '~' || \`) }), gone: 'DELETED', `,
  },
  {
    foundBy: 3,
    name: 'an edge entry with a wrong version',
    file: 'packages/domain/edge-entry.ts',
    find: "s: 'live',\n        v: entry.version",
    put: (isWanted) => `s: 'live',\n        v: ${isWanted} ? 1 : entry.version`,
  },
  {
    foundBy: 33,
    name: 'a retry of a click with another click id',
    file: 'apps/redirect/visits/counter-calls.ts',
    ...instead('counter.take(clickId, limits)', 'counter.take(crypto.randomUUID(), limits)'),
  },
  {
    foundBy: 23,
    name: 'a lease that does not expire in time',
    file: 'packages/domain/idempotency.ts',
    ...instead('now < known.leasedAt + LEASE_MS', 'now < known.leasedAt + LEASE_MS * 1000'),
  },
  {
    foundBy: 25,
    name: 'a repeated creation with another generated code',
    file: 'apps/api/links/generated-code.ts',
    ...instead('run === null', 'true'),
  },
  {
    foundBy: 44,
    name: 'a dead alias taken by another account',
    file: 'apps/api/links/insert-links.ts',
    ...instead(
      'statementTexts().insert',
      `statementTexts().insert.replaceAll('"account_id" = ', '"account_id" IS NOT ')`,
    ),
  },
  {
    foundBy: 1,
    name: 'a refund that is given twice',
    file: 'packages/domain/meter.ts',
    ...instead('Math.max(0, count.calls - 1)', 'Math.max(0, count.calls - 2)'),
  },
  {
    foundBy: 3,
    name: 'a change that does not mark its row as dirty',
    file: 'apps/api/database/database.ts',
    find: 'dirty: true,',
    put: (isWanted) => `dirty: !(${isWanted}),`,
  },
  {
    foundBy: 18,
    name: 'a copy of the denylist that is never refreshed',
    file: 'packages/store/denylist.ts',
    ...constant('const TTL_MS', '20_000', 'Infinity'),
  },
  {
    foundBy: 3,
    name: 'a batch of clicks counted twice',
    file: 'apps/redirect/statistics/arrivals.ts',
    ...instead(
      "'INSERT OR IGNORE INTO arrivals VALUES (?, ?, ?)'",
      "'INSERT OR IGNORE INTO arrivals VALUES (? || hex(randomblob(4)), ?, ?)'",
    ),
  },
  {
    foundBy: 36,
    name: 'clicks that are dropped when they could not be sent',
    file: 'apps/redirect/clicks/click-buffer.ts',
    ...before("console.error(JSON.stringify({ doing: 'send clicks'", 'acknowledge(batches, buffer, env);'),
  },
  {
    foundBy: 2,
    name: 'a click that is buffered before it is granted',
    file: 'apps/redirect/visits/visit.ts',
    ...before('const taken = await takeClick(code, entry, env);', 'recordClick();'),
  },
  {
    foundBy: 4,
    name: 'limits that an outdated edge entry replaces',
    file: 'packages/domain/click-limits.ts',
    ...instead(
      'stored === null || received.version > stored.version',
      'stored === null || received.version !== stored.version',
    ),
  },
  {
    foundBy: 25,
    name: 'a visit with an outdated edge entry that redirects',
    file: 'apps/redirect/counter/click-counter.ts',
    ...instead('limits.version < newest.version', 'false'),
  },
  {
    foundBy: 20,
    name: 'a counter that is freed while an edge entry of its link may be read',
    file: 'apps/redirect/counter/final-end.ts',
    ...constant('const READABLE_MS', '86_400_000', '0'),
  },
  {
    foundBy: 3,
    name: 'a miss in KV that is a 404',
    file: 'apps/redirect/visits/lookup.ts',
    ...instead('(await readKv(code, env)) ?? (await readD1(code, visit, env, ctx))', 'await readKv(code, env)'),
  },
  {
    foundBy: 1,
    name: 'a window that lets in one call too many',
    file: 'packages/domain/meter.ts',
    ...instead('window.count >= limits.requestsPerMinute', 'window.count > limits.requestsPerMinute'),
  },
  {
    foundBy: 1,
    name: 'a window of links in bulk that lets in a call that does not fit whole',
    file: 'apps/api/objects/address-meter.ts',
    ...instead('window.count + amount > limit', 'window.count >= limit'),
  },
  {
    foundBy: 13,
    name: 'a revoked key that is still accepted',
    file: 'apps/api/objects/stored-key.ts',
    ...instead("record.status !== 'active'", 'false'),
  },
  {
    foundBy: 18,
    name: 'a suspended account whose keys are still accepted',
    file: 'apps/api/objects/stored-key.ts',
    find: '|| record.suspended)',
    put: (isWanted) => `|| (!(${isWanted}) && record.suspended))`,
  },
  {
    foundBy: 25,
    name: 'a rotated text that works for ever',
    file: 'apps/api/objects/stored-key.ts',
    ...instead('now < record.previous.endsAt', 'true'),
  },
  {
    foundBy: 2,
    name: 'the destination of a protected link in its edge entry',
    file: 'packages/domain/edge-entry.ts',
    find: 'target: link.password === null',
    put: (isWanted) => `target: ${isWanted} || link.password === null`,
  },
  {
    foundBy: 45,
    name: 'a link that expires a second late',
    file: 'packages/domain/link.ts',
    ...instead('now >= expiresAt', 'now >= expiresAt + 1000'),
  },
  {
    foundBy: 3,
    name: 'an atomic batch that is made in part',
    file: 'apps/api/links/insert-links.ts',
    find: 'JSON.stringify(rows), Number(isAtomic)',
    put: (isWanted) => `JSON.stringify(rows), ${isWanted} ? 0 : Number(isAtomic)`,
  },
  {
    foundBy: 3,
    name: 'figures that count again when they are handed over again',
    file: 'apps/redirect/statistics/metrics-store.ts',
    ...instead('number <= (isolates.get(isolate) ?? former.get(isolate) ?? 0)', 'false'),
  },
  {
    foundBy: 21,
    name: 'a log line with a destination',
    file: 'apps/api/links/create.ts',
    ...instead("inserted[index]?.link.id ?? ''", "inserted[index]?.link.url ?? ''"),
  },
];

/** The mistakes that the histories of details must find. */
export const DETAIL_DEFECTS: readonly Defect[] = [
  {
    foundBy: 19,
    name: 'a living link that hands its externalId over',
    file: 'apps/api/links/insert-links.ts',
    ...instead(
      'bound(db, text, parameters)',
      "bound(db, text.replace('AND (holder.gone IS NOT NULL OR', 'AND (TRUE OR'), parameters)",
    ),
  },
  {
    foundBy: 1,
    name: 'an upsert that erases what it does not name',
    file: 'apps/api/links/existing-link.ts',
    ...instead("name === 'externalId' || body[name] !== undefined", 'true'),
  },
  {
    foundBy: 1,
    name: 'a key for its own links that reaches those of its account',
    file: 'apps/api/links/link-owner.ts',
    ...instead('madeBy === null ? undefined : eq(links.madeBy, madeBy)', 'undefined'),
  },
  {
    foundBy: 1,
    name: 'an added tag that replaces the others',
    file: 'apps/api/links/update-links.ts',
    ...instead('edit.addTags || edit.removeTags ? idsAfter(given, edit) : idsOfTags(given)', 'idsOfTags(given)'),
  },
  {
    foundBy: 5,
    name: 'limited links that are deleted without their counters',
    file: 'apps/api/links/bulk.ts',
    find: 'hasCounter: (link: Link) => boolean = isLimited',
    put: (isWanted) => `hasCounter: (link: Link) => boolean = (link) => !(${isWanted}) && isLimited(link)`,
  },
];

/**
 * A Vite plugin that plants all defects while their files are loaded. The files on disk do not change.
 * @throws Error if a `find` does not occur exactly once in its file
 */
export const plantDefects = (): Plugin => ({
  name: 'planted defects',
  enforce: 'pre',
  transform(code, id) {
    const path = id.split('?')[0] ?? '';
    const here = [...DEFECTS, ...DETAIL_DEFECTS].filter(({ file }) => path.endsWith(`/${file}`));
    if (here.length === 0) return null;
    let planted = code;
    for (const { name, file, find, put } of here) {
      if (code.split(find).length !== 2) throw new Error(`"${find}" does not occur exactly once in ${file}`);
      planted = planted.replace(find, () => put(`globalThis.plantedDefect === ${JSON.stringify(name)}`));
    }
    return { code: planted, map: null };
  },
});
