import path from 'node:path';
import { configurationOf, type Setting, type WorkerKind } from './configuration';
import { writeWhole } from './private-files';

/** Writes the wrangler file of a worker into the state folder, which git ignores. @returns the path of the file */
export function writeConfiguration(kind: WorkerKind, setting: Setting, home: string): string {
  const file = path.join(home, `${kind}.json`);
  writeWhole(file, `${JSON.stringify(configurationOf(kind, setting), null, 2)}\n`);
  return file;
}
