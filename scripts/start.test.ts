import { exec, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { unstable_getVarsForDev } from 'wrangler';
import { envFileText } from './lib/env-file.mjs';
import { differs } from './lib/install.mjs';
import { takeLock } from './lib/lock.mjs';
import { parsePort, portsOf } from './lib/ports.mjs';
import { secretFile, secretValues, varNames, workerValues } from './lib/values.mjs';
import { closingLine, countReport } from './lib/vitest-report.mjs';

const folder = mkdtempSync(path.join(tmpdir(), 'swiftlet-scripts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What the workers get, read by wrangler itself. */
function throughWrangler(values: Record<string, string>): Record<string, string> {
  const file = path.join(folder, 'workers.env');
  writeFileSync(file, envFileText(values));
  const bindings = unstable_getVarsForDev(undefined, [file], {}, undefined, true);
  const read = Object.entries(bindings).map(([name, binding]) => [name, (binding as { value: string }).value]);
  return Object.fromEntries(read.filter(([name]) => Object.hasOwn(values, name ?? '')));
}

describe('the env file', () => {
  it.each([
    ['empty', ''],
    ['spaces around', '  a b\t'],
    ['a comment', 'a # b'],
    ['dollars', `$HOME \${HOME} \\$HOME $$ $& \${A:-b} $`],
    ['backslashes', '\\ \\\\ \\n \\r \\t C:\\new\\'],
    ['line ends', 'a\nb\r\nc\rd\n'],
    ['each quote', `it's "quoted" \`so\``],
    ['quotes after backslashes', `\\' \\" \\\` \\\\"`],
    ['everything at once', `'"\`\\"\\\\"#$A\${B}\\n\\r\r\n\\`],
    ['json', '{"a":"b\\n","c":\'$d\'}'],
    ['other scripts', 'žluťoučký 🦜\u2028x'],
  ])('carries %s byte for byte', (_what, text) => {
    expect(throughWrangler({ A: text, B: text, C: 'last' })).toEqual({ A: text, B: text, C: 'last' });
  });

  it('carries whatever the environment can hold', () => {
    const piece = fc.constantFrom(
      "'",
      '"',
      '`',
      '\\',
      '$',
      '{',
      '}',
      '#',
      '\n',
      '\r',
      'n',
      'r',
      ' ',
      '=',
      'A',
      ':-',
      'é',
    );
    const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(throughWrangler({ A: a, B: b })).toEqual({ A: a, B: b });
      }),
      { numRuns: 2000 },
    );
  });
});

describe('the values of the workers', () => {
  const toml = 'name = "x"\n[vars]\n# C = "1"\nA = "1"\n"B" = 2\n\n[[d1_databases]]\nbinding = "DB"\n';
  const ports = { api: 1, short: 2 };

  it('finds the names of [vars] and no others', () => {
    expect(varNames(toml)).toEqual(['A', 'B']);
  });

  it('lets the environment win over what differs locally', () => {
    expect(workerValues({ A: '', OTHER: 'x', REQUIRE_HTTPS: 'on' }, [toml], ports, { PEPPER: 'p' })).toEqual({
      A: '',
      REQUIRE_HTTPS: 'on',
      FORWARDED_PROTO: 'trust',
      SHORT_BASE_URL: 'http://127.0.0.1:2',
      CONSOLE_ORIGIN: 'http://localhost:1',
      PEPPER: 'p',
    });
  });

  it('makes secrets once, keeps them to their owner, and prefers the environment', () => {
    const first = secretValues({}, folder);
    expect(first.PEPPER).toMatch(/^[0-9a-f]{64}$/);
    expect(secretValues({}, folder)).toEqual(first);
    expect(statSync(secretFile(folder, 'ADMIN_TOKEN')).mode & 0o777).toBe(0o600);
    const given = { ADMIN_TOKEN: 't'.repeat(32), THREATS_KEY: 'k' };
    expect(secretValues(given, folder)).toEqual({ ...first, ...given });
    expect(readFileSync(secretFile(folder, 'ADMIN_TOKEN'), 'utf8')).toBe(first.ADMIN_TOKEN);
  });

  it.each(['ADMIN_TOKEN', 'PEPPER', 'PEPPER_PREVIOUS'])('refuses %s where the workers would refuse it', (name) => {
    const line = new RegExp(`^${name} must have at least 32 characters[^\\n]*$`);
    expect(() => secretValues({ [name]: 'x'.repeat(31) }, folder)).toThrow(line);
  });

  it('passes a former pepper on, where there is one', () => {
    expect(secretValues({}, folder)).not.toHaveProperty('PEPPER_PREVIOUS');
    expect(secretValues({ PEPPER_PREVIOUS: 'p'.repeat(32) }, folder).PEPPER_PREVIOUS).toBe('p'.repeat(32));
    expect(secretValues({ PEPPER_PREVIOUS: '' }, folder).PEPPER_PREVIOUS).toBe('');
  });
});

