/**
 * Runs the commands that the pages of docs/operating have for a server. Folders of the test stand for /opt, /etc and
 * /var/lib, and shell functions for ssh, rsync and systemctl. A machine stands for the server: the test restarts it
 * where the commands say so.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '#testkit/built';
import { readOutputs, readPage, splitSections } from '#testkit/documented';
import { startMachine, type TestMachine } from '#testkit/machine';

const folder = mkdtempSync(path.join(tmpdir(), 'swiftlet-server-pages-'));
const at = (...names: string[]) => path.join(folder, ...names);
const STATE = at('var/lib/swiftlet');
const ENV_FILE = at('etc/swiftlet.env');
const readSecret = (name: string): string => readFileSync(path.join(STATE, 'secrets', name), 'utf8').trim();

const FUNCTIONS = `systemctl() { echo "$*" >> '${at('systemctl')}'; }
editor() { :; }
ssh() { (eval "$2"); }
npm() {
  case "$STATE_DIR" in ''|/*) ;; *) STATE_DIR=$PWD/$STATE_DIR ;; esac
  case "$2" in
    build:server) mkdir -p dist/server && echo "$VERSION" > dist/server/version ;;
    *) INIT_CWD=$PWD '${process.execPath}' "$ROOT/scripts/run.mjs" "$2" "\${@:4}" ;;
  esac
}
node() { [ $# -lt 2 ] || INIT_CWD=$PWD '${process.execPath}' "$ROOT/scripts/run.mjs" "$2" "\${@:3}"; }
rsync() {
  local words=("\${@:2}") to="\${@: -1}"
  to=\${to#host:}
  if [ "$2" = --delete ]; then rm -rf "$to" && words=("\${@:3}"); fi
  mkdir -p "$to"
  for word in "\${words[@]::\${#words[@]}-1}"; do cp -a "\${word/%\\//\\/.}" "$to"; done
}`;

let machine: TestMachine;

/** Starts the server with its state folder and its file of variables. */
async function start(): Promise<void> {
  const file = existsSync(ENV_FILE) ? readFileSync(ENV_FILE, 'utf8') : '';
  const variables = Object.fromEntries(
    [...file.matchAll(/^(ADMIN_TOKEN|PEPPER\w*)=(.*)$/gm)].map(([, ...pair]) => pair),
  );
  machine = await startMachine({ ADMIN_TOKEN: '', PEPPER: '', ...variables, STATE_DIR: STATE });
}

/** Runs blocks as on the server. @returns what each has printed */
function runBlocks(blocks: readonly string[], more: Record<string, string> = {}): Promise<string[]> {
  const placed = blocks.map((block) =>
    block
      .replaceAll(/(?<![\w.])\/(etc|opt|var\/lib)\b/g, `${folder}/$1`)
      .replaceAll('https://api.example.com', machine.api),
  );
  const own = { ROOT, ADMIN_TOKEN: readSecret('ADMIN_TOKEN'), BACKUP_PASSPHRASE: 'correct horse battery' };
  return readOutputs(placed, { env: { ...own, ...more }, cwd: at('checkout'), functions: FUNCTIONS });
}

/** The blocks of a section. @param having only those that contain a text */
function listBlocks(page: string, title: string, having = ''): string[] {
  const found = splitSections(readPage(page)).find((section) => section.title === title);
  const blocks = (found?.blocks ?? []).filter((block) => block.includes(having));
  expect(blocks.length, `${title} of docs/${page}.md has commands`).toBeGreaterThan(0);
  return blocks;
}

const post = async (route: string, token: string, body: unknown) => {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const response = await fetch(machine.api + route, { method: 'POST', headers, body: JSON.stringify(body) });
  return (await response.json()) as Record<string, string>;
};

/** Makes a link with a password. @returns its code */
async function protectedLink(): Promise<string> {
  const { key = '' } = await post('/admin/keys', readSecret('ADMIN_TOKEN'), { name: 'a', plan: 'PRO' });
  return (await post('/v2/shorten', key, { url: 'https://example.com/there', password: 'word' })).shortCode ?? '';
}

const open = async (code: string): Promise<number> =>
  (await fetch(`${machine.short}/${code}`, { headers: { 'X-Link-Password': 'word' }, redirect: 'manual' })).status;

