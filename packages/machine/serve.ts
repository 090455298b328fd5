/** `npm run serve`: the machine on a server. */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Failure } from './failure';
import { run } from './run';

/** Exit codes: stopped in good order; could not be started; stopped, but a request or buffered clicks were cut off. */
const EXIT = { stopped: 0, failed: 1, cutOff: 2 } as const;

const BUILT = path.dirname(fileURLToPath(import.meta.url));

/** Resolves once somebody asks it to stop; who asks twice means at once. */
const stopRequest = (): Promise<void> =>
  new Promise((resolve) => {
    let asked = false;
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => {
        if (asked) process.exit(EXIT.cutOff);
        asked = true;
        resolve();
      });
  });

const log = (line: string) => process.stdout.write(`${line}\n`);

/** @param binary workerd; the one beside this file, where it is not given */
export async function serve(binary = path.join(BUILT, 'workerd')): Promise<number> {
  const stopped = stopRequest();
  try {
    const running = await run({ env: process.env, place: 'server', root: process.cwd(), built: BUILT, binary, log });
    const { SHORT_BASE_URL: short, CONSOLE_ORIGIN: api } = running.settings.values;
    log(
      `Swiftlet is ready: short links ${short}, API ${api}, on ${Object.values(running.settings.sockets).join(' and ')}.`,
    );
    await stopped;
    return (await running.machine.stop()) ? EXIT.stopped : EXIT.cutOff;
  } catch (error) {
    const [line = ''] = (error as Error).message.split('\n');
    process.stderr.write(`${error instanceof Failure ? line : `Swiftlet cannot run: ${line}`}\n`);
    return EXIT.failed;
  }
}
