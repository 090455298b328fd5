// Builds the upgrade command and runs it. The version of the new checkout is deployed by its own program.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { withoutSecrets } from '../../packages/machine/secret-names.mjs';
import { buildProgram } from './build-program.mjs';
import { onStopRequest } from './children.mjs';
import { deployWith, lockOf } from './deploy.mjs';
import { install } from './install.mjs';
import { inRoot, ROOT } from './root.mjs';

/** The argument by which this script starts itself in the new checkout. */
const ROLLOUT = '--rollout';

/** @param {string} question */
async function confirmAtTerminal(question) {
  const { confirm } = await import('@inquirer/prompts');
  return confirm({ message: question, default: false });
}

/** The rollout, once it runs. @type {import('node:child_process').ChildProcess | undefined} */
let rollout;

/** @param {string} environment @param {boolean} isYes @returns {Promise<number>} */
async function deployNew(environment, isYes) {
  const args = [inRoot('scripts/run.mjs'), 'upgrade', ROLLOUT, '--env', environment, ...(isYes ? ['--yes'] : [])];
  rollout = spawn(process.execPath, args, { cwd: ROOT, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  const [code] = await once(rollout, 'close');
  return code ?? 1;
}

/**
 * Makes the rollout stop, as a signal makes it stop, when the upgrade that started it has ended. The kernel closes the
 * channel between them, so it does not matter how the upgrade has ended.
 */
function stopWithUpgrade() {
  const stop = () => process.kill(process.pid, 'SIGTERM');
  if (process.connected === false) return stop();
  process.on('disconnect', stop);
  process.channel?.unref();
}

export async function upgrade() {
  if (process.argv[2] === ROLLOUT) {
    stopWithUpgrade();
    return deployWith(process.argv.slice(3), { isGradual: true });
  }
  onStopRequest(() => (rollout === undefined ? process.exit(130) : void rollout.kill('SIGTERM')));
  // npm, esbuild and git inherit this environment. They do not need the workers' secrets; the rollout gets them back.
  const env = { ...process.env };
  process.env = withoutSecrets(env);
  await install(process.stderr);
  await buildProgram('deploy');
  const program = await import('../../dist/deploy/main.mjs');
  const { version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
  process.exitCode = await program.upgrade({
    args: process.argv.slice(2),
    root: ROOT,
    version,
    print: (/** @type {string} */ text) => void process.stdout.write(text),
    lock: () => lockOf(path.resolve(ROOT, env.STATE_DIR || '.swiftlet')),
    confirm: process.stdin.isTTY ? confirmAtTerminal : undefined,
    deploy: (/** @type {string} */ environment, /** @type {boolean} */ isYes) => {
      process.env = env;
      return deployNew(environment, isYes);
    },
  });
}
