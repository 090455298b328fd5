/** Installs programs that tests need besides the npm packages, and reports a failure in one line. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';

export const INSTALL_TIMEOUT_MS = 180_000;

export type Install = () => Promise<void>;

/** An installer of a Debian package, in a list; an empty list unless the tests run on Debian as root. */
export function fromDebian(name: string): Install[] {
  if (!existsSync('/usr/bin/apt-get') || process.getuid?.() !== 0) return [];
  return [
    async () => {
      await run('apt-get', 'update');
      await run('apt-get', '-o', 'DPkg::Lock::Timeout=60', 'install', '-y', '--no-install-recommends', name);
    },
  ];
}

/** Runs an installer. It ignores the exit code, because the caller checks whether the program starts afterwards. */
export async function run(program: string, ...args: string[]): Promise<void> {
  console.info(`Installing what the tests need: ${[program, ...args].join(' ')}`);
  await promisify(execFile)(program, args, { timeout: INSTALL_TIMEOUT_MS, maxBuffer: 2 ** 26 }).catch(() => undefined);
}

/** Fails with one line. @throws Error with `message` as its stack, so that the tests print no more */
export function fail(message: string): never {
  const error = new Error(message);
  error.stack = message;
  throw error;
}
