/**
 * Temporary files of tests in memory, where the system offers it. Each commit of a store waits for the disk for some
 * milliseconds, and a test of this project makes hundreds of commits.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, statSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import path from 'node:path';

const MEMORY = '/dev/shm';
const PREFIX = 'swiftlet-test-';
/** The largest test file stores 614 MB at once (objects/idempotency-store). */
const MIN_FREE_BYTES = 4 * 2 ** 30;
const DAY_MS = 86_400_000;

/** Moves the temporary folder of this process and its children into memory, until the process ends. */
export function useMemory(): void {
  if (!hasRoom() || tmpdir().startsWith(MEMORY)) return;
  removeLeftovers();
  const folder = mkdtempSync(path.join(MEMORY, PREFIX));
  process.env.TMPDIR = folder;
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
}

/** Whether the folder exists with enough memory. Tests also execute files, which some systems forbid there. */
function hasRoom(): boolean {
  if (process.platform !== 'linux' || !existsSync(MEMORY)) return false;
  const mount = readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .find((line) => line.split(' ')[1] === MEMORY);
  if (mount === undefined || /\b(noexec|ro)\b/.test(mount.split(' ')[3] ?? '')) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return Math.min(bavail * bsize, freemem()) > MIN_FREE_BYTES;
}

/** Removes the folders of killed processes after a day. */
function removeLeftovers(): void {
  for (const name of readdirSync(MEMORY).filter((one) => one.startsWith(PREFIX))) {
    const folder = path.join(MEMORY, name);
    const { mtimeMs } = statSync(folder, { throwIfNoEntry: false }) ?? { mtimeMs: Date.now() };
    if (Date.now() - mtimeMs > DAY_MS) rmSync(folder, { recursive: true, force: true });
  }
}
