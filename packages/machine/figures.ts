/** Reads what the processes of a machine take of the memory, and its state folder of the disk. */
import { opendir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { MachineFigures } from '#domain/machine-context';
import { everyProcess, residentKiB } from './process-table.mjs';

/** How long the size of the folder is kept: reading it visits every file. */
const SIZE_LASTS_MS = 600_000;
const BLOCK_BYTES = 512;

/** What the files below a folder take on the disk. A file that disappears meanwhile counts nothing. */
export async function bytesBelow(folder: string): Promise<number> {
  let bytes = 0;
  for await (const entry of await opendir(folder, { recursive: true })) {
    if (!entry.isFile()) continue;
    bytes += await stat(path.join(entry.parentPath, entry.name)).then(
      ({ blocks }) => blocks * BLOCK_BYTES,
      () => 0,
    );
  }
  return bytes;
}

export class FigureReader {
  readonly #folder: string;
  #stateBytes = 0;
  #sizedAt = Number.NEGATIVE_INFINITY;

  /** @param folder the state folder */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** @param group the process group of workerd @param now milliseconds of `performance.now()` */
  async read(group: number, now = performance.now()): Promise<MachineFigures> {
    if (now - this.#sizedAt >= SIZE_LASTS_MS) {
      this.#sizedAt = now;
      // A folder that disappears meanwhile ends the reading.
      this.#stateBytes = await bytesBelow(this.#folder).catch(() => this.#stateBytes);
    }
    const ofGroup = everyProcess().filter((one) => one.group === group);
    const workerd = ofGroup.reduce((sum, { pid }) => sum + residentKiB(pid), 0) * 1024;
    return { memoryBytes: { node: process.memoryUsage.rss(), workerd }, stateBytes: this.#stateBytes };
  }
}
