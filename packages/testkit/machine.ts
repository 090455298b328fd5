/** Both workers on one machine, as people run them: over HTTP, with nothing stored or over a folder that is given. */
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Running, run } from '../machine/run';
import { BUILT, workerdBinary } from './built';

export const TOKEN = 'an-operator-token-of-forty-characters-xx';

export type TestMachine = {
  /** Of the API. */
  readonly api: string;
  /** Of short links. */
  readonly short: string;
  readonly running: Running;
  /** What the workers and the machine have logged. */
  readonly logged: readonly string[];
  close(): Promise<void>;
};

/** A port that nobody listens on. */
export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

/**
 * Starts a machine. A visitor's address is what X-Forwarded-For says.
 * @param more of its environment; without STATE_DIR its folder is removed at the end
 */
export async function startMachine(more: Readonly<Record<string, string>> = {}): Promise<TestMachine> {
  const [api, short] = [await freePort(), await freePort()];
  const made = more.STATE_DIR === undefined ? mkdtempSync(path.join(tmpdir(), 'swiftlet-machine-')) : undefined;
  const env = {
    API_PORT: String(api),
    SHORT_PORT: String(short),
    STATE_DIR: made ?? '',
    ADMIN_TOKEN: TOKEN,
    PEPPER: TOKEN,
    TRUST_PROXY: 'loopback',
    GATHER_MS: '0',
    ...more,
  };
  const logged: string[] = [];
  const log = (line: string) => logged.push(line);
  const running = await run({ env, place: 'desk', root: tmpdir(), built: BUILT, binary: workerdBinary(), log });
  return {
    api: `http://127.0.0.1:${env.API_PORT}`,
    short: `http://127.0.0.1:${env.SHORT_PORT}`,
    running,
    logged,
    async close() {
      await running.machine.stop();
      if (made !== undefined) rmSync(made, { recursive: true, force: true });
    },
  };
}
