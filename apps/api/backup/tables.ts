/** Reads and writes the rows of the tables that a backup contains. */
import { getTableColumns, notInArray, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { columnName, eachText, openDatabase, openPrimary } from '#api/database/database';
import {
  accountEvents,
  accounts,
  blockedHosts,
  existingLinks,
  keys,
  linkDetails,
  links,
  linkTags,
  passkeys,
  qrStyles,
  settings,
  tags,
  upgradeRequests,
  utmTemplates,
} from '#api/database/schema';
import type { Env } from '#api/platform/env';
import { MARKER } from '#api/platform/restore-marker';
import { takeRows } from '#domain/object-state';

/**
 * The tables of a backup, in the order in which it reads them. Details precede their links, and accounts come last, so
 * that the backup has the link and the account of every row. A restore reverses the order, so settings come after the
 * links, and end its maintenance. Sessions, sign-in links and challenges are left out, because a restore must not
 * revive one that has ended. Deletions of accounts are left out, because they begin again at the end of a restore.
 * Scheduled acts are left out: within a minute or so they are carried out or undone, after the moment of the backup.
 */
const TABLES = {
  settings: { table: settings, key: [settings.name] },
  existing_links: {
    table: existingLinks,
    key: [existingLinks.accountId, existingLinks.urlHash, existingLinks.createdAt, existingLinks.code],
  },
  link_tags: { table: linkTags, key: [linkTags.tagId, linkTags.createdAt, linkTags.code] },
  link_details: { table: linkDetails, key: [linkDetails.code] },
  tags: { table: tags, key: [tags.id] },
  links: { table: links, key: [links.code] },
  keys: { table: keys, key: [keys.id] },
  passkeys: { table: passkeys, key: [passkeys.id] },
  // A logo is long, so that a page has few of them.
  qr_styles: { table: qrStyles, key: [qrStyles.accountId], most: 2 },
  utm_templates: { table: utmTemplates, key: [utmTemplates.id] },
  account_events: { table: accountEvents, key: [accountEvents.accountId, accountEvents.number] },
  upgrade_requests: { table: upgradeRequests, key: [upgradeRequests.id] },
  blocked_hosts: { table: blockedHosts, key: [blockedHosts.host] },
  accounts: { table: accounts, key: [accounts.id] },
} as const satisfies Record<string, BackupTable>;

type BackupTable = {
  readonly table: SQLiteTable;
  readonly key: readonly SQLiteColumn[];
  /** The most rows that one statement reads, where that is not MAX_ROWS. */
  readonly most?: number;
};

export type TableName = keyof typeof TABLES;
export const TABLE_NAMES = Object.keys(TABLES) as [TableName, ...TableName[]];

/** A row by the names of its columns in D1. */
export type BackupRow = Readonly<Record<string, string | number | null>>;

/** The most rows that one statement reads. */
const MAX_ROWS = 500;

const listed = (columns: readonly SQLiteColumn[]): SQL => sql.join(columns.map(columnName), sql`, `);

function isAfter(key: readonly SQLiteColumn[], after: string): SQL {
  if (after === '') return sql`TRUE`;
  const values = (JSON.parse(after) as (string | number)[]).map((value) => sql`${value}`);
  return sql`(${listed(key)}) > (${sql.join(values, sql`, `)})`;
}

const listColumns = (table: SQLiteTable) => Object.values(getTableColumns(table));

/**
 * Reads the rows after a key, in the order of the keys.
 * @param after a key as JSON, a list of the values of its columns; empty for the first rows
 * @returns the key after which the next page begins, or null
 */
export async function readRows(
  env: Env,
  name: TableName,
  after: string,
): Promise<{ rows: BackupRow[]; next: string | null }> {
  const { table, key, most = MAX_ROWS }: BackupTable = TABLES[name];
  const columns = listed(listColumns(table));
  const found = await openPrimary(env.DB).all<BackupRow>(
    sql`SELECT ${columns} FROM ${table} WHERE ${isAfter(key, after)} ORDER BY ${listed(key)} LIMIT ${most}`,
  );
  const { rows, isCut } = takeRows(found);
  const last = key.map(({ name: column }) => rows.at(-1)?.[column]);
  return {
    rows: rows.filter((row) => name !== 'settings' || row.name !== MARKER),
    next: isCut || found.length === most ? JSON.stringify(last) : null,
  };
}

/** The SQL expressions of columns that do not get the value in the backup. */
const REPLACED: { readonly [name in TableName]?: Readonly<Record<string, (raise: number) => ReturnType<typeof sql>>> } =
  {
    links: {
      // D1 refuses the NULL, so that no link is overwritten that was made during the restore, such as in the console.
      url: () => sql`CASE WHEN EXISTS (SELECT 1 FROM ${links} AS here WHERE here.code = value ->> 'code'
        AND here.id <> value ->> 'id' AND here.gone IS NULL) THEN NULL ELSE value ->> 'url' END`,
      // Objects are read after D1, so a counter may have a newer version than its link. The raised version is above it.
      version: (raise) => sql`value ->> 'version' + ${raise}`,
      dirty: () => sql`0`,
      put_at: () => sql`0`,
      quiet_at: () => sql`0`,
    },
    // The links of a deleted account may be live in the backup, because links are read before accounts.
    accounts: { suspended: () => sql`value ->> 'suspended' OR value ->> 'deleted_at' IS NOT NULL` },
    // The object of a key has no record yet, and loads it at its first call. So there is nothing to push.
    keys: { pushed_version: () => sql`value ->> 'version'` },
  };

const IS_OF_LINK = sql`EXISTS (SELECT 1 FROM ${links} AS here WHERE here.code = value ->> 'code'
  AND here.id = value ->> 'link_id' AND here.gone IS NOT 'DELETED')`;
const IS_OF_ACCOUNT = sql`NOT EXISTS (SELECT 1 FROM ${accounts} AS here WHERE here.id = value ->> 'account_id'
  AND here.deleted_at IS NOT NULL)`;
/**
 * The conditions of rows to write. The others belong to a link or an account that was deleted while the backup was
 * read, or during the restore: its deletion has erased them.
 */
const KEPT: { readonly [name in TableName]?: SQL } = {
  link_tags: IS_OF_LINK,
  link_details: IS_OF_LINK,
  tags: IS_OF_ACCOUNT,
  passkeys: IS_OF_ACCOUNT,
  qr_styles: IS_OF_ACCOUNT,
  utm_templates: IS_OF_ACCOUNT,
  account_events: IS_OF_ACCOUNT,
  upgrade_requests: IS_OF_ACCOUNT,
};

/**
 * Writes rows in one statement. Rows with the same keys are replaced.
 * @param raise what is added to the versions of links
 */
export async function writeRows(env: Env, name: TableName, rows: readonly BackupRow[], raise: number): Promise<void> {
  const { table } = TABLES[name];
  const columns = listColumns(table);
  const values = columns.map(
    (column) => REPLACED[name]?.[column.name]?.(raise) ?? sql`value ->> ${sql.raw(`'${column.name}'`)}`,
  );
  const names = sql.join(columns.map(columnName), sql`, `);
  const written = sql`INSERT OR REPLACE INTO ${table} (${names})
    SELECT ${sql.join(values, sql`, `)} FROM json_each(${JSON.stringify(rows)})
    WHERE ${KEPT[name] ?? sql`TRUE`}`;
  const db = openDatabase(env.DB);
  await db.run(written);
  if (name !== 'settings') return;
  // Settings that the backup lacks are deleted. So the maintenance of the restore ends, unless the backup has it too.
  const kept = eachText([MARKER, ...rows.map((row) => String(row.name))]);
  await db.delete(settings).where(notInArray(settings.name, kept));
}
