/** The doctor as a program: its help, its exit code and its last line, and that no output contains the token. */
import { execFile } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cronHasRun, startMachine, type TestMachine, TOKEN } from '#testkit/machine';

let machine: TestMachine;
beforeAll(async () => {
  machine = await startMachine();
  await cronHasRun(machine);
});
afterAll(() => machine?.close());

type ProgramResult = { readonly code: number; readonly stdout: string; readonly stderr: string };

const run = (args: readonly string[], env: Record<string, string> = {}): Promise<ProgramResult> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      ['scripts/run.mjs', 'doctor', ...args],
      { env: { ...process.env, ...env } },
      (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });

it('the doctor shows its help with examples, and ends with 0', async () => {
  const { code, stdout } = await run(['--help']);
  expect(code).toBe(0);
  expect(stdout).toContain('npm run doctor -- --env staging --json');
  expect(stdout).toContain('The exit code is 0');
});

it('the doctor looks at a machine: a row for each check, then what to do next, and 0 where nothing was found', async () => {
  const { code, stdout, stderr } = await run([machine.api], { ADMIN_TOKEN: TOKEN });
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^ok {4}answers/m);
  expect(stdout).toMatch(/^note {2}threat list .*\n +→ Import a feed/m);
  expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/^Nothing to do/);
  expect(stdout).not.toContain(TOKEN);
});

it('the doctor ends with 1 and one line where there is nothing to look at, as JSON too', async () => {
  const env = { STATE_DIR: '/nonexistent', API_PORT: '1' };
  const { code, stdout, stderr } = await run(['--json'], env);
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toEqual({ error: expect.stringMatching(/^There is nothing to look at/) });
  expect(stderr.split('\n')).toHaveLength(2);
});

it('the doctor ends without a stack trace if nobody reads its output any more, as behind head', async () => {
  const line = `"${process.execPath}" scripts/run.mjs doctor ${machine.api} | head -n 1`;
  const { stderr } = await new Promise<Pick<ProgramResult, 'stderr'>>((resolve) => {
    execFile('sh', ['-c', line], { env: { ...process.env, ADMIN_TOKEN: TOKEN } }, (_, __, said) =>
      resolve({ stderr: said }),
    );
  });
  expect(stderr).toBe('');
});