beforeAll(async () => {
  for (const name of ['opt', 'etc/systemd/system', 'etc/caddy', 'var/lib/private/swiftlet', 'checkout'])
    mkdirSync(at(name), { recursive: true });
  symlinkSync('private/swiftlet', STATE);
  cpSync(path.join(ROOT, 'deploy'), at('checkout/deploy'), { recursive: true });
  await start();
}, 60_000);
afterAll(async () => {
  await machine?.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('the commands of docs/operating/self-hosting.md and backup.md', () => {
  it('bring the folder to the server, and make the first key', async () => {
    const [, first] = await runBlocks(listBlocks('self-hosting', 'From nothing to a server'), { VERSION: '1' });
    expect(first).toContain('"key":"sl_');
    expect(readFileSync(at('systemctl'), 'utf8')).toMatch(/^enable --now swiftlet$/m);
    expect(existsSync(ENV_FILE)).toBe(true);
  }, 60_000);

  it('upgrade again and again, with the version before beside it, and go back', async () => {
    const [upgrade = '', back = ''] = listBlocks('self-hosting', 'A new version');
    const versions = () =>
      [at('opt/swiftlet'), at('opt/swiftlet.old')].map((one) => readFileSync(`${one}/version`, 'utf8').trim());
    for (const VERSION of ['2', '3', '4']) {
      await runBlocks([upgrade], { VERSION });
      expect(versions()).toEqual([VERSION, String(Number(VERSION) - 1)]);
    }
    await runBlocks([back]);
    expect(readFileSync(at('opt/swiftlet/version'), 'utf8').trim()).toBe('3');
    await runBlocks([upgrade], { VERSION: '5' });
    expect(versions()).toEqual(['5', '3']);
    expect(readdirSync(at('opt')).sort()).toEqual(['swiftlet', 'swiftlet.old']);
    expect(readdirSync(at('opt/swiftlet.old')).filter((name) => name.startsWith('swiftlet'))).toEqual([]);
  }, 60_000);

  it('leave the running version where it is if the new one has not arrived', async () => {
    const [upgrade = ''] = listBlocks('self-hosting', 'A new version');
    const [, , second = ''] = upgrade.split('\n');
    await expect(runBlocks([second])).rejects.toThrow();
    expect(readdirSync(at('opt')).sort()).toEqual(['swiftlet', 'swiftlet.old']);
  }, 60_000);

  it('back up, and restore as often as needed: each former folder stays beside the new one', async () => {
    const code = await protectedLink();
    const [commands = ''] = listBlocks('backup', 'A backup of a machine');
    const [backup = '', ...restore] = commands.split('\n');
    await runBlocks([`cd /opt/swiftlet\n${backup}`]);
    for (const count of [2, 3]) {
      await machine.running.machine.stop();
      // The names of two restores within a second would be the same.
      await runBlocks([`date() { echo ${count}; }\ncd /opt/swiftlet\n${restore.join('\n')}`]);
      await start();
      expect(await open(code)).toBe(302);
      expect(readdirSync(at('var/lib/private'))).toHaveLength(count);
    }
  }, 300_000);
});

it('the commands of docs/operating/pepper.md give a lost pepper back from a backup', async () => {
  const code = await protectedLink();
  await machine.running.machine.stop();
  await runBlocks(['node main.mjs backup swiftlet.backup'], { STATE_DIR: STATE });
  const lost = readSecret('PEPPER');
  rmSync(path.join(STATE, 'secrets/PEPPER'));
  const [restore = '', giveBack = '', giveUp = ''] = listBlocks('pepper', 'A lost pepper');
  await runBlocks([giveUp]);
  expect(readSecret('PEPPER')).toMatch(/^[0-9a-f]{64}$/);
  rmSync(path.join(STATE, 'secrets/PEPPER'));
  expect((await runBlocks([restore, giveBack]))[0]).toContain(lost);
  await start();
  expect(await open(code)).toBe(302);
}, 120_000);

it('the commands of docs/operating/pepper.md change the pepper of a machine, and no password is lost', async () => {
  const code = await protectedLink();
  const [change = '', end = ''] = listBlocks('pepper', 'On one machine');
  const [count = ''] = listBlocks('pepper', 'Which pepper a password names');
  await runBlocks([change]);
  await machine.running.machine.stop();
  await start();
  const [before = ''] = await runBlocks([count]);
  const ids = before.split('\n').filter((line) => /^[\w-]{8}$/.test(line));
  expect(before).toMatch(new RegExp(`^${ids[1]}\\|\\d+$`, 'm'));
  expect(await open(code)).toBe(302);
  await expect
    .poll(async () => (await runBlocks([count]))[0], { timeout: 30_000 })
    .toMatch(new RegExp(`^${ids[0]}\\|1$`, 'm'));
  await runBlocks([end]);
  await machine.running.machine.stop();
  await start();
  expect(await open(code)).toBe(302);
}, 120_000);

it('the commands of docs/operating/runbook.md end a leaked ADMIN_TOKEN, also one that a variable has', async () => {
  const leaked = readSecret('ADMIN_TOKEN');
  const [page = ''] = [readPage('runbook')];
  const admin = splitSections(page)[0]?.blocks.find((block) => block.startsWith('admin() {')) ?? '';
  const [make = '', replace = '', look = '', over = ''] = listBlocks('runbook', 'ADMIN_TOKEN has leaked');
  await runBlocks([`echo ADMIN_TOKEN=${leaked} >> /etc/swiftlet.env`]);
  const { id = '', accountId = '' } = await post('/admin/keys', leaked, { name: 'a', plan: 'PRO' });
  await runBlocks([make, replace], { SECRETS: path.join(STATE, 'secrets') });
  await machine.running.machine.stop();
  await start();
  const env = { API: machine.api, LEAKED: leaked, KEY: id, ACCOUNT: accountId };
  const [, codes] = await runBlocks([`${admin}\n${look}`, `${admin}\n${over}`], env);
  expect([codes, readSecret('ADMIN_TOKEN') === leaked]).toEqual(['401\n200\n', false]);
}, 120_000);
