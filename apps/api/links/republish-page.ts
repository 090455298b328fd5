/** One page of a republication: first the links in the order of their codes, then the entries in KV. */
import { databaseOf } from '#api/database/database';
import { compareDenylist } from '#api/platform/compare-denylist';
import { announceDenylist, publishDenylist } from '#api/platform/denylist';
import type { Env } from '#api/platform/env';
import { kvAnswer } from '#api/platform/kv-answer';
import { IMPORTED_LIST_KEY } from '#api/threats/imported-list';
import { Refusal } from '#domain/refusal';
import type { Peppers } from '#secrets/pepper';
import { openText, sealText } from '#secrets/sealed-text';
import { CURSOR_RULE } from './link-list-query';
import { compareLinks, deleteEntries, findSuperfluous, publishLinks } from './republish';

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
  const denylist = await kvAnswer(compareDenylist(env));
  if (denylist !== 'same' && !dryRun) {
    const now = Date.now();
    await databaseOf(env.DB).batch([announceDenylist(env, now)]);
    await kvAnswer(publishDenylist(env, now));
  }
  const { keys } = await kvAnswer(env.ROUTES.list({ prefix: IMPORTED_LIST_KEY, limit: 1 }));
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
