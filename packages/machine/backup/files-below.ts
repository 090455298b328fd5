import { type Dirent, readdirSync } from 'node:fs';
import path from 'node:path';

/** The files of a folder and of all folders in it, relative to it, with slashes on every system. */
export const filesBelow = (folder: string): string[] =>
  (readdirSync(folder, { recursive: true, withFileTypes: true }) as Dirent[])
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();
