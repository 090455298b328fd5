// The two ways we call wrangler: the migrations, and one `wrangler dev` per worker.
import path from 'node:path';
import { readLines, startChild } from './children.mjs';
import { Failure } from './failure.mjs';
import { toolNode } from './install.mjs';
import { inRoot, ROOT } from './root.mjs';

/** @typedef {{ label: string, name: string, config: string, port: number, health: string }} Worker */
/** @typedef {import('./children.mjs').Child} Child */
/**
 * @typedef {object} Setting
 * @property {string} stateDir
 * @property {string} envFile
 * @property {string[]} names of the values that reach the workers through the env file, and only through it
 * @property {(child: Child) => void} keep remembers a child, to be swept after a kill -9
 */

const API_CONFIG = 'wrangler.api.toml';

/** The workers, the redirect worker first: the API worker binds its classes. @param {{ api: number, short: number }} ports @returns {Worker[]} */
export const workersOf = (ports) => [
  { label: 'redirect', name: 'Short links', config: 'wrangler.redirect.toml', port: ports.short, health: '/.health' },
  { label: 'api', name: 'API', config: API_CONFIG, port: ports.api, health: '/health' },
];

// Settings that would reach wrangler by accident: another account, another registry, a proxy, a vault of dotenv.
const STRAY = /^(CLOUDFLARE|CF|WRANGLER|MINIFLARE|X_LOCAL)_|^(HTTPS?|ALL|NO)_PROXY$|^(DOTENV_KEY|NODE_OPTIONS)$/i;

/** The environment of wrangler: no account, no network, no prompts, nothing shared with another state folder. @param {Setting} setting */
function wranglerEnv({ stateDir, names }) {
  const kept = Object.entries(process.env).filter(([name]) => !STRAY.test(name) && !names.includes(name));
  return {
    ...Object.fromEntries(kept),
    WRANGLER_REGISTRY_PATH: path.join(stateDir, 'registry'),
    WRANGLER_CACHE_DIR: path.join(stateDir, 'cache'),
    WRANGLER_LOG: process.env.WRANGLER_LOG ?? 'warn',
    WRANGLER_WRITE_LOGS: 'false',
    WRANGLER_HIDE_BANNER: 'true',
    WRANGLER_SEND_METRICS: 'false',
    WRANGLER_SEND_ERROR_REPORTS: 'false',
    WRANGLER_NO_SKILLS_UPDATE_PROMPTS: 'true',
    CLOUDFLARE_CF_FETCH_ENABLED: 'false',
    CLOUDFLARE_LOAD_DEV_VARS_FROM_DOT_ENV: 'true',
    CLOUDFLARE_INCLUDE_PROCESS_ENV: 'false',
    X_LOCAL_OBSERVABILITY: 'false',
    NODE_COMPILE_CACHE: inRoot('node_modules/.cache/wrangler'), // saves half a second per wrangler
    npm_config_registry: 'http://127.0.0.1:9', // after an error wrangler would ask npm for a newer wrangler
  };
}

/** @param {string[]} args @param {Setting} setting */
export function wrangler(args, setting) {
  const cli = inRoot('node_modules/wrangler/wrangler-dist/cli.js');
  const child = startChild(toolNode(), ['--no-warnings', cli, ...args, '--persist-to', setting.stateDir], {
    cwd: ROOT,
    env: wranglerEnv(setting),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  setting.keep(child);
  return child;
}

/** Applies what is new in migrations/ to the local D1. @param {Setting} setting */
export async function migrate(setting) {
  const child = wrangler(['d1', 'migrations', 'apply', 'DB', '--local', '-c', API_CONFIG], setting);
  /** @type {string[]} */
  const said = [];
  readLines(child, (line) => said.push(line));
  const failure = await child.ended;
  if (!failure) return;
  const reason = said.find((line) => line.includes('[ERROR]'))?.replace(/^.*\[ERROR\]\s*/, '');
  throw new Failure(`The migrations failed: ${reason ?? said.at(-1) ?? failure}`);
}

// wrangler's reminder that crons do not fire locally (we fire them), in its four lines, and our own questions.
const NOISE =
  /Scheduled Workers are not auto|To manually trigger a sched|cdn-cgi\/local\/sched|#test-cron-triggers|GET \/\.?health 200/;
// After this wrangler starts its front workerd anew, which then never answers.
const CRASH = /The Workers runtime crashed unexpectedly/;

/** @param {Worker} worker @param {Setting} setting */
export function startWorker(worker, setting) {
  const address = ['--ip', '127.0.0.1', '--port', String(worker.port), '--inspector-port', '0'];
  const rest = ['--env-file', setting.envFile, '--show-interactive-dev-session=false'];
  const child = wrangler(['dev', '-c', worker.config, ...address, ...rest], setting);
  /** @type {Promise<string>} */
  const crashed = new Promise((resolve) => {
    readLines(child, (line, stream) => {
      if (!NOISE.test(line)) stream.write(`[${worker.label}] ${line}\n`);
      if (CRASH.test(line)) resolve('the runtime crashed');
    });
  });
  return { child, crashed };
}
