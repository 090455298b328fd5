/** Starts the built folder as a process, as on a server. A test file calls `builtServer` once. */
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll } from 'vitest';
import { BUILT, workerdBinary } from './built';
import { TOKEN } from './machine';

export const HOSTS = { SHORT_HOST: 's.example.com', API_HOST: 'api.example.com' };

type ServerProcess = { readonly child: ChildProcess; out: string; err: string };

/** Copies the built folder. @returns a function that starts a server with `env`; the servers end with the tests */
export function builtServer(): (env: Readonly<Record<string, string>>, args?: readonly string[]) => ServerProcess {
  const folder = mkdtempSync(path.join(tmpdir(), 'swiftlet-server-'));
  const built = path.join(folder, 'built');
  const started: ChildProcess[] = [];

  beforeAll(() => {
    cpSync(BUILT, built, { recursive: true });
    symlinkSync(workerdBinary(), path.join(built, 'workerd'));
  });
  afterAll(() => {
    for (const child of started) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  // PATH, STATE_DIR, ADMIN_TOKEN and `env` are its only environment.
  return (env, args = []) => {
    const own = { PATH: process.env.PATH, STATE_DIR: path.join(folder, `state-${started.length}`), ADMIN_TOKEN: TOKEN };
    const child = spawn(process.execPath, ['main.mjs', ...args], { cwd: built, env: { ...own, ...env } });
    started.push(child);
    const server = { child, out: '', err: '' };
    child.stdout.on('data', (text) => {
      server.out += text;
    });
    child.stderr.on('data', (text) => {
      server.err += text;
    });
    return server;
  };
}

/** Waits until a server has started. @throws Error with its message if it has exited */
export async function ready(server: ServerProcess): Promise<void> {
  while (!server.out.includes('Swiftlet is ready')) {
    if (server.child.exitCode !== null) throw new Error(server.err);
    await wait(20);
  }
}

type RequestOptions = { readonly method?: string; readonly body?: unknown; readonly token?: string };
type ReadResponse = { readonly status: number; readonly location: string | undefined; readonly text: string };

/** Sends a request for a host, as a proxy does. */
export const ask = (
  port: number,
  host: string,
  route: string,
  { method = 'GET', body, token = TOKEN }: RequestOptions = {},
) =>
  new Promise<ReadResponse>((resolve, reject) => {
    const headers = {
      Host: host,
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      'X-Forwarded-Proto': 'https',
      'X-Forwarded-For': '198.51.100.1',
    };
    const call = request({ port, host: '127.0.0.1', agent: false, path: route, method, headers }, (response) => {
      let text = '';
      response.on('data', (piece) => (text += piece));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, location: response.headers.location, text }),
      );
    });
    call.on('error', reject);
    call.end(body === undefined ? undefined : JSON.stringify(body));
  });
