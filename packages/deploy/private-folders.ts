/** Folders that only their owner may read. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';

const PREFIX = 'private-';
const open = new Set<string>();

/** Calls `act` with a private folder, which is removed afterwards. */
export async function withPrivateFolder<T>(home: string, act: (folder: string) => Promise<T>): Promise<T> {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const folder = mkdtempSync(path.join(home, PREFIX));
  open.add(folder);
  try {
    return await act(folder);
  } finally {
    remove(folder);
  }
}

function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  open.delete(folder);
}

/** Removes all private folders of this process after a signal, which leaves `withPrivateFolder` no time to do so. */
export function removePrivateFolders(): void {
  for (const folder of open) remove(folder);
}

/** Removes the private folders of an earlier run that was killed. */
export function removeLeftovers(home: string): void {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(home))
    if (name.startsWith(PREFIX)) rmSync(path.join(home, name), { recursive: true, force: true });
}
