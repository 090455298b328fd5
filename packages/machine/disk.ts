/** Watches the room on the disk of the state folder. */
import { statfs } from 'node:fs/promises';
import type { Control } from './control';

/** A disk with less room counts as full: SQLite needs some of it for each creation. */
const LEAST_BYTES = 1024 * 1024;

/** Whether the disk of a folder is full: it has no room for data, or no inodes for new files. @throws Error */
async function isDiskFull(folder: string): Promise<boolean> {
  const { bavail, bsize, files, ffree } = await statfs(folder);
  // File systems that make inodes as they need them, such as btrfs, report none.
  return bavail * bsize < LEAST_BYTES || (files > 0 && ffree === 0);
}

export class DiskWatch {
  #isFull = false;
  /** The workerd that has been told, by its control client. */
  #told: Control | undefined;

  constructor(
    readonly folder: string,
    readonly log: (line: string) => void,
  ) {}

  /**
   * Looks at the disk, and tells both workers if they do not know its state yet.
   * @throws Error if the folder or workerd does not respond; the next call repeats what this one has missed
   */
  async tell(control: Control): Promise<void> {
    const isFull = await isDiskFull(this.folder);
    if (control === this.#told && isFull === this.#isFull) return;
    await control.setFull(isFull);
    if (isFull !== this.#isFull) this.log(isFull ? 'The disk is full.' : 'The disk has room again.');
    [this.#told, this.#isFull] = [control, isFull];
  }
}
