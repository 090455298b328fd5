/** A disk of a few megabytes, in memory. Without privileges it is mounted in a user namespace (user_namespaces(7)). */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { statfsSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const UNSHARE = ['--mount', ...(process.getuid?.() === 0 ? [] : ['--user', '--map-root-user'])];
const NSENTER = ['--mount', ...(process.getuid?.() === 0 ? [] : ['--user', '--preserve-credentials'])];

/**
 * Mounts the disk, prints a line, and stays until its input ends: the mount ends with the last process of its
 * namespace.
 */
const HOLD = 'mount -t tmpfs -o size="$2" tmpfs "$1" && echo mounted && exec cat >/dev/null';

export class SmallDisk {
  readonly #holder: ChildProcess;
  readonly #folder: string;

  private constructor(holder: ChildProcess, folder: string) {
    this.#holder = holder;
    this.#folder = folder;
  }

  /** @param folder an empty folder @returns undefined if this system lets no process of this user mount a disk */
  static async mount(folder: string, size: string): Promise<SmallDisk | undefined> {
    const holder = spawn('unshare', [...UNSHARE, 'sh', '-c', HOLD, 'sh', folder, size], {
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const isMounted = once(holder.stdout, 'data').then(() => true);
    // It rejects if the system has no unshare.
    const hasEnded = once(holder, 'exit').catch(() => undefined);
    const mounted = await Promise.race([isMounted, hasEnded.then(() => false)]);
    return mounted ? new SmallDisk(holder, folder) : undefined;
  }

  /** The words before a command that run it where the disk is mounted. */
  get inside(): string[] {
    return ['nsenter', `--target=${this.#holder.pid}`, ...NSENTER, '--'];
  }

  /** The path by which this process reaches a file of the disk. */
  #seen(name: string): string {
    return path.join(`/proc/${this.#holder.pid}/root`, this.#folder, name);
  }

  /** Writes a file that fills the disk. @returns its path */
  fill(): string {
    const { bavail, bsize } = statfsSync(this.#seen(''));
    const file = this.#seen('fill');
    try {
      writeFileSync(file, new Uint8Array(bavail * bsize));
    } catch (error) {
      // A server that uses the disk has taken the rest meanwhile.
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
    return file;
  }

  async release(): Promise<void> {
    this.#holder.stdin?.end();
    if (this.#holder.exitCode === null) await once(this.#holder, 'exit');
  }
}
