// Makes a threat list from a feed and puts it into KV: that of STATE_DIR, or with --remote that on Cloudflare.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildMachine, workerdBinary } from '../../packages/machine/build.mjs';
import { WRANGLER_SECRETS, withoutSecrets } from '../../packages/machine/secret-names.mjs';
import { inRoot, ROOT } from './checkout.mjs';
import { endChildren, onStopRequest, readLines, startChild } from './children.mjs';
import { Failure, install, toolNode } from './install.mjs';

/** @typedef {{ bytes: Uint8Array, entries: number, rejected: readonly number[] }} Import */

const USAGE = 'Usage: npm run threats -- import FILE [--remote]';
/** The greatest number of bytes of a value in KV. */
const MAX_BYTES = 25 * 1024 * 1024;
/** The greatest number of entries. Each has eight bytes, and the header has sixteen. */
const MAX_ENTRIES = MAX_BYTES / 8 - 2;
const REJECTED_SHOWN = 10;
const IN_FORCE = 'Every isolate uses it within five minutes.\n';

/** @param {string[]} args */
export function parseArgs(args) {
  const isRemote = args.includes('--remote');
  const [verb, file, ...rest] = args.filter((arg) => arg !== '--remote');
  if (verb !== 'import' || !file || file.startsWith('-') || rest.length > 0) throw new Failure(USAGE);
  return { file, isRemote };
}

/**
 * Reads the feed. npm runs this script in the checkout. The file name is relative to the folder in which npm was
 * called.
 * @param {string} file
 */
function readFeed(file) {
  try {
    return readFileSync(path.resolve(process.env.INIT_CWD ?? process.cwd(), file), 'utf8');
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    throw new Failure(`${file} cannot be read${code === 'ENOENT' ? ': there is no such file' : ` (${code})`}.`);
  }
}

/** Loads the importer. It is the worker's own code, so that the worker can read the list. */
async function loadImporter() {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: [inRoot('apps/api/threats/import.ts'), inRoot('apps/api/threats/imported-list.ts')],
    absWorkingDir: ROOT,
    bundle: true,
    splitting: true,
    write: false,
    outdir: 'out',
    outExtension: { '.js': '.mjs' },
    format: 'esm',
    platform: 'node',
    logLevel: 'silent',
  });
  const folder = mkdtempSync(path.join(tmpdir(), 'swiftlet-threats-'));
  try {
    for (const { path: file, contents } of outputFiles) writeFileSync(path.join(folder, path.basename(file)), contents);
    /** @type {{ importFeed(feed: string): Import }} */
    const { importFeed } = await import(path.join(folder, 'import.mjs'));
    /** @type {{ IMPORTED_LIST_KEY: string }} */
    const { IMPORTED_LIST_KEY } = await import(path.join(folder, 'imported-list.mjs'));
    return { importFeed, key: IMPORTED_LIST_KEY };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Refuses a list that is empty or longer than a value of KV. @param {Import} list @param {string} file */
export function check({ bytes, entries, rejected }, file) {
  if (entries === 0) {
    const seen = rejected.length > 0 ? `: none of its ${rejected.length} lines is a host, an address or a hash` : '';
    throw new Failure(`${file} holds no entry${seen}. The list stays as it is.`);
  }
  if (bytes.length > MAX_BYTES) throw new Failure(`${file} has ${entries} entries; KV takes ${MAX_ENTRIES}.`);
}

/** Puts a value into KV on Cloudflare, by wrangler. @param {string} key @param {string} file */
async function putRemote(key, file) {
  // `npm run deploy` writes the ids into a file of its own. Without that file they are in wrangler.api.toml.
  const deployed = path.resolve(ROOT, process.env.STATE_DIR || '.swiftlet', 'production/api.json');
  const config = existsSync(deployed) ? deployed : 'wrangler.api.toml';
  const args = ['kv', 'key', 'put', key, '--path', file, '--binding', 'ROUTES', '-c', config, '--remote'];
  const child = startChild(toolNode(), [inRoot('node_modules/wrangler/wrangler-dist/cli.js'), ...args], {
    cwd: ROOT,
    env: withoutSecrets(process.env, WRANGLER_SECRETS),
    stdio: ['inherit', 'pipe', 'pipe'],
  });
  /** @type {string[]} */
  const output = [];
  readLines(child, (line) => output.push(line));
  const failure = await child.ended;
  if (failure)
    throw new Error(output.find((line) => line.includes('[ERROR]'))?.replace(/^.*\[ERROR\]\s*/, '') ?? failure);
}

/**
 * Puts a value into KV of STATE_DIR.
 * @param {string} key
 * @param {Uint8Array} bytes
 * @returns {Promise<string>} the line that says when the list takes effect
 */
async function putLocal(key, bytes) {
  await buildMachine(inRoot('dist/machine'));
  const { reach, stateFolder } = await import('../../dist/machine/machine.mjs');
  const options = {
    env: process.env,
    root: ROOT,
    built: inRoot('dist/machine'),
    binary: workerdBinary(),
    log: () => {},
  };
  return reach(options, async (control, isRunning) => {
    await control.putValue(key, bytes);
    return isRunning ? IN_FORCE : `npm start on ${stateFolder(options.env, ROOT)} will use it.\n`;
  });
}

/**
 * @param {string} key
 * @param {Uint8Array} bytes
 * @param {boolean} isRemote
 * @returns {Promise<string>} the line that says when the list takes effect
 */
async function put(key, bytes, isRemote) {
  if (!isRemote) return putLocal(key, bytes);
  const folder = mkdtempSync(path.join(tmpdir(), 'swiftlet-threats-'));
  try {
    writeFileSync(path.join(folder, 'list'), bytes);
    await putRemote(key, path.join(folder, 'list'));
    return IN_FORCE;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {Import} list @param {string} file */
export function report({ entries, rejected }, file) {
  const shown = rejected.slice(0, REJECTED_SHOWN).join(', ');
  const more = rejected.length > REJECTED_SHOWN ? ', …' : '';
  const left = rejected.length === 0 ? '' : `${rejected.length} lines were rejected: ${shown}${more}\n`;
  return `${entries} entries of ${file} are the threat list now.\n${left}`;
}

export async function importThreats() {
  onStopRequest(() => endChildren().then(() => process.exit(130)));
  const { file, isRemote } = parseArgs(process.argv.slice(2));
  const feed = readFeed(file);
  await install();
  const { importFeed, key } = await loadImporter();
  const list = importFeed(feed);
  check(list, file);
  const reached = await put(key, list.bytes, isRemote).catch((error) => {
    throw error.message.startsWith('STATE_DIR') ? error : new Failure(`KV did not take the list: ${error.message}`);
  });
  process.stdout.write(`${report(list, file)}${reached}Next: npm run doctor, which counts the entries in force.\n`);
}
