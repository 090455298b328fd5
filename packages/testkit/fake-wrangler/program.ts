/** The fake wrangler as a program, put before the real one on PATH. FAKE_ACCOUNT names the file of its account. */
import { setTimeout as wait } from 'node:timers/promises';
import { WRANGLER_VERSION } from '../../deploy/wrangler/shapes';
import { runOnce } from './fake-wrangler';

const args = process.argv.slice(2);

/** Kills the calling program and this one, as a power failure would. */
function endBoth(): void {
  process.kill(process.ppid, 'SIGKILL');
  process.kill(process.pid, 'SIGKILL');
}

if (args[0] === '--version') process.stdout.write(`${WRANGLER_VERSION}\n`);
else {
  const ended = runOnce(process.env.FAKE_ACCOUNT ?? '', args, process.env);
  if (ended === 'killed') endBoth();
  else if (ended.code === null) {
    process.stdout.write('hanging\n');
    await wait(600_000);
  } else {
    process.stdout.write(ended.stdout);
    process.stderr.write(ended.stderr);
    process.exitCode = ended.code;
  }
}
