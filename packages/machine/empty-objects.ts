/**
 * Removes the files of Durable Objects that hold nothing. workerd makes a file for every object that is called, and
 * never removes one, so without this anybody could fill the disk's inodes with invented keys.
 */
import { type FileHandle, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** workerd names a file by the id of its object. `metadata.sqlite` holds the alarms of a class. */
const FILE = /^[0-9a-f]{64}\.sqlite$/;
/** The end of the name of a file that is about to be removed. */
const REMOVED = '.removed';
/** After this time workerd has made the `-shm` of a file that it has opened. It needs far less. */
const OPENING_MS = 1_000;

/** The class whose objects hold windows of a minute. */
const WINDOWS = 'swiftlet-api-AddressMeter';
const HOUR_MS = 3_600_000;

/** SQLite's page size, and the offset of the cell count of the b-tree in the first page (sqlite.org/fileformat2). */
const PAGE_BYTES = 4_096;
const CELLS_AT = 103;

/**
 * Removes the empty files. An object in memory has a `-shm` beside its file, which workerd removes when it drops the
 * object. A file without one is renamed first, and removed once no object can have opened it meanwhile; a file that was
 * opened gets its name back.
 * @param objects the folder with a folder for each class
 * @param isRunning whether a workerd uses the folder
 * @param log receives a line for a folder that cannot be swept
 */
export async function removeEmptyObjects(
  objects: string,
  isRunning: boolean,
  log: (line: string) => void,
  opening: () => Promise<unknown> = () => wait(OPENING_MS),
): Promise<void> {
  try {
    for (const { name, isDirectory } of await listEntries(objects))
      if (isDirectory) await sweep(path.join(objects, name), name === WINDOWS, isRunning, opening);
  } catch (error) {
    log(`Empty files of objects could not be removed: ${(error as Error).message}`);
  }
}

const listEntries = async (folder: string) =>
  (await readdir(folder, { withFileTypes: true })).map((one) => ({ name: one.name, isDirectory: one.isDirectory() }));

async function sweep(
  folder: string,
  areWindows: boolean,
  isRunning: boolean,
  opening: () => Promise<unknown>,
): Promise<void> {
  const names = await readdir(folder);
  const all = new Set(names);
  const renamed = names.filter((name) => name.endsWith(REMOVED)).map((name) => name.slice(0, -REMOVED.length));
  for (const name of names) {
    if (!FILE.test(name) || (isRunning && all.has(`${name}-shm`))) continue;
    const file = path.join(folder, name);
    if (!(await isEmpty(file, `${file}-wal`, areWindows))) continue;
    await rename(file, file + REMOVED);
    renamed.push(name);
  }
  if (isRunning && renamed.length > 0) await opening();
  for (const name of renamed) await finish(path.join(folder, name), areWindows, isRunning);
}

/**
 * Removes a renamed file, or gives it its name back if an object has opened it before it was renamed: the object is in
 * memory, or has written to the file.
 */
async function finish(file: string, areWindows: boolean, isRunning: boolean): Promise<void> {
  if ((await readSize(file)) === null) {
    const isInMemory = isRunning && (await readSize(`${file}-shm`)) !== null;
    if (isInMemory || !(await isEmpty(file + REMOVED, `${file}-wal`, areWindows))) return rename(file + REMOVED, file);
  }
  await rm(file + REMOVED, { force: true });
  if (isRunning) return;
  // A workerd that was killed leaves them.
  for (const end of ['-shm', '-wal']) if ((await readSize(file)) === null) await rm(file + end, { force: true });
}

const readSize = (file: string): Promise<number | null> =>
  stat(file).then(
    ({ size }) => size,
    () => null,
  );

/** Whether a database has no table: its schema, the b-tree of the first page, has no cell, and its log no page. */
async function isEmpty(file: string, log: string, areWindows: boolean): Promise<boolean> {
  let handle: FileHandle | undefined;
  try {
    if ((await readSize(log)) ?? 0) return false;
    handle = await open(file, 'r');
    const { size, mtimeMs } = await handle.stat();
    if (size === 0 || (areWindows && Date.now() - mtimeMs > HOUR_MS)) return true;
    if (size !== PAGE_BYTES) return false;
    const cells = Buffer.alloc(2);
    await handle.read(cells, 0, 2, CELLS_AT);
    return cells.readUInt16BE(0) === 0;
  } finally {
    await handle?.close();
  }
}
