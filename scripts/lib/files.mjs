import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Returns a function that writes a file of a folder. The file appears complete, because another process may be reading
 * it. An unchanged file is not written, because watchers would reload it.
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
