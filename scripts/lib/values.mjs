// What the workers are configured with on this machine: the environment, then what differs locally, then the tomls.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Failure } from './failure.mjs';
import { writeWhole } from './files.mjs';

/**
 * Every secret of the workers. Those that are `made` are drawn once and kept in the state folder; the others are only passed on.
 * @type {Record<string, 'made' | 'passed on'>}
 */
export const SECRETS = {
  ADMIN_TOKEN: 'made',
  PEPPER: 'made',
  PEPPER_PREVIOUS: 'passed on',
  THREATS_KEY: 'passed on',
};

/** The names in the `[vars]` table of a toml. A line scan: it runs where no parser is installed. @param {string} toml */
export function varNames(toml) {
  let table = '';
  /** @type {string[]} */
  const names = [];
  for (const line of toml.split(/\r?\n/)) {
    const header = /^\s*\[+\s*([^\]]*?)\s*\]/.exec(line);
    if (header !== null) table = header[1];
    const name = /^\s*(?:"([^"]+)"|'([^']+)'|([A-Za-z0-9_-]+))\s*=/.exec(line);
    if (table === 'vars' && name !== null) names.push(name[1] ?? name[2] ?? name[3]);
  }
  return names;
}

/** @param {{ api: number, short: number }} ports */
const localDefaults = (ports) => ({
  REQUIRE_HTTPS: 'off',
  FORWARDED_PROTO: 'trust', // wrangler dev tells its workers of plain http, whatever stands in front of it
  SHORT_BASE_URL: `http://127.0.0.1:${ports.short}`,
  CONSOLE_ORIGIN: `http://localhost:${ports.api}`,
});

/** Draws a secret the first time. @param {string} file */
function keptSecret(file) {
  if (!existsSync(file)) writeWhole(file, randomBytes(32).toString('hex'));
  return readFileSync(file, 'utf8').trim();
}

/** Where a made secret is kept. @param {string} stateDir @param {string} name */
export const secretFile = (stateDir, name) => path.join(stateDir, 'secrets', name);

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {string} stateDir
 * @returns {Record<string, string>}
 */
export function secretValues(env, stateDir) {
  mkdirSync(path.join(stateDir, 'secrets'), { recursive: true, mode: 0o700 });
  /** @type {Record<string, string>} */
  const values = {};
  for (const [name, kind] of Object.entries(SECRETS)) {
    const given = env[name];
    if (kind === 'made') values[name] = given || keptSecret(secretFile(stateDir, name));
    else if (given !== undefined) values[name] = given;
  }
  if (!/^[\x21-\x7e]{32,}$/.test(values.ADMIN_TOKEN)) {
    throw new Failure('ADMIN_TOKEN must have at least 32 characters, all of them visible ASCII.');
  }
  if (values.PEPPER.length < 32) throw new Failure('PEPPER must have at least 32 characters, random ones.');
  if (values.PEPPER_PREVIOUS && values.PEPPER_PREVIOUS.length < 32) {
    throw new Failure('PEPPER_PREVIOUS must have at least 32 characters: it is the former PEPPER.');
  }
  return values;
}

/**
 * All that both workers are given.
 * @param {NodeJS.ProcessEnv} env
 * @param {string[]} tomls the texts of the configurations
 * @param {{ api: number, short: number }} ports
 * @param {Record<string, string>} secrets
 * @returns {Record<string, string>}
 */
export function workerValues(env, tomls, ports, secrets) {
  const defaults = localDefaults(ports);
  const names = new Set([...Object.keys(defaults), ...tomls.flatMap(varNames)]);
  const given = [...names].flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]));
  return { ...defaults, ...Object.fromEntries(given), ...secrets };
}
