/** Tests `npm run republish` on real machines: a KV that was emptied, a command that was stopped, and its texts. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BUILT, workerdBinary } from '#testkit/built';
import { startMachine, type TestMachine, TOKEN } from '#testkit/machine';
import { republish } from './republish';
import { type Program, sendTo } from './service';

const folder = mkdtempSync(path.join(tmpdir(), 'swiftlet-republish-'));
const state = path.join(folder, 'state');
const LINKS = 250;

let machine: TestMachine;
let key = '';
const codes: Record<string, string> = {};

const post = async (route: string, token: string, body: unknown) =>
  (
    await fetch(machine.api + route, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
  ).json() as Promise<Record<string, string>>;

beforeAll(async () => {
  machine = await startMachine({ STATE_DIR: state });
  key = (await post('/admin/keys', TOKEN, { name: 'a', plan: 'PRO' })).key ?? '';
  const url = 'https://example.com/there';
  const kinds = { plain: {}, limited: { maxClicks: 1000 }, protected: { password: 'open sesame' }, blocked: {} };
  for (const [kind, options] of Object.entries(kinds))
    codes[kind] = (await post('/v2/shorten', key, { url, ...options })).shortCode ?? '';
  await post(`/admin/links/${codes.blocked}/block`, TOKEN, { reason: 'test' });
  for (let made = 0; made < LINKS; made += 50)
    await post('/v2/shorten/batch', key, { urls: Array.from({ length: 50 }, () => ({ url })) });
});
afterAll(async () => {
  await machine?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Stops the machine, deletes its KV, and starts it again. */
async function emptyKv(): Promise<void> {
  await machine.close();
  rmSync(path.join(state, 'v3/kv'), { recursive: true });
  machine = await startMachine({ STATE_DIR: state });
}

const responses = async () => {
  const all: Record<string, string> = {};
  for (const [kind, code] of Object.entries(codes)) {
    const response = await fetch(`${machine.short}/${code}`, { redirect: 'manual' });
    all[kind] = `${response.status} ${response.headers.get('Location')}`;
  }
  return all;
};

/** Runs the command in this process. @param stopAfter the number of progress lines after which it is stopped */
async function run(args: readonly string[], stopAfter = Number.POSITIVE_INFINITY): Promise<string> {
  let said = '';
  let lines = 0;
  const program: Program = {
    args,
    env: { ADMIN_TOKEN: TOKEN },
    folder: path.join(folder, 'progress'),
    from: folder,
    root: folder,
    built: BUILT,
    binary: workerdBinary(),
    open: (target, act) =>
      target.kind === 'remote' ? act(sendTo(target.origin, target.token)) : Promise.reject(new Error('not remote')),
    print(text) {
      said += text;
      if (text.startsWith('\r') && ++lines >= stopAfter) throw new Error('stopped');
    },
    now: () => Date.now(),
  };
  await republish(program);
  return said;
}

describe('npm run republish', () => {
  it('fills a KV that was emptied, and every visit gets the same response meanwhile', async () => {
    const before = await responses();
    await emptyKv();
    expect(await responses()).toEqual(before);
    await emptyKv();
    const dry = await run([machine.api, '--dry-run']);
    expect(dry).toMatch(/25\d links had no entry in KV\./);
    expect(dry).toContain(`Next: npm run republish -- ${machine.api}`);
    const done = await run([machine.api]);
    expect(done).toMatch(/25\d entries were published\./);
    expect(await run([machine.api, '--dry-run'])).not.toMatch(
      /had no entry|outdated|superfluous|is missing in KV\b.*deny/,
    );
    expect(await responses()).toEqual(before);
  });

  it('continues where it was stopped', async () => {
    await emptyKv();
    await expect(run([machine.api], 1)).rejects.toThrow('stopped');
    expect(existsSync(path.join(folder, 'progress/republish-progress.json'))).toBe(true);
    const said = await run([machine.api]);
    expect(said).toContain('It continues after 200 links.');
    expect(existsSync(path.join(folder, 'progress/republish-progress.json'))).toBe(false);
    expect(await run([machine.api, '--dry-run'])).not.toContain('had no entry');
  });

  it.each([
    ['an unknown option', ['--dryrun'], /Unknown option '--dryrun'.* See npm run republish -- --help\./],
    ['two services', ['a', 'b'], /takes one address or environment/],
    ['an environment that nobody made', ['staging'], /staging is neither an address nor an environment/],
    ['an address without https', ['http://api.example.com'], /must be https/],
  ])('refuses %s in one line', async (_, args, line) => {
    await expect(run(args)).rejects.toThrow(line);
  });

  it('names a wrong token', async () => {
    const where = { folder, from: folder, root: folder, built: BUILT, binary: workerdBinary() };
    const program = { args: [machine.api], env: { ADMIN_TOKEN: 'x'.repeat(40) }, ...where };
    const open: Program['open'] = (target, act) =>
      act(sendTo(machine.api, target.kind === 'remote' ? target.token : ''));
    await expect(republish({ ...program, open, print: () => {}, now: () => 0 })).rejects.toThrow(
      'the ADMIN_TOKEN known here is not the one it has',
    );
  });
});
