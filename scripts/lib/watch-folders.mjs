/** Watches folders for changes, for `npm run dev`. */
import { readdirSync, statSync, watch } from 'node:fs';
import path from 'node:path';

/**
 * A folder and the folders below it, each as a pair of id and path. The id contains the inode, so that a folder that
 * replaces another one at the same path has another id.
 * @param {string} folder
 * @returns {[string, string][]}
 */
function foldersAt(folder) {
  const below = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name));
  return [folder, ...below].flatMap((one) => {
    const stat = statSync(one, { throwIfNoEntry: false });
    return stat?.isDirectory() ? [[`${stat.ino} ${one}`, one]] : [];
  });
}

/**
 * Calls `onChange` shortly after a change at any depth of the folders. It watches each folder, because on Linux Node's
 * recursive fs.watch watches files: once an editor has replaced a file, it misses every later change.
 * @param {readonly string[]} folders
 * @param {() => void} onChange
 * @param {(error: Error) => void} onError
 * @param {number} [pauseMs] the time without changes before the call
 * @returns {() => void} ends the watch
 */
export function watchFolders(folders, onChange, onError, pauseMs = 100) {
  /** @type {Map<string, import('node:fs').FSWatcher>} */
  const watchers = new Map();
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const watchAll = () => {
    const found = new Map(folders.flatMap(foldersAt));
    for (const [id, watcher] of watchers) {
      if (found.has(id)) continue;
      watcher.close();
      watchers.delete(id);
    }
    for (const [id, folder] of found) {
      if (!watchers.has(id)) watchers.set(id, watch(folder, onEvent).on('error', onError));
    }
  };
  function onEvent() {
    clearTimeout(timer);
    timer = setTimeout(() => {
      try {
        watchAll();
      } catch (error) {
        // A folder that vanishes meanwhile causes another event.
        if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ENOENT') onError(/** @type {Error} */ (error));
      }
      onChange();
    }, pauseMs);
  }
  watchAll();
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers.values()) watcher.close();
  };
}
