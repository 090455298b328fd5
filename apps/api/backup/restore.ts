/** Restores a backup into an empty deployment: a beginning, pages in any number of calls, and an end. */
import { sql } from 'drizzle-orm';
import { openDatabase, openPrimary } from '#api/database/database';
import { accounts, deletions, links, madeFrom, settings } from '#api/database/schema';
import { announceDenylist, publishDenylist } from '#api/platform/denylist';
import type { Env } from '#api/platform/env';
import { kvResult } from '#api/platform/kv-result';
import { idleMs, MARKER, type Marker, noteGoingOn, readMarker } from '#api/platform/restore-marker';
import { Refusal } from '#domain/refusal';
import { computePepperId, listPeppers, type Peppers } from '#secrets/pepper';
import { writePart } from './objects';
import type { BackupPage } from './pages';
import { writeRows } from './tables';

/** The state of a deployment, as GET /admin/backup returns it. */
export type BackupState = {
  /** The id of the current pepper. */
  readonly pepper: string;
  /** The names of the migrations that D1 has. */
  readonly migrations: string[];
  /** The digest of the text that made the tables (packages/domain/tables-digest.ts). */
  readonly tables: string;
  /** Whether no link redirects, so that a backup may be restored here. */
  readonly isEmpty: boolean;
  /** The id of the backup that is being restored; null if none is. */
  readonly restoring: string | null;
  /** The seconds since the last page of that restore, or since its beginning; null if none is under way. */
  readonly idleSeconds: number | null;
};

export async function backupState(env: Env, peppers: Peppers, now: number): Promise<BackupState> {
  const db = openPrimary(env.DB);
  const [marker, alive, migrations, made, pepper] = await Promise.all([
    readMarker(env),
    db.get(sql`SELECT 1 FROM ${links} WHERE gone IS NULL LIMIT 1`),
    db.all<{ name: string }>(sql`SELECT name FROM d1_migrations ORDER BY id`),
    db.select().from(madeFrom).get(),
    computePepperId(peppers.current),
  ]);
  const names = migrations.map(({ name }) => name);
  const idleSeconds = marker && Math.round(idleMs(marker, now) / 1000);
  const tables = made?.sha256 ?? '';
  return {
    pepper,
    migrations: names,
    tables,
    isEmpty: alive === undefined,
    restoring: marker?.id ?? null,
    idleSeconds,
  };
}

const refused = (detail: string): Refusal => new Refusal('RESTORE_REFUSED', { detail });

type RestoreStart = {
  /** The id of the backup. A restore that was interrupted begins again with the same id. */
  readonly id: string;
  readonly pepper: string;
  readonly migrations: readonly string[];
  readonly tables: string;
  /** Whether to restore even if the deployment has another pepper, so that the passwords of links are lost. */
  readonly allowOtherPepper: boolean;
};

/**
 * Begins a restore, and switches maintenance on.
 * @throws Refusal RESTORE_REFUSED if a link redirects, another backup is being restored, the backup has other tables, a
 * migration of it is missing, or the deployment has another pepper and `allowOtherPepper` is false
 */
export async function beginRestore(env: Env, start: RestoreStart, peppers: Peppers, now: number): Promise<void> {
  const { migrations, tables, isEmpty, restoring } = await backupState(env, peppers, now);
  if (restoring !== null && restoring !== start.id) throw refused('Another backup is being restored here');
  if (restoring === null && !isEmpty) throw refused('A backup is restored into an empty deployment only');
  if (start.tables !== tables)
    throw refused('The backup has the tables of another version: restore it with the version that made it');
  const unknown = start.migrations.find((name) => !migrations.includes(name));
  if (unknown !== undefined) throw refused(`The database lacks the migration ${unknown}: upgrade the deployment first`);
  const ids = await Promise.all(listPeppers(peppers).map(computePepperId));
  if (!ids.includes(start.pepper) && !start.allowOtherPepper)
    throw refused('The deployment has another PEPPER: the passwords of links would be lost');
  if (restoring !== null) return noteGoingOn(env, start.id, now);
  const marker: Marker = { id: start.id, at: now };
  await openDatabase(env.DB)
    .insert(settings)
    .values([
      { name: MARKER, value: JSON.stringify(marker) },
      { name: 'maintenance', value: 'true' },
    ])
    .onConflictDoUpdate({ target: settings.name, set: { value: sql`excluded.value` } });
}

/** Publishes the denylist as D1 has it now. */
async function publishRestoredDenylist(env: Env, now: number): Promise<void> {
  await openDatabase(env.DB).batch([announceDenylist(env, now)]);
  await kvResult(publishDenylist(env, now));
}

/**
 * Writes one page.
 * @throws Refusal RESTORE_REFUSED without a restore of that id, FIELD_INVALID for rows that D1 refuses
 */
export async function writeBackupPage(env: Env, id: string, page: BackupPage, now: number): Promise<void> {
  const marker = await readMarker(env);
  if (marker?.id !== id) throw refused('No restore of this backup has begun');
  if (page.kind === 'objects') for (const object of page.objects) await writePart(env, object);
  else await writeTable(env, page, marker, now);
  await noteGoingOn(env, id, now);
}

type PageOfRows = Extract<BackupPage, { kind: 'rows' }>;

async function writeTable(env: Env, page: PageOfRows, marker: Marker, now: number): Promise<void> {
  if (page.rows.length > 0 || page.table === 'settings')
    await writeRows(env, page.table, page.rows, Math.ceil(marker.at / 1000)).catch((error) => {
      throw isRefusedByD1(error)
        ? new Refusal('FIELD_INVALID', {
            detail: 'page has rows that the database refuses, or a code that was taken here meanwhile',
          })
        : error;
    });
  // Blocked hosts come after the accounts and before the links, so the links of suspended accounts never redirect.
  if (page.table === 'blocked_hosts') await publishRestoredDenylist(env, now);
}

/** Whether SQLite refused the rows: because of a constraint, or a value that is too big or of another type. */
function isRefusedByD1(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (/SQLITE_(CONSTRAINT|TOOBIG|MISMATCH)/.test(cause.message)) return true;
  return false;
}

/** Begins the deletion of each deleted account again, because a backup may have links that were not erased yet. */
const beginDeletions = (env: Env, now: number) =>
  openDatabase(env.DB).run(sql`INSERT OR IGNORE INTO ${deletions} (account_id, deleted_at, due_at)
    SELECT id, deleted_at, ${now} FROM ${accounts} WHERE deleted_at IS NOT NULL`);

/**
 * Ends a restore: begins deletions, publishes the denylist, and removes the marker. A call for an ended restore changes
 * nothing.
 */
export async function endRestore(env: Env, id: string, now: number): Promise<void> {
  const marker = await readMarker(env);
  if (marker === null) return;
  if (marker.id !== id) throw refused('Another backup is being restored here');
  await beginDeletions(env, now);
  await publishRestoredDenylist(env, now);
  await openDatabase(env.DB).delete(settings).where(sql`${settings.name} = ${MARKER}`);
}
