/** `npm run serve`: starts the machine on a server, and stops it on a signal. */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Failure } from './failure';
import { run } from './run';

/** Exit codes: a clean stop; a failed start; a stop that cut off a request or lost buffered clicks. */
const EXIT = { stopped: 0, failed: 1, cutOff: 2 } as const;

const BUILT = path.dirname(fileURLToPath(import.meta.url));

/** Resolves at the first stop signal. A second one exits at once. */
const waitForStopRequest = (): Promise<void> =>
  new Promise((resolve) => {
    let isRequested = false;
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => {
        if (isRequested) process.exit(EXIT.cutOff);
        isRequested = true;
        resolve();
      });
  });

const log = (line: string) => process.stdout.write(`${line}\n`);

/** @param binary path of workerd; by default the one in the built folder @returns the exit code */
export async function serve(binary = path.join(BUILT, 'workerd')): Promise<number> {
  const stopped = waitForStopRequest();
  try {
    const running = await run({ env: process.env, mode: 'server', root: process.cwd(), built: BUILT, binary, log });
    const { SHORT_BASE_URL: short, CONSOLE_ORIGIN: api } = running.config.values;
    log(
      `Swiftlet is ready: short links ${short}, API ${api}, on ${Object.values(running.config.sockets).join(' and ')}.`,
    );
    await stopped;
    return (await running.machine.stop()) ? EXIT.stopped : EXIT.cutOff;
  } catch (error) {
    const [line = ''] = (error as Error).message.split('\n');
    process.stderr.write(`${error instanceof Failure ? line : `Swiftlet cannot run: ${line}`}\n`);
    return EXIT.failed;
  }
}
