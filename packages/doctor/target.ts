/** What the doctor looks at: a deployment of this folder, an address, or the machine that runs here. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { originsOf } from '#deploy/configuration';
import { Failure } from '#deploy/failure';
import { type Names, namesOf } from '#deploy/names';
import { type State, StateFile } from '#deploy/state';
import type { Arguments } from './arguments';

type Fetch = (address: string, init?: RequestInit) => Promise<Response>;
type Variables = Readonly<Record<string, string | undefined>>;

/** What a deployment has left in STATE_DIR. */
export type Deployed = { readonly state: Readonly<State>; readonly names: Names; readonly home: string };

export type Target = {
  readonly kind: 'cloudflare' | 'machine';
  readonly api: string;
  /** Undefined: nobody says where short links are. */
  readonly short: string | undefined;
  /** Undefined: it is known nowhere here, or it is not for this address. */
  readonly token: string | undefined;
  readonly deployed: Deployed | undefined;
};

type Surroundings = {
  readonly given: Arguments;
  readonly env: Variables;
  readonly root: string;
  /** STATE_DIR. */
  readonly folder: string;
  readonly fetch: Fetch;
};

const ANSWER_MS = 15_000;
const isLoopback = (origin: string): boolean => /^https?:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:|$)/.test(origin);

/** The deployment that STATE_DIR knows, with its two origins. */
function deploymentOf({ given: { environment }, root, folder }: Surroundings) {
  const file = path.join(folder, `${environment}.json`);
  if (!existsSync(file)) return undefined;
  const state = new StateFile(file).value;
  if (state.answers === undefined) return undefined;
  const names = namesOf(environment, state.answers.former);
  const ids = { namespaceId: '', databaseId: '', databaseName: '' };
  const { api, short } = originsOf({
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

/** The origin of short links, as the guide of the API shows it in its example. */
async function shortInGuide(api: string, fetch: Fetch): Promise<string | undefined> {
  const init = { redirect: 'manual', signal: AbortSignal.timeout(ANSWER_MS) } as const;
  const guide = await fetch(`${api}/docs/guide`, init).then(
    (response) => response.text(),
    () => '',
  );
  return /(https?:\/\/[^/\s"&<]+)\/k7wq4ha/.exec(guide)?.[1];
}

/** The address of the machine that runs here. @throws Failure where none does */
async function machineHere({ env, fetch }: Surroundings): Promise<string> {
  const api = `http://localhost:${env.API_PORT || 8787}`;
  const answers = await fetch(`${api}/health`, { signal: AbortSignal.timeout(ANSWER_MS) }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (answers) return api;
  throw new Failure(
    `There is nothing to look at: no deployment in STATE_DIR, and nothing answers at ${api}. Run npm run deploy or npm start, or name an address.`,
  );
}

/** A token is sent only to the address it belongs to, or where the caller has said so with ADMIN_TOKEN. */
function tokenOf(surroundings: Surroundings, api: string, deployed: Deployed | undefined): string | undefined {
  const { env, folder } = surroundings;
  const isPrivate = api.startsWith('https://') || isLoopback(api);
  if (!isPrivate) return undefined;
  if (env.ADMIN_TOKEN) return env.ADMIN_TOKEN;
  if (deployed !== undefined) return fileText(path.join(deployed.home, 'secrets', 'ADMIN_TOKEN'));
  return isLoopback(api) ? fileText(path.join(folder, 'secrets', 'ADMIN_TOKEN')) : undefined;
}

/** @throws Failure where there is nothing to look at */
export async function findTarget(surroundings: Surroundings): Promise<Target> {
  const { given, fetch } = surroundings;
  const known = deploymentOf(surroundings);
  const isKnown = known !== undefined && (given.url === undefined || given.url === known.api);
  const api = isKnown ? known.api : (given.url ?? (await machineHere(surroundings)));
  const deployed = isKnown ? known.deployed : undefined;
  const short = given.short ?? (isKnown ? known.short : undefined) ?? (await shortInGuide(api, fetch));
  const token = tokenOf(surroundings, api, deployed);
  return { kind: (await isMachine(api, deployed, fetch)) ? 'machine' : 'cloudflare', api, short, token, deployed };
}

/** Cloudflare's answers have a CF-Ray header; a machine's have none, unless its proxy is Cloudflare. */
async function isMachine(api: string, deployed: Deployed | undefined, fetch: Fetch): Promise<boolean> {
  if (deployed !== undefined) return false;
  if (isLoopback(api)) return true;
  const init = { redirect: 'manual', signal: AbortSignal.timeout(ANSWER_MS) } as const;
  return fetch(`${api}/health`, init).then(
    ({ headers }) => !headers.has('CF-Ray'),
    () => false,
  );
}
