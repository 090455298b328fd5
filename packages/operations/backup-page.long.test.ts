/**
 * Runs the commands of docs/operating/backup.md. Machines stand for the deployments. So a shell function `npm` replaces
 * the name of an environment by the address of a machine, and `npm run deploy` only compares its PEPPER.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '#testkit/built';
import { readOutputs, readPage, splitSections } from '#testkit/documented';
import { startMachine, type TestMachine, TOKEN } from '#testkit/machine';

const BACKUP_TOKEN = 'a-token-of-backups-with-forty-characters';
const PASSPHRASE = 'correct horse battery';
const SHORT_BASE_URL = 'https://s.example.com';
const folder = mkdtempSync(path.join(tmpdir(), 'swiftlet-backup-page-'));
const state = path.join(folder, 'source');

/**
 * Shell functions in place of commands of the pages. A relative STATE_DIR starts from the caller's working directory.
 */
const FUNCTIONS = `openssl() { echo ${BACKUP_TOKEN}; }
npm() {
  local words=()
  for word in "$@"; do
    case "$word" in production) word=$PRODUCTION ;; second) word=$SECOND ;; esac
    words+=("$word")
  done
  if [ "$2" = deploy ]; then [ "$PEPPER" = ${TOKEN} ]; return; fi
  case "$STATE_DIR" in ''|/*) ;; *) STATE_DIR=$PWD/$STATE_DIR ;; esac
  command npm --prefix "$ROOT" "\${words[@]}"
}`;

let source: TestMachine;
let second: TestMachine;
let third: TestMachine;
let code = '';

const visit = async ({ short }: TestMachine): Promise<string> => {
  const response = await fetch(`${short}/${code}`, { redirect: 'manual' });
  return `${response.status} ${response.headers.get('Location')}`;
};

beforeAll(async () => {
  for (const secrets of [
    path.join(folder, '.swiftlet/production/secrets'),
    path.join(folder, '.swiftlet/secrets'),
    path.join(state, 'secrets'),
  ]) {
    mkdirSync(secrets, { recursive: true });
    writeFileSync(path.join(secrets, 'PEPPER'), TOKEN);
  }
  const env = { BACKUP_TOKEN, SHORT_BASE_URL };
  source = await startMachine({ ...env, STATE_DIR: state });
  second = await startMachine(env);
  third = await startMachine(env);
  const post = async (route: string, token: string, body: unknown) => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const response = await fetch(source.api + route, { method: 'POST', headers, body: JSON.stringify(body) });
    return response.json() as Promise<Record<string, string>>;
  };
  const { key = '' } = await post('/admin/keys', TOKEN, { name: 'a', plan: 'PRO' });
  code = (await post('/v2/shorten', key, { url: 'https://example.com/there' })).shortCode ?? '';
});
afterAll(async () => {
  for (const machine of [source, second, third]) await machine?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs the commands of a section. @param production the machine that stands for that deployment */
function outputs(page: string, title: string, production: TestMachine, more: Record<string, string> = {}) {
  const found = splitSections(readPage(page)).find((section) => section.title === title);
  expect(found?.blocks.length, `${title} has commands`).toBeGreaterThan(0);
  const own = { ROOT, PRODUCTION: production.api, SECOND: second.api, STATE_DIR: path.join(folder, 'work') };
  const secrets = { ADMIN_TOKEN: TOKEN, BACKUP_PASSPHRASE: PASSPHRASE };
  return readOutputs(found?.blocks ?? [], { env: { ...own, ...secrets, ...more }, cwd: folder, functions: FUNCTIONS });
}

describe('the commands of docs/operating/backup.md', () => {
  it('make a backup of a deployment, and restore it into a folder and into another deployment', async () => {
    const [made] = await outputs('backup', 'A backup of a deployment', source);
    expect(made).toMatch(/swiftlet\.backup has what .* keeps in D1/);
    const [local, remote, given] = await outputs('backup', 'A restore of a deployment', source, { BACKUP_TOKEN });
    expect(given).toContain('No restore is under way');
    expect(local).toMatch(/is as it was at /);
    expect(existsSync(path.join(folder, 'restored'))).toBe(true);
    expect(remote).toContain('Next: delete the BACKUP_TOKEN');
    expect(await visit(second)).toBe('302 https://example.com/there');
  }, 300_000);

  it('move a machine into a deployment', async () => {
    rmSync(path.join(folder, 'swiftlet.backup'), { force: true });
    const [moved] = await outputs('backup', 'From one machine to Cloudflare', third, {
      STATE_DIR: state,
      BACKUP_TOKEN,
    });
    expect(moved).toContain('Next: delete the BACKUP_TOKEN');
    expect(await visit(third)).toBe('302 https://example.com/there');
  }, 300_000);
});

it('its commands after D1 was set back publish every link, and leave no difference', async () => {
  const [said] = await outputs('backup', 'D1 was set back to an earlier moment', source);
  expect(said).toMatch(/Nothing is left to do|Otherwise nothing is left to do/);
});
