/**
 * Every command of package.json that has a script here shows its help. It prints no error if nobody reads its output.
 */
import { execFile } from 'node:child_process';
import { expect, it } from 'vitest';
import { scripts } from '#package.json';

const COMMANDS = Object.entries(scripts).flatMap(([name, line]): [string, string][] => {
  const [, script] = /^node (scripts\/run\.mjs [\w-]+)/.exec(line) ?? [];
  return script === undefined ? [] : [[name, script]];
});
/** How people call a command. */
const formatCall = (name: string): string => (name === 'start' || name === 'test' ? `npm ${name}` : `npm run ${name}`);

type Ended = { readonly code: number; readonly stdout: string; readonly stderr: string };
const shell = (line: string): Promise<Ended> =>
  new Promise((resolve) => {
    execFile('bash', ['-c', line], { timeout: 60_000 }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });

it.each(COMMANDS)('npm run %s shows its help, with examples', async (name, script) => {
  const { code, stdout, stderr } = await shell(`"${process.execPath}" ${script} --help`);
  expect([code, stderr]).toEqual([0, '']);
  // `npm run test:ci` is npm test with an option.
  expect(stdout).toContain(formatCall(name));
  expect(stdout).toMatch(/^Examples:\n {2}\S/m);
});

it.each(COMMANDS)('npm run %s prints no error if nobody reads its output', async (_, script) => {
  const { stderr } = await shell(`"${process.execPath}" ${script} --help | true`);
  expect(stderr).toBe('');
});
