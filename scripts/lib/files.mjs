import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Writes files of a folder where they differ, whole: another process may be reading, and what is written anew is loaded anew.
 * @param {string} folder
 */
export const writerTo = (folder) => (/** @type {string} */ name, /** @type {string | Uint8Array} */ content) => {
  const file = path.join(folder, name);
  if (existsSync(file) && readFileSync(file).equals(Buffer.from(content))) return;
  mkdirSync(path.dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}.draft`;
  writeFileSync(draft, content);
  renameSync(draft, file);
};
