import path from 'node:path';
import { configurationOf, type Setting, type WorkerKind } from './configuration';
import { writeWhole } from './private-files';

/** Writes what wrangler deploys a worker from, beside the state: git sees nothing of it. @returns the file */
export function writeConfiguration(kind: WorkerKind, setting: Setting, home: string): string {
  const file = path.join(home, `${kind}.json`);
  writeWhole(file, `${JSON.stringify(configurationOf(kind, setting), null, 2)}\n`);
  return file;
}
