import { execFile } from 'node:child_process';

/** Runs `npm run bench` as a process. */
export const bench = (...args: string[]) =>
  new Promise<{ code: unknown; out: string; err: string }>((resolve) => {
    execFile(process.execPath, ['scripts/bench.mjs', ...args], (error, out, err) =>
      resolve({ code: error?.code ?? 0, out, err }),
    );
  });
