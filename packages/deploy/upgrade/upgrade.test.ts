/** Tests `npm run upgrade` in a repository of its own: the changelog, what stays, refusals, and the new checkout. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { changesBetween, compareVersions } from './changelog';
import { USAGE, upgrade } from './upgrade';

const LOG = '# Changelog\n\n## 0.3.0 – later\nThree.\n\n## 0.2.0 – 2026\nTwo.\n\n## 0.1.0 – 2025\nOne.\n';

/** A repository with three versions. 0.1.0 is checked out. Without tags, 0.2.0 has a second commit. */
function repository({ isTagged = true } = {}): string {
  const root = mkdtempSync(path.join(tmpdir(), 'swiftlet-upgrade-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: root, stdio: 'pipe' });
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
  write('scripts/upgrade.mjs', '//');
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
  git('checkout', '-q', isTagged ? 'v0.1.0' : ':/^0.1.0');
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

  it('goes to the last commit of a version that has no tag', async () => {
    const root = repository({ isTagged: false });
    expect((await run(root, ['0.2.0', '--yes'])).code).toBe(0);
    expect([readFileSync(path.join(root, 'version'), 'utf8'), readFileSync(path.join(root, 'fix'), 'utf8')]).toEqual([
      '0.2.0',
      'of 0.2.0',
    ]);
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
    ['to an unknown version', ['0.9.0', '--yes'], {}, /There is no version 0\.9\.0 here: run git fetch --tags/],
    ['to an earlier version', ['0.1.0'], { version: '0.2.0' }, /is earlier than 0\.2\.0/],
    ['to a version that lacks a migration', ['0.3.0', '--yes'], {}, /lacks the migration 0001_first\.sql/],
    ['without a yes', ['0.2.0'], {}, /Nobody is there to say yes/],
  ])('is refused %s', async (_, args, more, line) => {
    const { code, deployed } = await run(repository(), args, more);
    expect([code, deployed]).toEqual([expect.stringMatching(line), []]);
  });

  it('is refused while files of the checkout are changed', async () => {
    const root = repository();
    writeFileSync(path.join(root, 'version'), 'changed');
    expect((await run(root, ['0.2.0', '--yes'])).code).toMatch(/Files of this checkout were changed/);
  });
});

describe('the changelog', () => {
  it('is shown for the versions after one version up to another, the newest first', () => {
    expect(changesBetween(LOG, '0.1.0', '0.3.0')).toMatch(/^## 0\.3\.0[\s\S]*Three\.[\s\S]*Two\.$/);
    expect(changesBetween(LOG, '0.3.0', '0.3.0')).toBe('');
  });

  it('orders versions by their numbers', () => {
    expect(compareVersions('0.10.0', '0.9.9')).toBeGreaterThan(0);
    expect(compareVersions('1.0.0', 'v1.0.0')).toBe(0);
  });
});
