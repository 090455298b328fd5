/** The links of an account, newest first, a page at a time. */
import * as z from 'zod';
import type { Link } from '#domain/link';
import { databaseFor } from '#store/database';
import { LINK_COLUMNS, type LinkRow, linkOf } from '#store/link-row';
import type { Env } from '../env';

const LINKS_PER_PAGE = 25;

/** What D1 takes as a pattern of LIKE, less its two wildcards (answers, section 12). */
export const MAX_SEARCH_BYTES = 48;

export type Asked = { readonly search: string; readonly cursor: string };
export type LinkPage = { readonly links: readonly Link[]; readonly nextCursor: string | null };

/** The last link of the page before: its creation, and its code where several are of one moment. */
const Cursor = z.tuple([z.int().min(0), z.string().max(50)]);

function cursorOf(text: string): z.output<typeof Cursor> | null {
  const [createdAt = '', code = ''] = text.split('.');
  return Cursor.safeParse([Number(createdAt || Number.NaN), code]).data ?? null;
}

const PAGE = `SELECT ${LINK_COLUMNS} FROM links WHERE account_id = ?1 AND (created_at, code) < (?2, ?3)
  AND (?4 = '%%' OR code LIKE ?4 ESCAPE '\\' OR url LIKE ?4 ESCAPE '\\') ORDER BY created_at DESC, code DESC LIMIT ?5`;

export async function newestLinks(env: Env, accountId: string, { search, cursor }: Asked): Promise<LinkPage> {
  const [createdAt, code] = cursorOf(cursor) ?? [Number.MAX_SAFE_INTEGER, ''];
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
  const { results } = await databaseFor(env, '')
    .withSession('first-primary')
    .prepare(PAGE)
    .bind(accountId, createdAt, code, pattern, LINKS_PER_PAGE + 1)
    .all<LinkRow>();
  const shown = results.slice(0, LINKS_PER_PAGE);
  const last = results.length > LINKS_PER_PAGE ? shown.at(-1) : undefined;
  return { links: shown.map(linkOf), nextCursor: last === undefined ? null : `${last.created_at}.${last.code}` };
}
