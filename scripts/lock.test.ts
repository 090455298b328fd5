/** The lock of a state folder, and the ports that npm start asks for. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { takeLock } from './lib/lock.mjs';
import { requireFree } from './lib/ports.mjs';

const folder = mkdtempSync(path.join(tmpdir(), 'swiftlet-lock-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A lock file in a folder of its own. */
const newFile = () => path.join(mkdtempSync(path.join(folder, 'state-')), 'lock');

describe('a lock', () => {
  it('that cannot be read is taken over', async () => {
    const file = newFile();
    writeFileSync(file, '{"owner":');
    expect(await takeLock(file)).toBeDefined();
  });

  it('leaves nothing beside it, held or released', async () => {
    const file = newFile();
    const lock = await takeLock(file);
    expect(await takeLock(file)).toBeUndefined();
    expect(readdirSync(path.dirname(file))).toEqual(['lock']);
    lock?.release();
    expect(readdirSync(path.dirname(file))).toEqual([]);
  });
});

describe('a port', () => {
  /** A server that listens, and its port. */
  const listening = (host: string) =>
    new Promise<{ server: Server; port: number }>((resolve) => {
      const server = createServer();
      server.listen(0, host, () => resolve({ server, port: (server.address() as { port: number }).port }));
    });

  it.each(['127.0.0.1', '0.0.0.0'])('that somebody has on %s is refused, and free once he has gone', async (host) => {
    const { server, port } = await listening(host);
    await expect(requireFree('API_PORT', port)).rejects.toThrow(`Port ${port} is taken: free it, or set API_PORT`);
    await new Promise((closed) => server.close(closed));
    await expect(requireFree('API_PORT', port)).resolves.toBeUndefined();
  });
});
