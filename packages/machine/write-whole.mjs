import { renameSync, writeFileSync } from 'node:fs';

/**
 * Writes a file that only its owner may read. It appears complete or not at all, even if this process is killed.
 * @param {string} file
 * @param {string} text
 */
export function writeWhole(file, text) {
  const draft = `${file}.${process.pid}.draft`;
  writeFileSync(draft, text, { mode: 0o600 });
  renameSync(draft, file);
}
