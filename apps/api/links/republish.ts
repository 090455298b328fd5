/**
 * Compares KV with D1 page by page, and publishes what differs (specification 13.12). D1 is authoritative. Every put is
 * announced like that of an edit, so no late put hides an edit (docs/design/publishing-to-kv.md).
 */

import { gt, inArray } from 'drizzle-orm';
import { announced, eachText, openDatabase, openPrimary } from '#api/database/database';
import { LINK_FIELDS } from '#api/database/link-columns';
import { links } from '#api/database/schema';
import { announceDenylist, compareDenylist, publishDenylist } from '#api/platform/denylist';
import type { Env } from '#api/platform/env';
import { kvResult } from '#api/platform/kv-result';
import { IMPORTED_LIST_KEY } from '#api/threats/imported-list';
import { decodeEntry, encodeEntry, makeEntryKey } from '#domain/edge-entry';
import { hasExpired, type Link } from '#domain/link';
import { Refusal } from '#domain/refusal';
import { openText, type Peppers, sealText } from '#secrets/pepper';
import { logFault } from '#store/faults';
import { linkToEntry } from '#store/link-row';
import { putEntry } from '#store/publish';
import { CURSOR_RULE } from './link-list-query';
import { clearMarks } from './propagate';

const CONTEXT = 'republish';

/** Where a page begins: after a code, or at a cursor of KV. */
type Start = { readonly of: 'links'; readonly after: string } | { readonly of: 'entries'; readonly at: string | null };

type Mode = { readonly dryRun: boolean; readonly remove: boolean };

/** Opens a cursor. It is sealed, because KV throws at a cursor that is not its own. @throws Refusal FIELD_INVALID */
export async function readRepublishCursor(cursor: string | null, peppers: Peppers): Promise<Start> {
  if (cursor === null) return { of: 'links', after: '' };
  const text = await openText(cursor, peppers, CONTEXT);
  if (text === null) throw new Refusal('FIELD_INVALID', { detail: CURSOR_RULE });
  return JSON.parse(text) as Start;
}

const NOTHING = {
  links: 0,
  entries: 0,
  missing: 0,
  outdated: 0,
  newer: 0,
  waiting: 0,
  superfluous: 0,
  written: 0,
  failed: 0,
  removed: 0,
  denylist: null as 'same' | 'outdated' | 'missing' | null,
  threatList: null as 'present' | 'missing' | null,
};
type Report = typeof NOTHING & { nextCursor: string | null };

/** Compares one page, and publishes what differs unless it is a dry run. */
export async function republish(env: Env, start: Start, mode: Mode, peppers: Peppers): Promise<Report> {
  const { report, next } =
    start.of === 'links' ? await pageOfLinks(env, start.after, mode) : await pageOfEntries(env, start.at, mode);
  return { ...NOTHING, ...report, nextCursor: next && (await sealText(JSON.stringify(next), peppers, CONTEXT)) };
}

type Page = { readonly report: Partial<typeof NOTHING>; readonly next: Start | null };

async function pageOfLinks(env: Env, after: string, { dryRun }: Mode): Promise<Page> {
  const lists = after === '' ? await republishLists(env, dryRun) : {};
  const page = await compareLinks(env, after, Date.now());
  const { checked, missing, outdated, newer, waiting, next } = page;
  const done = dryRun ? {} : await publishLinks(env, page, Date.now());
  const found = {
    missing: missing.length,
    outdated: outdated.length,
    newer: newer.length,
    waiting: waiting.length,
  };
  return {
    report: { links: checked, ...found, ...done, ...lists },
    next: next === null ? { of: 'entries', at: null } : { of: 'links', after: next },
  };
}

async function republishLists(env: Env, dryRun: boolean): Promise<Pick<typeof NOTHING, 'denylist' | 'threatList'>> {
  const denylist = await kvResult(compareDenylist(env));
  if (denylist !== 'same' && !dryRun) {
    const now = Date.now();
    await openDatabase(env.DB).batch([announceDenylist(env, now)]);
    await kvResult(publishDenylist(env, now));
  }
  const { keys } = await kvResult(env.ROUTES.list({ prefix: IMPORTED_LIST_KEY, limit: 1 }));
  return { denylist, threatList: keys.length > 0 ? 'present' : 'missing' };
}

async function pageOfEntries(env: Env, at: string | null, { dryRun, remove }: Mode): Promise<Page> {
  const { checked, superfluous, next } = await findSuperfluous(env, at);
  const removed = remove && !dryRun ? superfluous : [];
  await deleteEntries(env, removed);
  return {
    report: { entries: checked, superfluous: superfluous.length, removed: removed.length },
    next: next === null ? null : { of: 'entries', at: next },
  };
}

/** The most links of a page, so that a page stays within the 1,000 operations of an invocation. */
const COMPARED_PER_PAGE = 200;
/** The most keys that one read of KV takes (developers.cloudflare.com/kv/api/read-key-value-pairs/). */
const KEYS_PER_READ = 100;
/** The most entries of a page: each may need a delete. */
const ENTRIES_PER_PAGE = 500;

