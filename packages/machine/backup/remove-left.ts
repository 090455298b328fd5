import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { lookUp } from '../process-table.mjs';

/** The names of the folders that backups and restores make in a state folder. The group is the pid of the process. */
export const OF_PROCESS = /^(?:backup|restoring)-(\d+)(?:-pages)?$/;

/**
 * Removes the folders that killed backups and restores have left, because their content is not encrypted.
 * @param pattern of the names; its group is the pid of the process that made the folder
 */
export function removeLeft(folder: string, pattern: RegExp): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const [, pid] = pattern.exec(name) ?? [];
    if (pid !== undefined && lookUp(Number(pid)) === undefined) rmSync(path.join(folder, name), { recursive: true });
  }
}
