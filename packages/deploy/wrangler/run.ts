/** Runs wrangler as a program. Only wrangler.ts beside this file asks for it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Failure } from '../failure';

/** code null: it was ended because it took too long, or by a signal. */
export type Ended = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

export type RunOptions = { readonly env: Readonly<Record<string, string>>; readonly timeoutMs: number };

export type RunWrangler = (args: readonly string[], options: RunOptions) => Promise<Ended>;

const running = new Set<ChildProcess>();

/** A child leads a process group, so that it ends with all that it started. */
function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}

/** Ends every wrangler that runs. */
export function endWranglers(): void {
  for (const child of running) endGroup(child);
}

/** @param command the program, and what stands before the arguments @param folder where it runs @throws Failure where it cannot */
export function wranglerProgram(command: readonly [string, ...string[]], folder: string): RunWrangler {
  const [program, ...before] = command;
  return async (args, { env, timeoutMs }) => {
    const child = spawn(program, [...before, ...args], {
      cwd: folder,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.add(child);
    const said = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const)
      child[name].setEncoding('utf8').on('data', (text: string) => {
        said[name] += text;
      });
    const timer = setTimeout(() => endGroup(child), timeoutMs);
    try {
      const [code] = (await once(child, 'close')) as [number | null];
      return { code, ...said };
    } catch (error) {
      throw new Failure(`wrangler cannot be run: ${(error as Error).message}.`);
    } finally {
      clearTimeout(timer);
      running.delete(child);
    }
  };
}
