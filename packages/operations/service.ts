/**
 * The service that a command of this package is about: an address, an environment of `npm run deploy`, or the machine
 * of STATE_DIR. The commands call its operator's endpoints. Those of backups need a second token (specification 13.13).
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Ask } from '#machine/backup/pages';
import { Failure } from '#machine/failure';
import { isLoopback } from '#machine/variables';

export type Program = {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** STATE_DIR. */
  readonly folder: string;
  /** The folder that relative file names start from. */
  readonly from: string;
  /** The checkout. */
  readonly root: string;
  /** The folder of the built machine. */
  readonly built: string;
  /** Path of the workerd executable. */
  readonly binary: string;
  /** Opens a service, and closes it after `act`. A machine that does not run is started without ports. */
  readonly open: <T>(target: Target, act: (send: Send) => Promise<T>) => Promise<T>;
  readonly print: (text: string) => void;
  /** Epoch milliseconds. */
  readonly now: () => number;
};

/** The options of a program that the commands of packages/machine need. */
export const machineOptions = ({ env, root, built, binary, folder, from }: Program) => ({
  env: { ...env, STATE_DIR: folder },
  root,
  built,
  binary,
  folder: from,
  log: () => {},
});

type Variables = Readonly<Record<string, string | undefined>>;

export type Target =
  | { readonly kind: 'remote'; readonly origin: string; readonly token: string }
  | { readonly kind: 'local'; readonly folder: string };

/** Returns an address as a target. Its token is in the environment, because no file says which token belongs to it. */
function ofAddress(text: string, env: Variables): Target {
  if (!URL.canParse(text)) throw new Failure(`${text} is no address.`);
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.origin)))
    throw new Failure(`${url.origin} must be https, because the operator's token is sent to it.`);
  if (!env.ADMIN_TOKEN) throw new Failure(`ADMIN_TOKEN must hold the operator's token of ${url.origin}.`);
  return { kind: 'remote', origin: url.origin, token: env.ADMIN_TOKEN };
}

type State = {
  readonly answers?: { readonly hosts?: { readonly api?: string } | 'workers.dev' };
  readonly subdomain?: string;
};

/** The origin of the API of a deployment, as packages/deploy/configuration.ts names it. */
function findOrigin(environment: string, { answers, subdomain }: State): string | undefined {
  const hosts = answers?.hosts;
  if (hosts === undefined) return undefined;
  if (hosts !== 'workers.dev') return hosts.api && `https://${hosts.api}`;
  const stem = environment === 'production' ? 'swiftlet' : `swiftlet-${environment}`;
  return subdomain && `https://${stem}-api.${subdomain}`;
}

function ofEnvironment(environment: string, folder: string, env: Variables): Target {
  const file = path.join(folder, `${environment}.json`);
  if (!/^[a-z][a-z0-9-]*$/.test(environment) || !existsSync(file))
    throw new Failure(`${environment} is neither an address nor an environment that npm run deploy has made.`);
  const origin = findOrigin(environment, JSON.parse(readFileSync(file, 'utf8')) as State);
  if (origin === undefined) throw new Failure(`${file} does not say where the API is: run npm run deploy first.`);
  const secret = path.join(folder, environment, 'secrets/ADMIN_TOKEN');
  const token = env.ADMIN_TOKEN || (existsSync(secret) ? readFileSync(secret, 'utf8').trim() : '');
  if (token === '') throw new Failure(`ADMIN_TOKEN is neither set nor in ${secret}.`);
  return { kind: 'remote', origin, token };
}

/**
 * Finds the service that an argument names.
 * @param name an address, or the name of an environment; undefined for the machine of the state folder
 * @throws Failure for a name without a service, or a service whose token is not known
 */
export function findTarget(name: string | undefined, folder: string, env: Variables): Target {
  if (name === undefined) return { kind: 'local', folder };
  return name.includes('://') ? ofAddress(name, env) : ofEnvironment(name, folder, env);
}

/** How messages name a target. */
export const formatTarget = (target: Target): string =>
  target.kind === 'remote' ? target.origin : `STATE_DIR ${target.folder}`;

/** The argument by which another command names the same service. */
export const formatArgument = (name: string | undefined): string => (name === undefined ? '' : ` -- ${name}`);

