/** Finds the tags of a filter, and the rows from which the list of their links is read. */
import { type SQL, sql } from 'drizzle-orm';
import { databaseOf } from '#api/database/database';
import { linkTags, tags } from '#api/database/schema';
import { eachOf } from '#api/database/statements';
import type { Env } from '#api/platform/env';
import {
  byList,
  byTag,
  isBackward,
  type ListedLink,
  type Order,
  type Period,
  type Position,
  type RowKey,
} from './link-list-order';

/** How many links a page has at most, and how many rows of its tags it reads at most. */
const MAX_LINKS = 400;
const MAX_ROWS = 4_000;

type TaggedRow = ListedLink & RowKey;
type FoundTag = { readonly id: string; readonly rows: readonly TaggedRow[] };

/** The order of a list by tags. `after` is where the list continues after the rows of the order; null if it ends. */
export type TagOrder = { readonly order: Order; readonly tagIds: readonly string[]; readonly after: RowKey | null };

/** The tags of a filter. `keys` are their names in the form in which names are compared. */
type Wanted = { readonly keys: readonly string[]; readonly mode: 'all' | 'any' };

/**
 * Returns the order of the links that have tags, newest first. Null if no link can have them, because there are no such
 * tags.
 */
export async function orderOfTags(
  env: Env,
  owner: string,
  { keys, mode }: Wanted,
  period: Period,
  from: Position | null,
): Promise<TagOrder | null> {
  const most = Math.min(MAX_LINKS, Math.floor(MAX_ROWS / keys.length));
  const found = await firstRows(env, owner, keys, period, from, most + 1);
  if (found.length === 0 || (mode === 'all' && found.length < keys.length)) return null;
  const tagIds = found.map(({ id }) => id);
  // A link with all tags is among the links of each tag, so the tag with the fewest links is read.
  const fewest = found.reduce((a, b) => (b.rows.length < a.rows.length ? b : a));
  if (mode === 'all' || found.length === 1) return { order: byTag(fewest.id, period, from), tagIds, after: null };
  const { listed, after } = merged(found, most, isBackward(from) ? oldestFirst : newestFirst);
  return { order: byList(listed), tagIds, after };
}

/** Returns the ids of tags that the account has. */
export async function idsOfKeys(env: Env, owner: string, keys: readonly string[]): Promise<string[]> {
  const found = await databaseOf(env.DB).all<{ id: string }>(sql`SELECT ${tags.id} AS id ${ofKeys(owner, keys)}`);
  return found.map(({ id }) => id);
}

const ofKeys = (owner: string, keys: readonly string[]): SQL =>
  sql`FROM ${tags} WHERE ${tags.accountId} = ${owner} AND ${tags.key} IN ${eachOf(keys)}`;

/** Reads the first `count` rows of each tag from a position on. */
async function firstRows(
  env: Env,
  owner: string,
  keys: readonly string[],
  period: Period,
  from: Position | null,
  count: number,
): Promise<FoundTag[]> {
  const { range, by } = byTag(sql`${tags.id}`, period, from);
  const rows = sql`SELECT ${linkTags.code} AS code, ${linkTags.createdAt} AS created_at, ${linkTags.linkId} AS link_id
    FROM ${linkTags} WHERE ${range} ORDER BY ${by} LIMIT ${count}`;
  const found = await databaseOf(env.DB).all<{ id: string; rows: string }>(sql`SELECT ${tags.id} AS id,
    (SELECT json_group_array(json_object('code', code, 'createdAt', created_at, 'linkId', link_id)) FROM (${rows})) AS rows
    ${ofKeys(owner, keys)}`);
  return found.map(({ id, rows: json }) => ({ id, rows: JSON.parse(json) }));
}

/**
 * Merges the first rows of tags. A tag with more than `most` rows has further ones after its last row, so the merged
 * list ends before the first such row.
 */
function merged(
  found: readonly FoundTag[],
  most: number,
  order: (a: RowKey, b: RowKey) => number,
): { listed: TaggedRow[]; after: RowKey | null } {
  const all = new Map(found.flatMap(({ rows }) => rows).map((row) => [`${row.createdAt} ${row.code}`, row]));
  const sorted = [...all.values()].sort(order);
  const ends = found.flatMap(({ rows }) => rows.slice(most));
  const horizon = ends.sort(order)[0];
  const known = horizon === undefined ? sorted : sorted.filter((row) => order(row, horizon) < 0);
  return { listed: known.slice(0, MAX_LINKS), after: known[MAX_LINKS] ?? horizon ?? null };
}

const newestFirst = (a: RowKey, b: RowKey): number =>
  b.createdAt - a.createdAt || (a.code < b.code ? 1 : a.code > b.code ? -1 : 0);
const oldestFirst = (a: RowKey, b: RowKey): number => newestFirst(b, a);