describe('ports', () => {
  it.each(['0', '65536', '-1', '80a', '8e3', ' 80', '1.5'])('refuses %j', (text) => {
    expect(() => parsePort('API_PORT', text, 1)).toThrow('API_PORT');
  });

  it('has a usual one for each worker, and refuses one for both', () => {
    expect(portsOf({ API_PORT: '' })).toEqual({ api: 8787, short: 8788 });
    expect(() => portsOf({ API_PORT: '8788' })).toThrow('both 8788');
  });
});

it('has one owner of a lock, and takes over from a process that has gone', async () => {
  const file = path.join(folder, 'lock');
  const lock = await takeLock(file);
  expect(await takeLock(file)).toBeUndefined();
  lock?.release();
  writeFileSync(file, JSON.stringify({ owner: { pid: process.pid, started: 'long ago' }, groups: [] }));
  expect(await takeLock(file)).toBeDefined();
});

it('sees what is missing of the packages', () => {
  const wanted = { '': {}, a: { version: '1', integrity: 'x' }, b: { version: '1', optional: true } };
  expect(differs(wanted, { a: { version: '1', integrity: 'x' } })).toBe(false);
  expect(differs(wanted, { a: { version: '2', integrity: 'y' } })).toBe(true);
  expect(differs(wanted, {})).toBe(true);
});

describe('the closing line of the tests', () => {
  const json = { numPassedTests: 2, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] };

  it('counts a file that could not be loaded, and errors outside the tests', () => {
    const broken = { name: 'a.test.ts', status: 'failed', assertionResults: [] };
    expect(countReport({ ...json, testResults: [broken] }, false)).toMatchObject({ passed: 2, failed: 1 });
    expect(countReport(json, false)).toMatchObject({ passed: 2, failed: 1 });
    expect(countReport(json, true)).toMatchObject({ passed: 2, failed: 0, notes: [] });
  });

  it('names the skipped only where there are any', () => {
    expect(closingLine(2, 0, 0)).toBe('2 passed, 0 failed');
    expect(closingLine(2, 1, 3)).toBe('2 passed, 1 failed, 3 skipped');
  });
});

/** A port that nobody listens on. */
const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

/** `npm start` on a new state folder, once it is ready. */
async function started(more: Record<string, string>) {
  const [api, short] = [await freePort(), await freePort()];
  const state = mkdtempSync(path.join(folder, 'state-'));
  const env = { ...process.env, API_PORT: String(api), SHORT_PORT: String(short), STATE_DIR: state, ...more };
  const child = spawn(process.execPath, ['scripts/start.mjs'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'close');
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
  const deadline = Date.now() + 120_000;
  while (!said.includes('Ctrl-C stops it.')) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`npm start is not ready: ${said}`);
    await wait(100);
  }
  return {
    said,
    api: `http://127.0.0.1:${api}`,
    short: `http://127.0.0.1:${short}`,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

describe('npm start with REQUIRE_HTTPS=on on a new state', () => {
  it('reaches its keys, prints a command that works, and refuses plain http from everybody else', async () => {
    const { said, api, short, stop } = await started({ REQUIRE_HTTPS: 'on' });
    try {
      const [command = ''] = /^ {2}(curl .*)$/m.exec(said)?.slice(1) ?? [];
      const { stdout } = await promisify(exec)(command);
      const { shortCode } = JSON.parse(stdout) as { shortCode: string };
      expect(shortCode).toMatch(/^\w{7}$/);

      const [key] = /sl_\w+/.exec(said) ?? [];
      const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
      const body = JSON.stringify({ url: 'https://example.com/' });
      const plain = await fetch(`${api}/v2/shorten`, { method: 'POST', headers, body });
      expect([plain.status, await plain.json()]).toEqual([
        403,
        expect.objectContaining({ errorType: 'HTTPS_REQUIRED' }),
      ]);
      expect((await fetch(`${short}/${shortCode}`, { redirect: 'manual' })).status).toBe(308);
    } finally {
      await stop();
    }
  }, 150_000);
});
