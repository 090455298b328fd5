/** A state folder has one machine at a time, also after a crash. A taken port is refused. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { lookUp } from './processes.mjs';
import { requireFree } from './run';
import { diskArguments, isKernelLocked, openState, underLock, workerdLockFile } from './state';

const folder = mkdtempSync(path.join(tmpdir(), 'swiftlet-state-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const newFolder = () => mkdtempSync(path.join(folder, 'one-'));

const locked = (state: string, owner: unknown) => {
  mkdirSync(state, { recursive: true });
  writeFileSync(path.join(state, 'running.lock'), typeof owner === 'string' ? owner : JSON.stringify({ owner }));
};

describe('a state folder', () => {
  it('has one process at a time, and holds no lock after its release', async () => {
    const state = await openState(newFolder());
    await expect(openState(state.folder)).rejects.toThrow(`Swiftlet is already running on STATE_DIR ${state.folder}.`);
    state.release();
    expect(readdirSync(state.folder)).toEqual(['v3']);
  });

  it.each([
    ['a process that has exited', { pid: 2 ** 22 - 1, started: '1' }],
    ['an earlier process with the same pid', { pid: process.pid, started: 'long ago' }],
    ['an incomplete lock file', '{"owner":'],
  ])('is taken over from %s', async (_who, owner) => {
    const one = newFolder();
    locked(one, owner);
    const state = await openState(one);
    expect(readdirSync(one).sort()).toEqual(['running.lock', 'v3']);
    state.release();
  });

  it('is opened by exactly one of many machines that start at once', async () => {
    const one = newFolder();
    locked(one, { pid: process.pid, started: 'long ago' });
    const opened = await Promise.allSettled(Array.from({ length: 8 }, () => openState(one)));
    expect(opened.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('is opened only after the processes that a killed machine left on it have ended', async () => {
    const one = newFolder();
    const orphan = spawn('sleep', ['60'], { argv0: diskArguments(one)[0] as string });
    const other = spawn('sleep', ['60'], { argv0: diskArguments(newFolder())[0] as string });
    await new Promise((resolve) => orphan.on('spawn', resolve));
    const state = await openState(one);
    expect(lookUp(orphan.pid as number)).toBeUndefined();
    expect(lookUp(other.pid as number)).toBeDefined();
    other.kill();
    state.release();
  });

  it.runIf(underLock('').length > 0)(
    'is refused while a machine runs on it whose processes are not visible, such as one in another container',
    async () => {
      const one = newFolder();
      const owner = { pid: 1, started: 'in another container' };
      locked(one, owner);
      const file = workerdLockFile(one);
      const [command = '', ...args] = [...underLock(file), 'sleep', '60'];
      const holder = spawn(command, args);
      await expect.poll(() => isKernelLocked(file), { timeout: 60_000 }).toBe(true);
      await expect(openState(one)).rejects.toThrow(`Swiftlet is already running on STATE_DIR ${one}.`);
      expect(JSON.parse(readFileSync(path.join(one, 'running.lock'), 'utf8'))).toEqual({ owner });
      holder.kill();
      await expect.poll(() => isKernelLocked(file), { timeout: 60_000 }).toBe(false);
      (await openState(one)).release();
    },
  );

  it('that cannot be made is refused in one line', async () => {
    const file = path.join(newFolder(), 'file');
    writeFileSync(file, '');
    await expect(openState(path.join(file, 'below'))).rejects.toThrow(/^STATE_DIR .* cannot be used: ENOTDIR[^\n]*$/);
  });
});

describe('a port', () => {
  const listening = (host: string) =>
    new Promise<{ server: Server; port: number }>((resolve) => {
      const server = createServer();
      server.listen(0, host, () => resolve({ server, port: (server.address() as { port: number }).port }));
    });

  it.each(['127.0.0.1', '0.0.0.0'])(
    'on which a process listens at %s is refused, and accepted once that process has closed it',
    async (host) => {
      const { server, port } = await listening(host);
      const free = () => requireFree('API_PORT', `127.0.0.1:${port}`);
      await expect(free()).rejects.toThrow(`Port ${port} is taken: free it, or set API_PORT`);
      await new Promise((closed) => server.close(closed));
      await expect(free()).resolves.toBeUndefined();
    },
  );

  it('on an address that this computer lacks is refused in one line', async () => {
    await expect(requireFree('SHORT_PORT', '203.0.113.1:8788')).rejects.toThrow(/cannot be opened on 203.0.113.1/);
  });
});
