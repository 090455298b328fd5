/**
 * Compares KV with D1 page by page, and publishes what differs (specification 13.12). D1 is the truth. Every put is
 * announced as that of an edit is, so that no late put of this module hides an edit (docs/design/publishing-to-kv.md).
 */
import { gt, inArray } from 'drizzle-orm';
import { announced } from '#api/database/announced';
import { databaseOf, primaryOf } from '#api/database/database';
import { LINK_FIELDS } from '#api/database/link-columns';
import { links } from '#api/database/schema';
import { eachOf } from '#api/database/statements';
import type { Env } from '#api/platform/env';
import { kvAnswer } from '#api/platform/kv-answer';
import { decodeEntry, encodeEntry, entryKey } from '#domain/edge-entry';
import { hasExpired, type Link } from '#domain/link';
import { entryOfLink } from '#store/link-row';
import { logFault } from '#store/log-fault';
import { putEntry } from '#store/publish';
import { clearMarks } from './clear-marks';

/** The most links of a page, so that a page stays within the 1,000 operations of an invocation. */
const LINKS_PER_PAGE = 200;
/** The most keys that one read of KV takes (developers.cloudflare.com/kv/api/read-key-value-pairs/). */
const KEYS_PER_READ = 100;
/** The most entries of a page: each may need a delete. */
const ENTRIES_PER_PAGE = 500;

/** The codes of a page by what their entries are. The other links of the page have the entry that D1 says. */
export type LinksPage = {
  readonly checked: number;
  readonly missing: readonly string[];
  readonly outdated: readonly string[];
  /** KV has a higher version than D1: D1 was restored to an earlier moment (docs/operating/backup.md). */
  readonly newer: readonly string[];
  /** Dirty links. The cron sends them to their counters too, so they stay dirty. */
  readonly waiting: readonly string[];
  /** The code after which the next page begins; null after the last page. */
  readonly next: string | null;
};

type Kind = 'same' | 'missing' | 'outdated' | 'newer';

/** Compares the links after a code with their entries. It writes nothing. */
export async function compareLinks(env: Env, after: string, now: number): Promise<LinksPage> {
  const rows = await primaryOf(env.DB)
    .select({ ...LINK_FIELDS, dirty: links.dirty })
    .from(links)
    .where(gt(links.code, after))
    .orderBy(links.code)
    .limit(LINKS_PER_PAGE);
  const entries = await readEntries(
    env,
    rows.map(({ code }) => code),
  );
  const kinds = rows.map((row): [string, Kind] => [
    row.code,
    kindOf(row, entries.get(entryKey(row.code)) ?? null, now),
  ]);
  const of = (kind: Kind) => kinds.filter(([, one]) => one === kind).map(([code]) => code);
  return {
    checked: rows.length,
    missing: of('missing'),
    outdated: of('outdated'),
    newer: await stillNewer(env, of('newer'), entries),
    waiting: rows.filter(({ dirty }) => dirty).map(({ code }) => code),
    next: rows.length === LINKS_PER_PAGE ? (rows.at(-1)?.code ?? null) : null,
  };
}

async function readEntries(env: Env, codes: readonly string[]): Promise<Map<string, string | null>> {
  const parts = Array.from({ length: Math.ceil(codes.length / KEYS_PER_READ) }, (_, n) =>
    codes.slice(n * KEYS_PER_READ, (n + 1) * KEYS_PER_READ).map(entryKey),
  );
  const read = await kvAnswer(Promise.all(parts.map((keys) => env.ROUTES.get(keys, 'text'))));
  return new Map(read.flatMap((one) => [...one]));
}

function kindOf(row: Link, text: string | null, now: number): Kind {
  // KV drops the entry of an expired link a day later, and a visit then finds the link in D1.
  if (text === null)
    return row.gone === null && row.blocked === null && hasExpired(row.expiresAt, now) ? 'same' : 'missing';
  const entry = decodeEntry(text);
  if (entry === null) return 'outdated';
  if (entry.version > row.version) return 'newer';
  return encodeEntry(entry) === encodeEntry(entryOfLink(row)) ? 'same' : 'outdated';
}

/** Leaves out links that were edited after D1 was read: D1 has their version by now. */
async function stillNewer(
  env: Env,
  codes: readonly string[],
  entries: ReadonlyMap<string, string | null>,
): Promise<string[]> {
  if (codes.length === 0) return [];
  const rows = await primaryOf(env.DB)
    .select({ code: links.code, version: links.version })
    .from(links)
    .where(inArray(links.code, eachOf(codes)));
  const versionOf = (code: string) => decodeEntry(entries.get(entryKey(code)) ?? '')?.version ?? 0;
  return rows.filter(({ code, version }) => versionOf(code) > version).map(({ code }) => code);
}

/**
 * Publishes the missing and the outdated links of a page.
 * @param now the time at which the puts begin
 * @returns how many KV has taken, and how many it has refused: those stay dirty, and the cron puts them again
 */
export async function publishLinks(
  env: Env,
  { missing, outdated, waiting }: LinksPage,
  now: number,
): Promise<{ written: number; failed: number }> {
  if (missing.length + outdated.length === 0) return { written: 0, failed: 0 };
  const claimed = await databaseOf(env.DB)
    .update(links)
    .set(announced(links, now))
    .where(inArray(links.code, eachOf([...missing, ...outdated])))
    .returning(LINK_FIELDS);
  const puts = await Promise.allSettled(claimed.map((link) => putEntry(env, link, now)));
  const put = claimed.filter((_, n) => puts[n]?.status === 'fulfilled');
  const refused = puts.find((one) => one.status === 'rejected');
  if (refused !== undefined) logFault(refused.reason, { doing: 'republish' });
  // An edit since the comparison has begun a put less than 40 s ago, so its mark is not cleared.
  const wereDirty = new Set(waiting);
  await clearMarks(
    env,
    put.filter(({ code }) => !wereDirty.has(code)),
    now,
  );
  return { written: put.length, failed: claimed.length - put.length };
}

export type EntriesPage = {
  readonly checked: number;
  /** The codes of entries that D1 has no link of. */
  readonly superfluous: readonly string[];
  /** KV's cursor of the next page; null after the last page. */
  readonly next: string | null;
};

const PREFIX = entryKey('');

/**
 * Lists entries, and finds those without a link. A link is in D1 before its entry is in KV, so no new link's is among
 * them.
 */
export async function findSuperfluous(env: Env, cursor: string | null): Promise<EntriesPage> {
  const listed = await kvAnswer(env.ROUTES.list({ prefix: PREFIX, limit: ENTRIES_PER_PAGE, cursor }));
  const codes = listed.keys.map(({ name }) => name.slice(PREFIX.length));
  const known = await primaryOf(env.DB)
    .select({ code: links.code })
    .from(links)
    .where(inArray(links.code, eachOf(codes)));
  const isKnown = new Set(known.map(({ code }) => code));
  return {
    checked: codes.length,
    superfluous: codes.filter((code) => !isKnown.has(code)),
    next: listed.list_complete ? null : listed.cursor,
  };
}

/** Deletes entries. If a link of that code is made meanwhile, its visits find it in D1, and publish it. */
export async function deleteEntries(env: Env, codes: readonly string[]): Promise<void> {
  await kvAnswer(Promise.all(codes.map((code) => env.ROUTES.delete(entryKey(code)))));
}
