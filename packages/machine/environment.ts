/** Reads and checks the environment before the machine opens a file or a port. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import ipaddr from 'ipaddr.js';
import { findNearestName } from '#domain/nearest-name';
import { Failure } from './failure';
import type { Sockets } from './runtime';
import { SECRET_NAMES } from './secrets';
import { isLoopback, parseUrl, wrongVariable } from './variables';
import type { DoorText } from './workers/claims';

type Environment = Readonly<Record<string, string | undefined>>;

/** What the environment says. */
export type MachineConfig = {
  readonly sockets: Sockets;
  /** The number of processes that serve visits; with 0 one process does everything. */
  readonly visitProcesses: number;
  /** The workers' variables and the configuration of their doors, without the secrets. */
  readonly values: Readonly<Record<string, string>>;
};

/** What the environment sets besides the workers' variables and secrets (specification 15.6). */
const OWN_NAMES = [
  'STATE_DIR',
  'HOST',
  'API_PORT',
  'SHORT_PORT',
  'SHORT_HOST',
  'API_HOST',
  'TRUST_PROXY',
  'WORKERS',
  'PLACES_FILE',
  'LOG_REQUESTS',
  'BACKUP_PASSPHRASE',
];

/** The lines about names in the environment that resemble one of our variables. No line has a value. */
export function listStrangeNames(env: Environment, variables: Variables): string[] {
  const known = [...OWN_NAMES, ...SECRET_NAMES, ...Object.keys(variables)];
  return Object.keys(env)
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      const nearest = findNearestName(name.replace(/^SWIFTLET_/i, ''), known);
      return nearest === undefined ? [] : [`${name} is nothing that Swiftlet reads. Did you mean ${nearest}?`];
    });
}

/** The variables of both wrangler files with their default values. */
type Variables = Readonly<Record<string, string>>;

/** @param built the folder that the build has written */
export const readVariables = (built: string): Variables =>
  JSON.parse(readFileSync(path.join(built, 'variables.json'), 'utf8'));

/** The port in `text`, or `fallback` if `text` is empty. @throws Failure if `text` is not a port */
export function readPort(name: string, text: string | undefined, fallback: number): number {
  if (text === undefined || text === '') return fallback;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port < 1 || port > 65_535)
    throw new Failure(`${name} must be a port from 1 to 65535, not ${JSON.stringify(text)}.`);
  return port;
}

/** A host name that browsers open: labels of letters, digits, hyphens and underscores, without a final dot. */
const HOST_NAME = /^(?=.{1,253}$)[a-z\d_]([a-z\d_-]{0,61}[a-z\d_])?(\.[a-z\d_]([a-z\d_-]{0,61}[a-z\d_])?)*$/;

/** Whether a host in the normal form of URLs can be opened: a name, or an address. */
const isHost = (host: string): boolean => HOST_NAME.test(host) || /^\[[\da-f:.]+\]$/.test(host);

/** A host name in the normal form of URLs, without a port. @throws Failure if `text` is not one */
function readHost(name: string, text: string): string {
  const host = parseUrl(`http://${text}`)?.host ?? '';
  // Parsing a URL drops or changes some characters. ASCII must be in normal form; other letters become Punycode.
  const isOther = /^\p{ASCII}+$/u.test(text) ? host !== text.toLowerCase() : /(?![\w.-])\p{ASCII}/u.test(text);
  if (!isOther && isHost(host)) return host;
  throw new Failure(`${name} must be one host name without port and path, not ${JSON.stringify(text)}.`);
}

/** The environment with both host names in the normal form of URLs. @throws Failure if one is not a host name */
function withHosts(env: Environment): Environment {
  const hosts = ['SHORT_HOST', 'API_HOST'].filter((name) => env[name]);
  return { ...env, ...Object.fromEntries(hosts.map((name) => [name, readHost(name, env[name] ?? '')])) };
}

/**
 * The networks of TRUST_PROXY in CIDR notation.
 * @throws Failure naming the first word that is neither an address nor a network
 */
export function readNetworks(text: string): string[] {
  const names = text.split(/[\s,]+/).filter((name) => name !== '');
  return names.flatMap((name) => {
    if (name === 'loopback') return ['127.0.0.0/8', '::1/128'];
    const full = name.includes('/') ? name : `${name}/${name.includes(':') ? 128 : 32}`;
    if (ipaddr.isValidCIDR(full)) return [full];
    throw new Failure(`TRUST_PROXY names addresses and networks such as 10.0.0.0/8, not ${JSON.stringify(name)}.`);
  });
}

/** The value of a variable with fixed choices, or `fallback` if it is unset. @throws Failure for any other value */
function readChoice<T extends string>(env: Environment, name: string, choices: readonly T[], fallback: T): T {
  const given = env[name] || fallback;
  const found = choices.find((one) => one === given);
  if (found === undefined) throw new Failure(`${name} must be ${choices.join(' or ')}, not ${JSON.stringify(given)}.`);
  return found;
}

/** The host name of an origin; empty for an empty text. @throws Failure if `text` is not an http or https origin */
function hostOfOrigin(name: string, text: string): string[] {
  if (text === '') return [];
  const url = parseUrl(text);
  if (
    url === null ||
    !/^https?:$/.test(url.protocol) ||
    url.origin !== text.replace(/\/$/, '') ||
    !isHost(url.hostname)
  )
    throw new Failure(`${name} must be an origin such as https://s.example.com, not ${JSON.stringify(text)}.`);
  return [url.hostname];
}