/** Sends a request with the operator's token. */
export type Send = (method: string, path: string, init: Init) => Promise<Response>;
type Init = { readonly headers?: Readonly<Record<string, string>>; readonly body?: string | Uint8Array };

export type Service = {
  /** How messages name the service: its origin, or a state folder. */
  readonly name: string;
  /** Sends a request, and repeats it while the service is unavailable. @throws Failure for a response that is no 2xx */
  readonly ask: (method: string, path: string, init?: Init) => Promise<Response>;
  /** Sends JSON, and returns the JSON of the response. */
  readonly call: <T>(method: string, path: string, body?: unknown, headers?: Init['headers']) => Promise<T>;
};

/** The pauses before the repetitions of a request. */
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 16_000];

type Outcome = Response | Error;

const mayRepeat = (outcome: Outcome): boolean =>
  outcome instanceof Error || outcome.status === 429 || outcome.status > 500;

const describeOutcome = (outcome: Outcome): string =>
  outcome instanceof Error ? `did not respond (${outcome.name})` : `responded ${outcome.status}`;

type Envelope = { readonly message?: unknown; readonly errorType?: unknown };

async function makeFailure(name: string, path: string, outcome: Outcome): Promise<Failure> {
  if (outcome instanceof Error) return new Failure(`${name} ${describeOutcome(outcome)}.`);
  const { message, errorType } = (await outcome.json().catch(() => ({}))) as Envelope;
  if (outcome.status === 401) {
    const token = errorType === 'BACKUP_TOKEN_INVALID' ? 'BACKUP_TOKEN' : 'ADMIN_TOKEN';
    return new Failure(`${name} responded 401: the ${token} known here is not the one it has.`);
  }
  // The endpoints' own messages contain no secret.
  const reason = typeof message === 'string' ? `: ${message}` : '';
  return new Failure(`${path} of ${name} ${describeOutcome(outcome)}${reason}.`);
}

/**
 * Makes a service from a function that sends requests. The service repeats them, so they must be repeatable.
 * @param onRetry prints a line about a repetition
 * @param pauses milliseconds before each repetition
 */
export function makeService(name: string, send: Send, onRetry: (line: string) => void, pauses = PAUSES_MS): Service {
  async function ask(method: string, path: string, init: Init = {}): Promise<Response> {
    for (let tries = 0; ; tries++) {
      const outcome: Outcome = await send(method, path, init).catch((error: Error) => error);
      if (!(outcome instanceof Error) && outcome.ok) return outcome;
      const pause = pauses[tries];
      if (pause === undefined || !mayRepeat(outcome)) throw await makeFailure(name, path, outcome);
      onRetry(`${path} ${describeOutcome(outcome)}; the next try is in ${pause / 1000} s.`);
      await wait(pause);
    }
  }
  return {
    name,
    ask,
    async call<T>(method: string, path: string, body?: unknown, headers: Init['headers'] = {}): Promise<T> {
      const json = body === undefined ? {} : { body: JSON.stringify(body) };
      const response = await ask(method, path, {
        headers: { 'Content-Type': 'application/json', ...headers },
        ...json,
      });
      return response.status === 204 ? (undefined as T) : ((await response.json()) as T);
    },
  };
}

const TIMEOUT_MS = 60_000;

/** Sends requests over HTTP. */
export const sendTo =
  (origin: string, token: string): Send =>
  (method, path, { headers = {}, body }) =>
    fetch(`${origin}${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, ...headers },
      ...(body !== undefined && { body: body as BodyInit }),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });

const MIN_LENGTH = 32;

/** Opens the endpoints of backups. @throws Failure without a BACKUP_TOKEN, or if the target is no deployment */
export function prepareAsk(target: Target, { env, print }: Program): Ask {
  if (target.kind === 'local') throw new Failure('A deployment is an address or an environment.');
  const token = env.BACKUP_TOKEN ?? '';
  if (token.length < MIN_LENGTH)
    throw new Failure(
      'BACKUP_TOKEN must have 32 characters or more, and be set here and in the deployment (docs/operating/backup.md).',
    );
  const service = makeService(formatTarget(target), sendTo(target.origin, target.token), (line) =>
    print(`\n${line}\n`),
  );
  return (method, route, { headers = {}, body } = {}) =>
    service.ask(method, route, {
      headers: { ...headers, 'X-Backup-Token': token },
      ...(body !== undefined && { body }),
    });
}
