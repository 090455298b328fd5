import path from 'node:path';
import { writeWhole } from '../write-whole.mjs';

/**
 * The name of the file in which a backup notes when it was made (ISO 8601): in the state folder of a machine, or in the
 * folder of an environment of `npm run deploy`. The doctor reads it.
 */
export const LAST_BACKUP = 'last-backup';

/** Notes in a folder that a backup of it was made. @param now epoch milliseconds */
export const noteBackup = (folder: string, now: number): void =>
  writeWhole(path.join(folder, LAST_BACKUP), new Date(now).toISOString());
