// Builds and runs the commands of a deployment: deploy, upgrade and doctor. An upgrade changes the checkout, and the
// program of the new checkout deploys the new version.

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readOwner, takeLock } from '../../packages/machine/processes.mjs';
import { withoutSecrets } from '../../packages/machine/secret-names.mjs';
import { buildProgram, FOR_WORKERD, makeApi } from './build.mjs';
import { inRoot, ROOT } from './checkout.mjs';
import { onStopRequest } from './children.mjs';
import { Failure, install, wranglerCommand } from './install.mjs';

/** @param {Iterable<Uint8Array | string>} parts */
function digestParts(parts) {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}

/** A digest of the redirect worker. The bundle is almost the one that wrangler makes, and changes with it. */
async function redirectDigest() {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    ...FOR_WORKERD,
    entryPoints: [inRoot('apps/redirect/worker.ts')],
    absWorkingDir: ROOT,
    minify: true,
    logLevel: 'silent',
  });
  return digestParts(outputFiles.map((file) => file.contents));
}

/** Builds the API worker: the generated wrangler file has no build command. @returns the digest of modules and files */
async function apiDigest() {
  const modules = await makeApi();
  const folder = inRoot('dist/documentation');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
  const named = [...modules].sort(([a], [b]) => (a < b ? -1 : 1)).flat();
  return digestParts([...named, ...files.flatMap((file) => [path.relative(folder, file), readFileSync(file)])]);
}

/** Returns a function that builds a worker at its first call, and returns the digest. */
function builder() {
  const makers = { redirect: redirectDigest, api: apiDigest };
  /** @type {Map<string, Promise<string>>} */
  const made = new Map();
  return (/** @type {'redirect' | 'api'} */ kind) => {
    const known = made.get(kind) ?? makers[kind]();
    made.set(kind, known);
    return known;
  };
}

/** Locks the state folder for this process. @param {string} folder */
function takeDeployLock(folder) {
  const file = path.join(folder, 'deploy.lock');
  let lock;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    lock = takeLock(file);
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    throw new Failure(
      `The state folder ${folder} cannot be written (${code}): mend that, or name another by STATE_DIR.`,
    );
  }
  if (lock === undefined) {
    const owner = readOwner(file); // none if it has ended meanwhile
    throw new Failure(`Another deployment of ${folder} is under way${owner ? ` (process ${owner.pid})` : ''}.`);
  }
  return lock;
}

/** `npm run deploy`. */
export const deploy = () => deployWith(process.argv.slice(2));

/**
 * Deploys this checkout.
 * @param {string[]} args
 * @param {{ isGradual?: boolean }} [more]
 */
async function deployWith(args, more = {}) {
  // npm, esbuild and wrangler inherit this environment. They do not need the workers' secrets.
  const env = { ...process.env };
  process.env = withoutSecrets(env);
  await install(process.stderr);
  if (process.env.WORKERS_CI) return (await import('./deploy-button.mjs')).deployFromBuild(env);
  await buildProgram('deploy');
  const { main } = await import('../../dist/deploy/main.mjs');
  const folder = path.resolve(ROOT, process.env.STATE_DIR || '.swiftlet');
  const lock = takeDeployLock(folder);
  const { version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
  const program = {
    args,
    ...more,
    env,
    root: ROOT,
    version,
    folder,
    wrangler: wranglerCommand(),
    build: builder(),
  };
  try {
    process.exitCode = await main(program);
  } finally {
    lock.release();
  }
}

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
 * Makes the rollout stop, as after a signal, when the upgrade that started it has ended. The kernel closes the channel
 * between them however the upgrade has ended.
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
    lock: () => takeDeployLock(path.resolve(ROOT, env.STATE_DIR || '.swiftlet')),
    confirm: process.stdin.isTTY ? confirmAtTerminal : undefined,
    deploy: (/** @type {string} */ environment, /** @type {boolean} */ isYes) => {
      process.env = env;
      return deployNew(environment, isYes);
    },
  });
}

/** `npm run doctor`. */
export async function doctor() {
  // npm, esbuild and wrangler do not need the workers' secrets.
  const env = { ...process.env };
  process.env = withoutSecrets(env);
  await install(process.stderr);
  await buildProgram('doctor');
  const { main } = await import('../../dist/doctor/main.mjs');
  const { version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
  process.exitCode = await main({
    args: process.argv.slice(2),
    env,
    root: ROOT,
    version,
    command: 'npm run doctor',
    folder: path.resolve(ROOT, process.env.STATE_DIR || '.swiftlet'),
    wrangler: wranglerCommand(),
  });
}