/** The codes of a page by the state of their entries. The other links of the page have the entry that they should. */
type LinksPage = {
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
async function compareLinks(env: Env, after: string, now: number): Promise<LinksPage> {
  const rows = await openPrimary(env.DB)
    .select({ ...LINK_FIELDS, dirty: links.dirty })
    .from(links)
    .where(gt(links.code, after))
    .orderBy(links.code)
    .limit(COMPARED_PER_PAGE);
  const entries = await readEntries(
    env,
    rows.map(({ code }) => code),
  );
  const kinds = rows.map((row): [string, Kind] => [
    row.code,
    compareEntry(row, entries.get(makeEntryKey(row.code)) ?? null, now),
  ]);
  const of = (kind: Kind) => kinds.filter(([, one]) => one === kind).map(([code]) => code);
  return {
    checked: rows.length,
    missing: of('missing'),
    outdated: of('outdated'),
    newer: await stillNewer(env, of('newer'), entries),
    waiting: rows.filter(({ dirty }) => dirty).map(({ code }) => code),
    next: rows.length === COMPARED_PER_PAGE ? (rows.at(-1)?.code ?? null) : null,
  };
}

async function readEntries(env: Env, codes: readonly string[]): Promise<Map<string, string | null>> {
  const parts = Array.from({ length: Math.ceil(codes.length / KEYS_PER_READ) }, (_, n) =>
    codes.slice(n * KEYS_PER_READ, (n + 1) * KEYS_PER_READ).map(makeEntryKey),
  );
  const read = await kvResult(Promise.all(parts.map((keys) => env.ROUTES.get(keys, 'text'))));
  return new Map(read.flatMap((one) => [...one]));
}

function compareEntry(row: Link, text: string | null, now: number): Kind {
  // KV drops the entry of an expired link a day later, and a visit then finds the link in D1.
  if (text === null)
    return row.gone === null && row.blocked === null && hasExpired(row.expiresAt, now) ? 'same' : 'missing';
  const entry = decodeEntry(text);
  if (entry === null) return 'outdated';
  if (entry.version > row.version) return 'newer';
  return encodeEntry(entry) === encodeEntry(linkToEntry(row)) ? 'same' : 'outdated';
}

/** Leaves out links that were edited after D1 was read: D1 has their version by now. */
async function stillNewer(
  env: Env,
  codes: readonly string[],
  entries: ReadonlyMap<string, string | null>,
): Promise<string[]> {
  if (codes.length === 0) return [];
  const rows = await openPrimary(env.DB)
    .select({ code: links.code, version: links.version })
    .from(links)
    .where(inArray(links.code, eachText(codes)));
  const findVersion = (code: string) => decodeEntry(entries.get(makeEntryKey(code)) ?? '')?.version ?? 0;
  return rows.filter(({ code, version }) => findVersion(code) > version).map(({ code }) => code);
}

/**
 * Publishes the missing and the outdated links of a page.
 * @param now the time at which the puts begin
 * @returns how many KV has taken, and how many it has refused: those stay dirty, and the cron puts them again
 */
async function publishLinks(
  env: Env,
  { missing, outdated, waiting }: LinksPage,
  now: number,
): Promise<{ written: number; failed: number }> {
  if (missing.length + outdated.length === 0) return { written: 0, failed: 0 };
  const claimed = await openDatabase(env.DB)
    .update(links)
    .set(announced(links, now))
    .where(inArray(links.code, eachText([...missing, ...outdated])))
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

type EntriesPage = {
  readonly checked: number;
  /** The codes of entries that D1 has no link of. */
  readonly superfluous: readonly string[];
  /** KV's cursor of the next page; null after the last page. */
  readonly next: string | null;
};

const PREFIX = makeEntryKey('');

/**
 * Lists entries, and finds those without a link. A link is in D1 before its entry is in KV, so none of a new link is
 * among them.
 */
async function findSuperfluous(env: Env, cursor: string | null): Promise<EntriesPage> {
  const listed = await kvResult(env.ROUTES.list({ prefix: PREFIX, limit: ENTRIES_PER_PAGE, cursor }));
  const codes = listed.keys.map(({ name }) => name.slice(PREFIX.length));
  const known = await openPrimary(env.DB)
    .select({ code: links.code })
    .from(links)
    .where(inArray(links.code, eachText(codes)));
  const isKnown = new Set(known.map(({ code }) => code));
  return {
    checked: codes.length,
    superfluous: codes.filter((code) => !isKnown.has(code)),
    next: listed.list_complete ? null : listed.cursor,
  };
}

/** Deletes entries. If a link of that code is made meanwhile, its visits find it in D1, and publish it. */
async function deleteEntries(env: Env, codes: readonly string[]): Promise<void> {
  await kvResult(Promise.all(codes.map((code) => env.ROUTES.delete(makeEntryKey(code)))));
}
