/** Tests `npm run upgrade` in a repository of its own: the changelog, what stays, refusals, and the new checkout. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { compareVersions, selectChanges, USAGE, upgrade } from './upgrade';

const LOG = '# Changelog\n\n## 0.3.0 – later\nThree.\n\n## 0.2.0 – 2026\nTwo.\n\n## 0.1.0 – 2025\nOne.\n';

const gitIn = (cwd: string, ...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
    cwd,
    encoding: 'utf8',
    stdio: 'pipe',
  }).trim();

const folder = mkdtempSync(path.join(tmpdir(), 'swiftlet-upgrade-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Makes a repository with three versions. Without tags, 0.2.0 has a second commit, and the repository is a clone. */
function makeRepository(isTagged: boolean): string {
  const root = mkdtempSync(path.join(folder, 'made-'));
  const git = (...args: string[]) => gitIn(root, ...args);
  const write = (name: string, text: string) => {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), text);
  };
  const commit = (version: string) => {
    write('version', version);
    write('package.json', `{\n  "version": "${version}"\n}\n`);
    git('add', '.');
    git('commit', '-qm', version);
    if (isTagged) git('tag', `v${version}`);
  };
  git('init', '-q', '-b', 'main');
  write('CHANGELOG.md', LOG);
  write('migrations/0001_first.sql', '');
  write('wrangler.redirect.toml', '[[migrations]]\ntag = "v1"\n');
  write('wrangler.api.toml', '');
  write('scripts/run.mjs', '//');
  commit('0.1.0');
  write('migrations/0002_second.sql', '');
  commit('0.2.0');
  if (!isTagged) {
    write('fix', 'of 0.2.0');
    git('add', '.');
    git('commit', '-qm', 'a fix');
  }
  write('wrangler.redirect.toml', '[[migrations]]\ntag = "v1"\n[[migrations]]\ntag = "v2"\n');
  rmSync(path.join(root, 'migrations/0001_first.sql'));
  commit('0.3.0');
  if (isTagged) {
    git('checkout', '-q', 'v0.1.0');
    return root;
  }
  const cloned = mkdtempSync(path.join(folder, 'cloned-'));
  gitIn(cloned, 'clone', '-q', root, '.');
  gitIn(cloned, 'checkout', '-q', ':/^0.1.0');
  return cloned;
}

const TAGGED = makeRepository(true);
const UNTAGGED = makeRepository(false);

/** A repository of the test's own with three versions, of which 0.1.0 is checked out. */
function repository({ isTagged = true } = {}): string {
  const root = mkdtempSync(path.join(folder, 'copy-'));
  cpSync(isTagged ? TAGGED : UNTAGGED, root, { recursive: true });
  return root;
}

type Run = { said: string; deployed: string[]; code: number | string };

async function run(root: string, args: string[], more: { version?: string; code?: number } = {}): Promise<Run> {
  const result: Run = { said: '', deployed: [], code: 0 };
  const program = {
    args,
    root,
    version: more.version ?? '0.1.0',
    print: (text: string) => {
      result.said += text;
    },
    lock: () => ({ release: () => {} }),
    confirm: undefined,
    deploy: async (environment: string, isYes: boolean) => {
      result.deployed.push(`${environment} ${isYes}`);
      return more.code ?? 0;
    },
  };
  result.code = await upgrade(program).catch((error: Error) => error.message);
  return result;
}

