/**
 * What a machine watches on its computer: the memory of its processes, the disk of its state folder, and the clock,
 * which jumps if somebody sets it or the computer sleeps.
 */
import { opendir, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { MachineFigures } from '#domain/request-context';
import type { Control } from './control';
import { everyProcess, residentKiB } from './processes.mjs';

/** How long the size of the folder is cached: reading it visits every file. */
const SIZE_LASTS_MS = 600_000;
const BLOCK_BYTES = 512;

/** The bytes that the files below a folder take on the disk. A file that disappears meanwhile counts as 0. */
export async function countBytesBelow(folder: string): Promise<number> {
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

  /** @param groups the process groups of workerd @param now milliseconds of `performance.now()` */
  async read(groups: readonly number[], now = performance.now()): Promise<MachineFigures> {
    if (now - this.#sizedAt >= SIZE_LASTS_MS) {
      this.#sizedAt = now;
      // A folder that disappears meanwhile ends the reading.
      this.#stateBytes = await countBytesBelow(this.#folder).catch(() => this.#stateBytes);
    }
    const ofGroup = everyProcess().filter((one) => groups.includes(one.group));
    const workerd = ofGroup.reduce((sum, { pid }) => sum + residentKiB(pid), 0) * 1024;
    return { memoryBytes: { node: process.memoryUsage.rss(), workerd }, stateBytes: this.#stateBytes };
  }
}

/** A disk with less room counts as full: SQLite needs some of it for each creation. */
const LEAST_BYTES = 1024 * 1024;

/** Whether the disk of a folder is full: it has no room for data, or no inodes for new files. @throws Error */
async function isDiskFull(folder: string): Promise<boolean> {
  const { bavail, bsize, files, ffree } = await statfs(folder);
  // File systems that make inodes as they need them, such as btrfs, report none.
  return bavail * bsize < LEAST_BYTES || (files > 0 && ffree === 0);
}

/** Checks whether the disk of the state folder is full. */
export class DiskWatch {
  #isFull = false;
  /** The control client of the workerd that has received the state. */
  #pushedTo: Control | undefined;

  constructor(
    readonly folder: string,
    readonly log: (line: string) => void,
  ) {}

  /**
   * Checks the disk, and pushes its state to both workers if they do not have it yet.
   * @throws Error if the folder or workerd does not respond; the next call repeats what this one has missed
   */
  async push(control: Control): Promise<void> {
    const isFull = await isDiskFull(this.folder);
    if (control === this.#pushedTo && isFull === this.#isFull) return;
    await control.setFull(isFull);
    if (isFull !== this.#isFull) this.log(isFull ? 'The disk is full.' : 'The disk has room again.');
    [this.#pushedTo, this.#isFull] = [control, isFull];
  }
}

/** Smaller differences are ordinary corrections of the clock. */
const JUMP_MS = 10_000;

const seconds = (ms: number): string => Math.round(ms / 1000).toLocaleString('en');

/** Detects jumps of the wall clock by the monotonic clock, which Node's timers use. */
export class ClockWatch {
  #offset: number;

  /** @param now of the wall clock @param steady of the monotonic clock; milliseconds, both read at the same moment */
  constructor(now: number, steady: number) {
    this.#offset = now - steady;
  }

  /** Compares both clocks. @returns a line for the log if the wall clock has jumped since the last call */
  check(now: number, steady: number): string | undefined {
    const jump = now - steady - this.#offset;
    if (Math.abs(jump) < JUMP_MS) return undefined;
    this.#offset += jump;
    return jump > 0
      ? `The clock has gone forwards by ${seconds(jump)} s: what was to end meanwhile has ended.`
      : `The clock has gone back by ${seconds(-jump)} s: limits that were reached stay reached until it has caught up.`;
  }
}
