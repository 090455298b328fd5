/** Runs wrangler as a program, for wrangler.ts. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Failure } from '#machine/failure';

/** `code` is null if a signal ended wrangler, for example after its time limit. */
export type CommandResult = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

type RunOptions = { readonly env: Readonly<Record<string, string>>; readonly timeoutMs: number };

export type RunWrangler = (args: readonly string[], options: RunOptions) => Promise<CommandResult>;

const running = new Set<ChildProcess>();

/** Ends a child process, which leads a process group, and all processes that it has started. */
function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // The process has already ended.
  }
}

/** Ends every wrangler that runs. */
export function endWranglers(): void {
  for (const child of running) endGroup(child);
}

/**
 * @param command the program and its first arguments
 * @param folder the working directory
 * @throws Failure if the program cannot be run
 */
export function makeRunWrangler(command: readonly [string, ...string[]], folder: string): RunWrangler {
  const [program, ...before] = command;
  return async (args, { env, timeoutMs }) => {
    const child = spawn(program, [...before, ...args], {
      cwd: folder,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.add(child);
    const output = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const)
      child[name].setEncoding('utf8').on('data', (text: string) => {
        output[name] += text;
      });
    const timer = setTimeout(() => endGroup(child), timeoutMs);
    try {
      const [code] = (await once(child, 'close')) as [number | null];
      return { code, ...output };
    } catch (error) {
      throw new Failure(`wrangler cannot be run: ${(error as Error).message}.`);
    } finally {
      clearTimeout(timer);
      running.delete(child);
    }
  };
}