describe('npm run upgrade', () => {
  it('shows the changes and what stays, changes the checkout, and deploys it', async () => {
    const root = repository();
    const { said, deployed, code } = await run(root, ['0.2.0', '--yes']);
    expect([code, deployed]).toEqual([0, ['production true']]);
    expect(said).toContain('Two.');
    expect(said).not.toMatch(/One\.|Three\./);
    expect(said).toContain('the migration 0002_second.sql: the former version works with it');
    expect(said).toContain('Next: watch the log');
    expect(readFileSync(path.join(root, 'version'), 'utf8')).toBe('0.2.0');
  });

  it('goes to the last commit of a version that has no tag, on the default branch of origin', async () => {
    const root = repository({ isTagged: false });
    const { code, said } = await run(root, ['0.2.0', '--yes']);
    expect([code, said]).toEqual([0, expect.stringContaining('0.2.0 is no tag, but the branch origin/main: commit ')]);
    expect([readFileSync(path.join(root, 'version'), 'utf8'), readFileSync(path.join(root, 'fix'), 'utf8')]).toEqual([
      '0.2.0',
      'of 0.2.0',
    ]);
  });

  /** Makes a commit whose package.json says 0.9.0, and refs of it. HEAD stays where it is. */
  function forge(root: string, ...refs: string[]): string {
    writeFileSync(path.join(root, 'package.json'), '{\n  "version": "0.9.0"\n}\n');
    gitIn(root, 'add', '.');
    const commit = gitIn(root, 'commit-tree', '-p', 'HEAD', '-m', 'not ours', gitIn(root, 'write-tree'));
    gitIn(root, 'reset', '-q', '--hard');
    for (const ref of refs) gitIn(root, 'update-ref', ref, commit);
    return commit;
  }

  it.each([
    ['a local branch', 'refs/heads/main2'],
    ['another branch of origin', 'refs/remotes/origin/feature'],
    ['the default branch of another remote', 'refs/remotes/other/main'],
    ['a branch that is named like a tag', 'refs/heads/v0.9.0'],
    ['a branch of origin that is named like a tag', 'refs/remotes/origin/v0.9.0'],
  ])('finds no version that is only on %s', async (_, ref) => {
    const root = repository({ isTagged: false });
    forge(root, ref);
    gitIn(root, 'symbolic-ref', 'refs/remotes/other/HEAD', 'refs/remotes/other/main');
    const { code, deployed } = await run(root, ['0.9.0', '--yes']);
    expect([code, deployed]).toEqual([expect.stringMatching(/There is no version 0\.9\.0 here/), []]);
  });

  it('goes to the tag, not to a branch of the same name, and shows the commit, its author and its date', async () => {
    const root = repository();
    const tagged = gitIn(root, 'rev-parse', 'refs/tags/v0.2.0');
    for (const name of ['heads/v0.2.0', 'remotes/origin/v0.2.0', 'heads/tags/v0.2.0']) forge(root, `refs/${name}`);
    const { said, code } = await run(root, ['0.2.0', '--yes']);
    expect([code, gitIn(root, 'rev-parse', 'HEAD')]).toEqual([0, tagged]);
    expect(said).toMatch(
      new RegExp(
        `^0\\.2\\.0 is the tag v0\\.2\\.0: commit ${tagged}, by a <a@example\\.com>, \\d{4}-\\d\\d-\\d\\dT.*\\.$`,
        'm',
      ),
    );
  });

  it('changes nothing with --dry-run', async () => {
    const root = repository();
    const { said, deployed } = await run(root, ['v0.2.0', '--dry-run']);
    expect([deployed, said.includes('Next: npm run upgrade -- 0.2.0')]).toEqual([[], true]);
    expect(readFileSync(path.join(root, 'version'), 'utf8')).toBe('0.1.0');
  });

  it('says how to go on after a deployment that failed', async () => {
    const { said, code } = await run(repository(), ['0.2.0', '--yes', '--env', 'staging'], { code: 1 });
    expect([code, said.includes('Run it again: npm run upgrade -- 0.2.0 --env staging')]).toEqual([1, true]);
  });

  it('shows its help', async () => {
    expect((await run(repository(), ['--help'])).said).toBe(USAGE);
  });

  it.each([
    ['without a version', [], {}, /takes one VERSION/],
    ['to a word', ['latest'], {}, /takes one VERSION/],
    ['to an unknown version', ['0.9.0', '--yes'], {}, /There is no version 0\.9\.0 here, .*: run git fetch --tags/],
    ['to an earlier version', ['0.1.0'], { version: '0.2.0' }, /is earlier than 0\.2\.0/],
    ['to a version that lacks a migration', ['0.3.0', '--yes'], {}, /lacks the migration 0001_first\.sql/],
    ['without a yes', ['0.2.0'], {}, /Nobody is there to say yes/],
  ])('is refused %s', async (_, args, more, line) => {
    const { code, deployed } = await run(repository(), args, more);
    expect([code, deployed]).toEqual([expect.stringMatching(line), []]);
  });

  it('is refused to a version that makes other tables', async () => {
    const root = repository();
    gitIn(root, 'checkout', '-q', 'v0.2.0');
    writeFileSync(
      path.join(root, 'migrations/0001_swiftlet.sql'),
      `INSERT INTO made_from VALUES ('${'a'.repeat(64)}');\n`,
    );
    writeFileSync(path.join(root, 'package.json'), '{\n  "version": "0.4.0"\n}\n');
    gitIn(root, 'add', '.');
    gitIn(root, 'commit', '-qm', '0.4.0');
    gitIn(root, 'tag', 'v0.4.0');
    gitIn(root, 'checkout', '-q', 'v0.1.0');
    const { code, deployed } = await run(root, ['0.4.0', '--yes']);
    expect([code, deployed]).toEqual([expect.stringMatching(/^0\.4\.0 makes other tables than 0\.1\.0: until 1/), []]);
    expect(readFileSync(path.join(root, 'version'), 'utf8')).toBe('0.1.0');
  });

  it('is refused while files of the checkout are changed', async () => {
    const root = repository();
    writeFileSync(path.join(root, 'version'), 'changed');
    expect((await run(root, ['0.2.0', '--yes'])).code).toMatch(/Files of this checkout were changed/);
  });
});

describe('the changelog', () => {
  it('is shown for the versions after one version up to another, the newest first', () => {
    expect(selectChanges(LOG, '0.1.0', '0.3.0')).toMatch(/^## 0\.3\.0[\s\S]*Three\.[\s\S]*Two\.$/);
    expect(selectChanges(LOG, '0.3.0', '0.3.0')).toBe('');
  });

  it('orders versions by their numbers', () => {
    expect(compareVersions('0.10.0', '0.9.9')).toBeGreaterThan(0);
    expect(compareVersions('1.0.0', 'v1.0.0')).toBe(0);
  });
});
