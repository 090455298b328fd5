/**
 * The pages of a backup: first the rows of every table, then the newer states of the objects
 * (docs/design/self-hosting.md). A restore writes what their schema accepts, so it refuses what no backup contains.
 */

import * as z from 'zod';
import { SettingsRecord } from '#api/platform/change-settings';
import type { Env } from '#api/platform/env';
import { MARKER } from '#api/platform/restore-marker';
import { isLogo } from '#api/qr/logo';
import { decodeCounts, type EncodedCounts } from '#domain/daily-counts';
import { CALL_DAYS } from '#domain/meter';
import { BACKUP_PART_CHARACTERS } from '#domain/object-state';
import { Profiles } from '#domain/profiles';
import { Refusal } from '#domain/refusal';
import { openText, type Peppers, sealText } from '#secrets/pepper';
import { KINDS, type Kind, listObjects, type ObjectPart, readPart, type Start } from './objects';
import { type BackupRow, readRows, TABLE_NAMES, type TableName } from './tables';

export type BackupPage =
  | { readonly kind: 'rows'; readonly table: TableName; readonly rows: readonly BackupRow[] }
  | { readonly kind: 'objects'; readonly objects: readonly ObjectPart[] };

/** Where a page begins: after a row of a table, after an object, or inside an object. */
type Position =
  | { readonly table: TableName; readonly after: string }
  | { readonly kind: Kind; readonly after: string; readonly inside?: { readonly name: string; readonly start: Start } };

const CONTEXT = 'backup';
export const BACKUP_CURSOR_RULE = 'cursor must be the nextCursor of the page before';

/** Opens a cursor. It is sealed, because it may contain a code or an id. @throws Refusal FIELD_INVALID */
async function readPosition(cursor: string | null, peppers: Peppers): Promise<Position> {
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
  const position = await readPosition(cursor, peppers);
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

const firstPosition = (kind: Kind | undefined): Position | null => (kind === undefined ? null : { kind, after: '' });

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
    if (characters > BACKUP_PART_CHARACTERS) return { page: { kind: 'objects', objects }, next: { kind, after: done } };
  }
  const rest = next === null ? firstPosition(KINDS[KINDS.indexOf(kind) + 1]) : { kind, after: next };
  return { page: { kind: 'objects', objects }, next: rest };
}

const count = z.int().min(0);
const text = z.string().max(64_000);
/** The longest value is a logo: 100,000 bytes in base64. */
const cell = z.string().max(133_336);

/** Checks, by table, that the workers can read a row, which the constraints of the tables do not guarantee. */
const ROW_CHECKS: { readonly [name in TableName]?: (row: BackupRow) => boolean } = {
  links: ({ url }) => URL.canParse(String(url)),
  settings: isSetting,
  link_details: ({ tags }) => isJson(tags, z.array(z.string())),
  passkeys: ({ transports }) => isJson(transports, z.array(z.string())),
  qr_styles: ({ color, bg_color, logo }) =>
    [color, bg_color].every((one) => /^[\da-f]{6}$/.test(String(one))) && (logo === null || isLogo(String(logo))),
};

const Row = z.record(z.string().max(64), z.union([cell, z.int(), z.null()]));

const Rows = z
  .strictObject({ kind: z.literal('rows'), table: z.enum(TABLE_NAMES), rows: z.array(Row).max(1_000) })
  .refine(({ table, rows }) => rows.every((row) => ROW_CHECKS[table]?.(row) ?? true), {
    error: 'page has a row that the workers could not read',
  });

const Window = z.strictObject({ openedAt: z.int(), count });

const DayOfCalls = z.strictObject({ day: count, admitted: count, window: count, month: count });

const KeyState = z.strictObject({
  count: z
    .strictObject({
      window: Window.nullable(),
      month: z.int(),
      calls: count,
      links: count,
      lastAt: z.int(),
      today: DayOfCalls.nullable(),
    })
    .nullable(),
  usedAt: z.record(text, z.int()),
  callDays: z.array(DayOfCalls).max(CALL_DAYS),
  idempotency: z.array(
    z.strictObject({
      key: text,
      leased_at: z.int(),
      seed: text.refine(isSeed),
      request_hash: text.nullable(),
      status: z.int().min(200).max(599).nullable(),
      body: z.string().nullable(),
    }),
  ),
});

const StatisticsState = z.strictObject({
  top: z.array(z.strictObject({ linkId: text, code: text, clicks: count })).max(100),
  totals: z.array(
    z.strictObject({
      link: text,
      code: text,
      clicks: count,
      scans: count,
      robots: count,
      visitors: count,
      last_at: z.int(),
    }),
  ),
  days: z.array(
    z.strictObject({
      link: text,
      day: count,
      counts: z.string().refine(isCounts),
      profiles: z.string().refine(isProfiles).nullable(),
    }),
  ),
});

const CounterState = z.strictObject({
  limits: z
    .strictObject({
      code: text,
      linkId: text,
      statistics: text,
      version: z.int(),
      maxClicks: count.nullable(),
      expiresAt: z.int().nullable(),
      live: z.boolean(),
    })
    .nullable(),
  count,
  isSpent: z.boolean(),
  isRecounting: z.boolean(),
});

const name = z.string().regex(/^[\w:-]{1,100}$/);

const Objects = z.strictObject({
  kind: z.literal('objects'),
  objects: z
    .array(
      z.discriminatedUnion('class', [
        z.strictObject({ class: z.literal('KeyMeter'), name, state: KeyState }),
        z.strictObject({ class: z.literal('Statistics'), name, state: StatisticsState }),
        z.strictObject({ class: z.literal('ClickCounter'), name, state: CounterState }),
      ]),
    )
    .max(KINDS.length * 50),
});

/** A page of a backup: rows of a table, or parts of objects. */
export const BackupPageSchema = z
  .discriminatedUnion('kind', [Rows, Objects], 'page must be a page of a backup')
  .meta({ id: 'BackupPage', description: 'Rows of a table, or parts of the states of objects.' });

function isJson(value: unknown, schema: z.ZodType): boolean {
  try {
    return schema.safeParse(JSON.parse(String(value))).success;
  } catch {
    return false;
  }
}

/** Whether a row is a setting with a valid value. Any JSON is valid for a setting that this version does not know. */
function isSetting({ name, value }: BackupRow): boolean {
  const [first = '', plan] = String(name).split('.');
  if (first === MARKER) return false;
  if (!Object.hasOwn(SettingsRecord.shape, first)) return isJson(value, z.unknown());
  const schema: z.ZodType = SettingsRecord.shape[first as keyof typeof SettingsRecord.shape];
  if (!(schema instanceof z.ZodObject)) return plan === undefined && isJson(value, schema);
  return plan !== undefined && Object.hasOwn(schema.shape, plan) && isJson(value, schema.shape[plan] as z.ZodType);
}

/** Whether a text is an idempotency seed as an object stores it. */
function isSeed(value: string): boolean {
  try {
    return typeof (JSON.parse(value) as { id?: unknown } | null)?.id === 'string';
  } catch {
    return false;
  }
}

/** Whether a text is the profiles of a link and day as an object stores them. */
function isProfiles(value: string): boolean {
  try {
    Profiles.decode(value);
    return true;
  } catch {
    return false;
  }
}

/** Whether a text is the daily counts of a link as an object stores them. */
function isCounts(value: string): boolean {
  try {
    decodeCounts(JSON.parse(value) as EncodedCounts);
    return true;
  } catch {
    return false;
  }
}
