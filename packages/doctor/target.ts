/**
 * Finds what the doctor examines: a deployment of this folder, an address, or the machine that runs here. If the public
 * names of that machine do not lead to it from here, the doctor sends requests to its sockets.
 */
import { existsSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { listOrigins } from '#deploy/configuration';
import { makeNames, type Names, PRODUCTION } from '#deploy/names';
import { type State, StateFile } from '#deploy/state';
import { findRunningOrigins, type Origins } from '#machine/control';
import { Failure } from '#machine/failure';
import { isLoopback } from '#machine/variables';
import type { Arguments } from './arguments';

type Fetch = (address: string, init?: RequestInit) => Promise<Response>;
type Variables = Readonly<Record<string, string | undefined>>;

/** What a deployment has left in STATE_DIR. */
export type Deployed = { readonly state: Readonly<State>; readonly names: Names; readonly home: string };

export type Target = {
  readonly kind: 'cloudflare' | 'machine';
  readonly api: string;
  /** Undefined if the origin of short links is unknown. */
  readonly short: string | undefined;
  /** Undefined if no token is known here, or the token is not for this address. */
  readonly token: string | undefined;
  readonly deployed: Deployed | undefined;
  /** The state folder of the machine; undefined if it is not on this computer, or another STATE_DIR is its own. */
  readonly folder: string | undefined;
  /** The sockets by public host, if the doctor requests them in place of the public names. */
  readonly local: Readonly<Record<string, string>> | undefined;
};

type Sources = {
  readonly args: Arguments;
  readonly env: Variables;
  readonly root: string;
  /** STATE_DIR. */
  readonly folder: string;
  readonly fetch: Fetch;
};

const TIMEOUT_MS = 15_000;
/** The errors of a connection that was never made. That of a wrong certificate is not among them. */
const NOT_REACHED = /^(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/;

/** The deployment that STATE_DIR knows, with its two origins. */
function findDeployment({ args: { environment }, root, folder }: Sources) {
  const file = path.join(folder, `${environment}.json`);
  if (!existsSync(file)) return undefined;
  const state = new StateFile(file).value;
  if (state.answers === undefined) return undefined;
  const names = makeNames(environment, state.answers.former);
  const ids = { namespaceId: '', databaseId: '', databaseName: '' };
  const { api, short } = listOrigins({
    root,
    environment,
    names,
    answers: state.answers,
    ...ids,
    subdomain: state.subdomain,
  });
  if (api === undefined) return undefined;
  return { api, short, deployed: { state, names, home: path.join(folder, environment) } };
}

const fileText = (file: string): string | undefined =>
  existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;

/** The origin of short links in the guide of the API, whose example link has the code k7wq4ha. */
async function shortInGuide(api: string, fetch: Fetch): Promise<string | undefined> {
  const init = { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) } as const;
  const guide = await fetch(`${api}/docs/guide`, init).then(
    (response) => response.text(),
    () => '',
  );
  return /(https?:\/\/[^/\s"&<]+)\/k7wq4ha/.exec(guide)?.[1];
}

/**
 * Returns the address of the machine at API_PORT, which may have another STATE_DIR.
 * @throws Failure if none responds
 */
async function machineAtPort({ env, fetch }: Sources): Promise<string> {
  const api = `http://localhost:${env.API_PORT || 8787}`;
  const responds = await fetch(`${api}/health`, { signal: AbortSignal.timeout(TIMEOUT_MS) }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (responds) return api;
  throw new Failure(
    `There is nothing to look at: no deployment in STATE_DIR, and nothing answers at ${api}. Run npm run deploy or npm start, or name an address.`,
  );
}

/** What an address belongs to: the deployment of STATE_DIR, the machine that runs on STATE_DIR, or neither. */
type Owners = { readonly deployed: Deployed | undefined; readonly here: Origins | undefined };

/**
 * Returns the token for an address: that of ADMIN_TOKEN, or the stored one if it belongs to this address. An address
 * that neither a person nor STATE_DIR has named gets no token.
 */
function findToken({ args, env, folder }: Sources, api: string, { deployed, here }: Owners): string | undefined {
  const isPrivate = api.startsWith('https://') || isLoopback(api);
  // A program of another user may listen at a port of this computer.
  const isNamed = args.url !== undefined || deployed !== undefined || here !== undefined;
  if (!isPrivate || !isNamed) return undefined;
  if (env.ADMIN_TOKEN) return env.ADMIN_TOKEN;
  if (deployed !== undefined) return fileText(path.join(deployed.home, 'secrets', 'ADMIN_TOKEN'));
  return here === undefined ? undefined : fileText(path.join(folder, 'secrets', 'ADMIN_TOKEN'));
}

/** Whether two origins are the same. All loopback addresses count as one. */
const isSame = (one: string, other: string): boolean =>
  one === other || (isLoopback(one) && isLoopback(other) && new URL(one).port === new URL(other).port);

/** Where a socket that listens on every address is reached from this computer. */
const toLoopback = (socket: string): string =>
  socket.replace(/^0\.0\.0\.0:/, '127.0.0.1:').replace(/^\[::\]:/, '[::1]:');

/** Whether an address is the socket of a machine whose API has a public name. */
const isSocketOf = ({ api, sockets }: Origins, url: string): boolean =>
  api.startsWith('https:') && isSame(url, `http://${toLoopback(sockets.api)}`);

/**
 * The sockets of the machine of STATE_DIR by their public hosts, if a person has named its socket, or its public name
 * does not respond from here: the router does not lead it back (RFC 4787, section 6), or DNS here lacks it.
 */
async function findLocal({ api, short, sockets }: Origins, isNamed: boolean, { args, fetch }: Sources) {
  if (!api.startsWith('https:') || (args.url !== undefined && !isNamed)) return undefined;
  const init = { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) } as const;
  const responds = () =>
    fetch(`${api}/health`, init).then(
      () => true,
      ({ cause }: { cause?: { code?: string } }) => !NOT_REACHED.test(cause?.code ?? ''),
    );
  if (!isNamed && (await responds())) return undefined;
  return { [new URL(short).host]: toLoopback(sockets.short), [new URL(api).host]: toLoopback(sockets.api) };
}

/** @throws Failure if there is nothing to examine */
export async function findTarget(sources: Sources): Promise<Target> {
  const { args, fetch, folder } = sources;
  const known = findDeployment(sources);
  if (known === undefined && args.url === undefined && args.environment !== PRODUCTION)
    throw new Failure(
      `There is nothing to look at: STATE_DIR knows no deployment ${args.environment}. Run npm run deploy -- --env ${args.environment}, or name an address.`,
    );
  const isKnown = known !== undefined && (args.url === undefined || args.url === known.api);
  const deployed = isKnown ? known.deployed : undefined;
  const running = isKnown ? undefined : findRunningOrigins(folder);
  const isSocket = running !== undefined && args.url !== undefined && isSocketOf(running, args.url);
  const named = isSocket ? running.api : args.url;
  const api = isKnown ? known.api : (named ?? running?.api ?? (await machineAtPort(sources)));
  const here = running !== undefined && isSame(api, running.api) ? running : undefined;
  const short = args.short ?? (isKnown ? known.short : here?.short) ?? (await shortInGuide(api, fetch));
  const token = findToken(sources, api, { deployed, here });
  const isOfMachine = here !== undefined || (await isMachine(api, deployed, fetch));
  const place = { folder: here && folder, local: here && (await findLocal(here, isSocket, sources)) };
  return { kind: isOfMachine ? 'machine' : 'cloudflare', api, short, token, deployed, ...place };
}

/** Whether an address is a machine's: its responses lack CF-Ray, unless its proxy is Cloudflare. */
async function isMachine(api: string, deployed: Deployed | undefined, fetch: Fetch): Promise<boolean> {
  if (deployed !== undefined) return false;
  if (isLoopback(api)) return true;
  const init = { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) } as const;
  return fetch(`${api}/health`, init).then(
    ({ headers }) => !headers.has('CF-Ray'),
    () => false,
  );
}

/**
 * Returns a `fetch` that sends requests for public names to sockets on this computer. Node's own fetch cannot set Host.
 * X-Forwarded-Proto has the scheme, so the machine must trust the loopback address (TRUST_PROXY).
 * @param sockets the address (host:port) of each public host
 */
export const localFetch =
  (sockets: Readonly<Record<string, string>>) =>
  (address: string, { method = 'GET', headers, signal }: RequestInit = {}): Promise<Response> =>
    new Promise((resolve, reject) => {
      const url = new URL(address);
      const socket = sockets[url.host];
      if (socket === undefined) return reject(new TypeError('fetch failed', { cause: { code: 'ENOTFOUND' } }));
      const own = { ...Object.fromEntries(new Headers(headers)), host: url.host, 'x-forwarded-proto': 'https' };
      const options = { method, headers: own, ...(signal && { signal }) };
      const call = request(`http://${socket}${url.pathname}${url.search}`, options, async (response) => {
        const content = await buffer(response);
        const lines = Object.entries(response.headersDistinct).flatMap(([name, values = []]) =>
          values.map((value): [string, string] => [name, value]),
        );
        const { statusCode: status = 502 } = response;
        resolve(new Response(content.length > 0 ? content : null, { status, headers: lines }));
      });
      call.on('error', (error: NodeJS.ErrnoException) => reject(new TypeError('fetch failed', { cause: error })));
      call.end();
    });
