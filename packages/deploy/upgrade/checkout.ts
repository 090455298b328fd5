/** The checkout of an upgrade: its versions are tags of git. */
import { execFileSync } from 'node:child_process';
import { Failure } from '../failure';

export class Checkout {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  #git(...args: string[]): string {
    return execFileSync('git', args, { cwd: this.#root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  }

  /** The tag of a version. @throws Failure if there is none */
  tagOf(version: string): string {
    const tags = this.#git('tag', '--list').split('\n');
    const found = [`v${version}`, version].find((tag) => tags.includes(tag));
    if (found === undefined) throw new Failure(`There is no version ${version} here: run git fetch --tags first.`);
    return found;
  }

  /** The text of a file in a version; '' if the version lacks it. */
  show(tag: string, file: string): string {
    try {
      return this.#git('show', `${tag}:${file}`);
    } catch {
      return '';
    }
  }

  /** The names of the files of a folder in a version. */
  list(tag: string, folder: string): string[] {
    return this.#git('ls-tree', '--name-only', tag, `${folder}/`)
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => line.slice(folder.length + 1));
  }

  /** @throws Failure if files were changed, which a change of the version would lose or mix */
  requireClean(): void {
    if (this.#git('status', '--porcelain', '--untracked-files=no') !== '')
      throw new Failure('Files of this checkout were changed: commit them, or take them back, first.');
  }

  /** Changes the files to those of a version. */
  switchTo(tag: string): void {
    this.#git('checkout', '--quiet', tag);
  }
}
