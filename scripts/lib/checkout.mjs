/** The folder of the checkout, and how scripts write files into it. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the checkout. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/[/\\]$/, '');

/** @param {...string} parts */
export const inRoot = (...parts) => path.join(ROOT, ...parts);

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
