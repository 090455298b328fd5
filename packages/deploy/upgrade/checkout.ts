/** The checkout of an upgrade: its versions are tags or commits of git. */
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

  /**
   * The tag of a version, or without tags the last commit whose package.json has it, on any branch that was fetched.
   * @throws Failure if there is none
   */
  revisionOf(version: string): string {
    const tags = this.#git('tag', '--list').split('\n');
    const branches = this.#git('for-each-ref', '--format=%(refname)', 'refs/remotes', 'refs/heads').trim().split('\n');
    const found =
      [`v${version}`, version].find((tag) => tags.includes(tag)) ??
      branches.map((branch) => this.#lastCommitOf(version, branch)).find((commit) => commit !== null);
    if (!found) throw new Failure(`There is no version ${version} here: run git fetch --tags first.`);
    return found;
  }

  /** The last commit of a version on a branch; null if the branch never had this version. */
  #lastCommitOf(version: string, branch: string): string | null {
    const changes = this.#git('log', '--first-parent', '--format=%H', '-G"version":', branch, '--', 'package.json');
    let last = branch;
    for (const change of changes.split('\n').filter((line) => line !== '')) {
      if (this.show(change, 'package.json').includes(`"version": "${version}"`))
        return this.#git('rev-parse', last).trim();
      last = `${change}^`;
    }
    return null;
  }

  /** The text of a file in a version; '' if the version lacks it. */
  show(revision: string, file: string): string {
    try {
      return this.#git('show', `${revision}:${file}`);
    } catch {
      return '';
    }
  }

  /** The names of the files of a folder in a version. */
  list(revision: string, folder: string): string[] {
    return this.#git('ls-tree', '--name-only', revision, `${folder}/`)
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => line.slice(folder.length + 1));
  }

  /** @throws Failure if files were changed, because the new version would overwrite the changes or mix with them */
  requireClean(): void {
    if (this.#git('status', '--porcelain', '--untracked-files=no') !== '')
      throw new Failure('Files of this checkout were changed: commit them, or take them back, first.');
  }

  /** Changes the files to those of a version. */
  switchTo(revision: string): void {
    this.#git('checkout', '--quiet', revision);
  }
}
