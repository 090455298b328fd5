/** The checkout of an upgrade: its versions are tags or commits of git. */
import { execFileSync } from 'node:child_process';
import { Failure } from '#machine/failure';

/** A version in this checkout: the full hash of its commit, and a text that names its source and its author. */
export type Revision = { readonly commit: string; readonly text: string };

export class Checkout {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  #git(...args: string[]): string {
    return execFileSync('git', args, { cwd: this.#root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  }

  /**
   * Finds a version: its tag, or without one the last commit of the default branch of `origin` whose package.json has
   * it. Other branches and other remotes do not count, because anybody who may push one could name any version. Refs
   * are written in full, because git prefers a branch to a tag of the same name.
   * @throws Failure if there is none
   */
  find(version: string): Revision {
    const tag = [`refs/tags/v${version}`, `refs/tags/${version}`].find((ref) => this.#commitOf(ref) !== null);
    if (tag !== undefined) return this.#described(tag, `the tag ${tag.slice('refs/tags/'.length)}`);
    const branch = this.#defaultBranch();
    const commit = branch === null ? null : this.#lastCommitOf(version, branch);
    if (branch === null || commit === null)
      throw new Failure(
        `There is no version ${version} here, neither as a tag nor on the default branch of origin: run git fetch --tags first.`,
      );
    return this.#described(commit, `no tag, but the branch ${branch.slice('refs/remotes/'.length)}`);
  }

  /** The full hash of a ref's commit; null if there is no such ref. */
  #commitOf(ref: string): string | null {
    try {
      return this.#git('rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`).trim();
    } catch {
      return null;
    }
  }

  /** The default branch of `origin`, which `git clone` recorded; null without one. */
  #defaultBranch(): string | null {
    try {
      const branch = this.#git('symbolic-ref', '--quiet', 'refs/remotes/origin/HEAD').trim();
      return branch.startsWith('refs/remotes/origin/') && this.#commitOf(branch) !== null ? branch : null;
    } catch {
      return null;
    }
  }

  #described(ref: string, source: string): Revision {
    const [commit = '', author = '', date = ''] = this.#git('log', '-1', '--format=%H%x00%an <%ae>%x00%aI', ref, '--')
      .trim()
      .split('\0');
    // Anybody can choose an author's name, and it may contain terminal escape sequences.
    const shown = author.replace(/\p{Cc}/gu, '');
    return { commit, text: `${source}: commit ${commit}, by ${shown}, ${date}` };
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

  /** Changes the files to those of a commit. */
  switchTo(revision: string): void {
    this.#git('checkout', '--quiet', '--detach', revision);
  }
}
