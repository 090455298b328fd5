/** The position of a long command, in a file. A command that was stopped continues from its position. */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A position older than this is dropped: too much may have changed before it. */
const MAX_AGE_MS = 86_400_000;

type Stored<T> = { readonly about: string; readonly at: number; readonly value: T };

export class Progress<T> {
  readonly #file: string;
  readonly #about: string;

  /** @param about the target and the options of the command: `read` ignores a position with other ones */
  constructor(folder: string, command: string, about: string) {
    this.#file = path.join(folder, `${command}-progress.json`);
    this.#about = about;
  }

  /** The stored position; undefined if there is none for this work. */
  read(now: number): T | undefined {
    if (!existsSync(this.#file)) return undefined;
    try {
      const { about, at, value } = JSON.parse(readFileSync(this.#file, 'utf8')) as Stored<T>;
      return about === this.#about && now - at < MAX_AGE_MS ? value : undefined;
    } catch {
      return undefined;
    }
  }

  write(value: T, now: number): void {
    mkdirSync(path.dirname(this.#file), { recursive: true, mode: 0o700 });
    const draft = `${this.#file}.draft`;
    writeFileSync(draft, JSON.stringify({ about: this.#about, at: now, value } satisfies Stored<T>), { mode: 0o600 });
    renameSync(draft, this.#file);
  }

  remove(): void {
    rmSync(this.#file, { force: true });
  }
}
