/** Which service a command is about: an address, an environment of `npm run deploy`, or the machine of STATE_DIR. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Failure } from '#machine/failure';

type Variables = Readonly<Record<string, string | undefined>>;

export type Target =
  | { readonly kind: 'remote'; readonly origin: string; readonly token: string }
  | { readonly kind: 'local'; readonly folder: string };

const isLoopback = ({ hostname }: URL): boolean => ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);

/** The token of an address is the one in the environment: no file says which token belongs to it. */
function ofAddress(text: string, env: Variables): Target {
  if (!URL.canParse(text)) throw new Failure(`${text} is no address.`);
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url)))
    throw new Failure(`${url.origin} must be https, because the operator's token is sent to it.`);
  if (!env.ADMIN_TOKEN) throw new Failure(`ADMIN_TOKEN must hold the operator's token of ${url.origin}.`);
  return { kind: 'remote', origin: url.origin, token: env.ADMIN_TOKEN };
}

type State = {
  readonly answers?: { readonly hosts?: { readonly api?: string } | 'workers.dev' };
  readonly subdomain?: string;
};

/** The origin of the API of a deployment, as packages/deploy/configuration.ts names it. */
function originOf(environment: string, { answers, subdomain }: State): string | undefined {
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
  const origin = originOf(environment, JSON.parse(readFileSync(file, 'utf8')) as State);
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
export function targetOf(name: string | undefined, folder: string, env: Variables): Target {
  if (name === undefined) return { kind: 'local', folder };
  return name.includes('://') ? ofAddress(name, env) : ofEnvironment(name, folder, env);
}

/** How messages name a target. */
export const nameOf = (target: Target): string =>
  target.kind === 'remote' ? target.origin : `STATE_DIR ${target.folder}`;

/** The argument by which another command names the same service. */
export const argumentOf = (name: string | undefined): string => (name === undefined ? '' : ` -- ${name}`);
