import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Writes a file that only its owner may read. The file appears complete or not at all, even if the process is killed.
 * @param {string} file
 * @param {string} text
 */
export function writeWhole(file, text) {
  const draft = `${file}.draft`;
  writeFileSync(draft, text, { mode: 0o600 });
  renameSync(draft, file);
}

/**
 * Writes changed files of a folder, each complete: another process may be reading it. An unchanged file is not written,
 * because watchers would reload it.
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