/** The listen addresses: two ports, or one port if both numbers are equal and the host names differ. @throws Failure */
function readSockets(env: Environment): Sockets {
  const host = env.HOST || '127.0.0.1';
  if (!ipaddr.isValid(host)) throw new Failure(`HOST must be an address to listen on, not ${JSON.stringify(host)}.`);
  const at = (port: number) => `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const [api, short] = [readPort('API_PORT', env.API_PORT, 8787), readPort('SHORT_PORT', env.SHORT_PORT, 8788)];
  if (api !== short) return { api: at(api), short: at(short) };
  if (env.API_HOST && env.SHORT_HOST && env.API_HOST !== env.SHORT_HOST) return { short: at(short) };
  throw new Failure(
    `API_PORT and SHORT_PORT are both ${api}: one port needs API_HOST and SHORT_HOST, two different ones.`,
  );
}

/**
 * METRICS_MS is shorter than on Cloudflare: a call is cheap on a machine, and a stop waits for the call that is due.
 */
const MACHINE_DEFAULTS = { METRICS_MS: '1000' };

/** The defaults of `npm start`: plain http on this computer. */
const localDefaults = (env: Environment, sockets: Sockets) => ({
  REQUIRE_HTTPS: 'off',
  FORWARDED_PROTO: areLoopback(sockets) ? 'trust' : 'ignore',
  SHORT_BASE_URL: `http://${env.SHORT_HOST || '127.0.0.1'}:${readPort('SHORT_PORT', env.SHORT_PORT, 8788)}`,
  CONSOLE_ORIGIN: `http://${env.API_HOST || 'localhost'}:${readPort('API_PORT', env.API_PORT, 8787)}`,
});

/** The defaults of `npm run serve`: https, terminated by a proxy. @throws Failure if a host name is missing */
function serverDefaults(env: Environment) {
  if (!env.SHORT_HOST && !env.SHORT_BASE_URL)
    throw new Failure('SHORT_HOST must be set: the host name of short links, such as s.example.com.');
  if (!env.API_HOST && !env.CONSOLE_ORIGIN)
    throw new Failure('API_HOST must be set: the host name of the API and its console, such as api.example.com.');
  return {
    ...(env.SHORT_HOST && { SHORT_BASE_URL: `https://${env.SHORT_HOST}` }),
    ...(env.API_HOST && { CONSOLE_ORIGIN: `https://${env.API_HOST}` }),
  };
}

/**
 * Reads the sockets, the workers' variables and the configuration of both doors.
 * @param mode `development` for `npm start`, `server` for `npm run serve`
 * @param variables of both workers, with their defaults
 * @throws Failure with one line for the first wrong value
 */
export function readEnvironment(
  given: Environment,
  mode: 'development' | 'server',
  variables: Variables,
): MachineConfig {
  const env = withHosts(given);
  const sockets = readSockets(env);
  const trusted = readNetworks(env.TRUST_PROXY ?? '');
  const logsRequests = readChoice(env, 'LOG_REQUESTS', ['on', 'off'], 'off') === 'on';
  const defaults = {
    ...variables,
    ...MACHINE_DEFAULTS,
    ...(mode === 'development' ? localDefaults(env, sockets) : serverDefaults(env)),
  };
  const set = Object.keys(defaults).flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]));
  const values: Record<string, string> = { ...defaults, ...Object.fromEntries(set) };
  const wrong = wrongVariable(values);
  if (wrong !== undefined) throw new Failure(wrong);
  const trustsProto = values.FORWARDED_PROTO === 'trust';
  if (values.JURISDICTION)
    throw new Failure('JURISDICTION must be empty here: one machine keeps everything in STATE_DIR, where it stands.');
  if (trustsProto && !areLoopback(sockets))
    throw new Failure('FORWARDED_PROTO=trust believes everybody here: name the proxy in TRUST_PROXY instead.');

  const listHosts = (name: string, origin: string) => [
    ...(env[name] ? [env[name]] : []),
    ...hostOfOrigin(origin, values[origin] ?? ''),
  ];
  const [api, short] = [listHosts('API_HOST', 'CONSOLE_ORIGIN'), listHosts('SHORT_HOST', 'SHORT_BASE_URL')];
  const isOnePort = sockets.api === undefined;
  const shared = { trusted, trustsProto, logsRequests };
  const apiDoor: DoorText = {
    ...shared,
    hosts: api,
    otherHosts: [],
    probes: { '/health': 'own', '/health/ready': 'own' },
    worker: 'api',
  };
  const shortDoor: DoorText = {
    ...shared,
    hosts: short,
    otherHosts: isOnePort ? api : [],
    probes: { '/.health': 'own', '/.ready': 'own', ...(isOnePort && { '/health': 'other', '/health/ready': 'other' }) },
    worker: 'redirect',
  };
  return {
    sockets,
    visitProcesses: readProcesses(env.WORKERS),
    values: { ...values, SWIFTLET_API_DOOR: JSON.stringify(apiDoor), SWIFTLET_SHORT_DOOR: JSON.stringify(shortDoor) },
  };
}

/** More processes than any computer has cores for. */
const MAX_PROCESSES = 64;

/** The number in WORKERS. @throws Failure if it is not one from 0 to 64 */
function readProcesses(text = ''): number {
  const processes = /^\d{0,2}$/.test(text) ? Number(text) : Number.NaN;
  if (processes <= MAX_PROCESSES) return processes;
  throw new Failure(`WORKERS must be a number from 0 to ${MAX_PROCESSES}, not ${JSON.stringify(text)}.`);
}

const areLoopback = (sockets: Sockets): boolean =>
  Object.values(sockets).every((socket) => isLoopback(`http://${socket}`));
