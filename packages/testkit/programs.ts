/** Programs that tests need beside the packages: how they are installed, and what is said where they cannot be. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';

export const INSTALL_TIMEOUT_MS = 180_000;

export type Install = () => Promise<void>;

/** The distribution's package, where it can be had: on Debian, as root. */
export function fromDebian(name: string): Install[] {
  if (!existsSync('/usr/bin/apt-get') || process.getuid?.() !== 0) return [];
  return [
    async () => {
      await run('apt-get', 'update');
      await run('apt-get', '-o', 'DPkg::Lock::Timeout=60', 'install', '-y', '--no-install-recommends', name);
    },
  ];
}

/** Runs an installer to its end, whatever that is: what counts is whether the program starts afterwards. */
export async function run(program: string, ...args: string[]): Promise<void> {
  console.info(`Installing what the tests need: ${[program, ...args].join(' ')}`);
  await promisify(execFile)(program, args, { timeout: INSTALL_TIMEOUT_MS, maxBuffer: 2 ** 26 }).catch(() => undefined);
}

/** Without a stack: where we looked is no part of what there is to do. */
export function fail(message: string): never {
  const error = new Error(message);
  error.stack = message;
  throw error;
}
