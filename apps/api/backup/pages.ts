/**
 * Reads the pages of a backup: first the rows of every table, then the newer states of the objects
 * (docs/design/self-hosting.md).
 */
import type { Env } from '#api/platform/env';
import { PART_CHARACTERS } from '#domain/object-state';
import { Refusal } from '#domain/refusal';
import type { Peppers } from '#secrets/pepper';
import { openText, sealText } from '#secrets/sealed-text';
import { KINDS, type Kind, listObjects, type ObjectPart, readPart, type Start } from './objects';
import { type BackupRow, readRows, TABLE_NAMES, type TableName } from './tables';

export type BackupPage =
  | { readonly kind: 'rows'; readonly table: TableName; readonly rows: readonly BackupRow[] }
  | { readonly kind: 'objects'; readonly objects: readonly ObjectPart[] };

/** Where a page begins: after a row of a table, or after an object, or inside of one. */
type Position =
  | { readonly table: TableName; readonly after: string }
  | { readonly kind: Kind; readonly after: string; readonly inside?: { readonly name: string; readonly start: Start } };

const CONTEXT = 'backup';
export const BACKUP_CURSOR_RULE = 'cursor must be the nextCursor of the page before';

/** Opens a cursor. It is sealed, because it may contain a code or an id. @throws Refusal FIELD_INVALID */
async function positionOf(cursor: string | null, peppers: Peppers): Promise<Position> {
  if (cursor === null) return { table: TABLE_NAMES[0], after: '' };
  const text = await openText(cursor, peppers, CONTEXT);
  if (text === null) throw new Refusal('FIELD_INVALID', { detail: BACKUP_CURSOR_RULE });
  return JSON.parse(text) as Position;
}

/** Reads one page. @param cursor `nextCursor` of the page before; null for the first page */
export async function readBackupPage(
  env: Env,
  cursor: string | null,
  peppers: Peppers,
): Promise<{ page: BackupPage; nextCursor: string | null }> {
  const position = await positionOf(cursor, peppers);
  const { page, next } = 'table' in position ? await pageOfRows(env, position) : await pageOfObjects(env, position);
  return { page, nextCursor: next && (await sealText(JSON.stringify(next), peppers, CONTEXT)) };
}

type Read = { readonly page: BackupPage; readonly next: Position | null };

async function pageOfRows(env: Env, { table, after }: { table: TableName; after: string }): Promise<Read> {
  const { rows, next } = await readRows(env, table, after);
  const page = { kind: 'rows', table, rows } as const;
  if (next !== null) return { page, next: { table, after: next } };
  const following = TABLE_NAMES[TABLE_NAMES.indexOf(table) + 1];
  return { page, next: following ? { table: following, after: '' } : { kind: KINDS[0], after: '' } };
}

const firstOf = (kind: Kind | undefined): Position | null => (kind === undefined ? null : { kind, after: '' });

async function pageOfObjects(
  env: Env,
  { kind, after, inside }: Exclude<Position, { table: TableName }>,
): Promise<Read> {
  const { named, next } = await listObjects(env, kind, after);
  const objects: ObjectPart[] = [];
  let characters = 0;
  let start = inside?.start ?? null;
  let done = after;
  for (const { row, name } of named) {
    // A row that was inserted since the page before may precede the object whose parts are being read.
    if (inside !== undefined && objects.length === 0 && name !== inside.name) start = null;
    const read = await readPart(env, kind, name, start);
    objects.push(read.part);
    characters += JSON.stringify(read.part).length;
    start = read.next;
    if (start !== null)
      return { page: { kind: 'objects', objects }, next: { kind, after: done, inside: { name, start } } };
    done = row;
    if (characters > PART_CHARACTERS) return { page: { kind: 'objects', objects }, next: { kind, after: done } };
  }
  const rest = next === null ? firstOf(KINDS[KINDS.indexOf(kind) + 1]) : { kind, after: next };
  return { page: { kind: 'objects', objects }, next: rest };
}
