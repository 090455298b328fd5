/** Reads the Cloudflare account, and caches each result until a change makes it outdated. */
import { Failure } from '#machine/failure';
import type { Names } from './names';
import type { Binding, Database, Namespace, Row, Version } from './wrangler/shapes';
import type { Wrangler } from './wrangler/wrangler';

/**
 * Only a worker of Swiftlet has all of these bindings. They also identify a worker that this command has not deployed.
 */
const OUR_BINDINGS = ['DB', 'ROUTES', 'CLICKS', 'STATISTICS', 'PEPPER'];

export const isSwiftlet = ({ bindings }: Version): boolean =>
  OUR_BINDINGS.every((name) => bindings.some((one) => one.name === name));

/**
 * Returns the script whose Durable Objects count the clicks of a worker. It is undefined if that is the worker itself,
 * or if the version has no such binding.
 */
export const scriptOfClicks = ({ bindings }: Version): string | undefined =>
  bindings.find(({ name }) => name === 'CLICKS')?.script_name;

/** Whether a version belongs to the one script. That script has the Durable Objects of both workers. */
export const isOneScript = (version: Version, script: string): boolean =>
  isSwiftlet(version) &&
  version.bindings.some(({ name }) => name === 'KEYS') &&
  [undefined, script].includes(scriptOfClicks(version));

/** The methods of Wrangler that read the account and change nothing. */
type AccountReader = Pick<Wrangler, 'namespaces' | 'databases' | 'version' | 'rows'>;

/** Replaces the account if nobody is logged in: it has no resources. */
export const EMPTY_ACCOUNT: AccountReader = {
  namespaces: async () => [],
  databases: async () => [],
  version: async () => null,
  rows: async () => [],
};

export class Account {
  readonly #wrangler: AccountReader;
  readonly #cache = new Map<string, Promise<unknown>>();
  names: Names;
  /** The name of this deployment's database in the account; undefined while there is none. */
  databaseName: string | undefined;

  constructor(wrangler: AccountReader, names: Names) {
    this.#wrangler = wrangler;
    this.names = names;
  }

  /** Whether nobody is logged in, so that no account can be read. */
  get isEmpty(): boolean {
    return this.#wrangler === EMPTY_ACCOUNT;
  }

  /** Forgets the results that a change has made outdated. @param prefix the start of their keys in the cache */
  forget(prefix: string): void {
    for (const key of this.#cache.keys()) if (key.startsWith(prefix)) this.#cache.delete(key);
  }

  namespaces = (): Promise<readonly Namespace[]> => this.#cached('kv', () => this.#wrangler.namespaces());
  databases = (): Promise<readonly Database[]> => this.#cached('d1', () => this.#wrangler.databases());
  version = (name: string): Promise<Version | null> =>
    this.#cached(`worker ${name}`, () => this.#wrangler.version(name));
  rows = (database: string, sql: string): Promise<readonly Row[]> =>
    this.#cached(`rows ${database} ${sql}`, () => this.#wrangler.rows(database, sql));

  /** Returns the binding of this name in this deployment's workers. What they bind belongs to the deployment. */
  async bound(name: string): Promise<Binding | undefined> {
    const { redirect, api } = this.names;
    for (const worker of [redirect, api]) {
      const version = await this.version(worker);
      // An API worker that uses the click counters of any other script belongs to another deployment.
      const isPart = version !== null && (worker !== api || [undefined, redirect].includes(scriptOfClicks(version)));
      const found = isPart && isSwiftlet(version) ? version.bindings.find((one) => one.name === name) : undefined;
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** The ids of the deployed versions, by worker. */
  async versionIds(): Promise<Record<string, string>> {
    const ids: Record<string, string> = {};
    for (const worker of [this.names.redirect, this.names.api]) {
      const version = await this.version(worker);
      if (version !== null) ids[worker] = version.id;
    }
    return ids;
  }

  /** Names of the secrets that a worker has. */
  async listSecrets(worker: string): Promise<readonly string[]> {
    const version = await this.version(worker);
    return (version?.bindings ?? []).filter(({ type }) => type === 'secret_text').map(({ name }) => name);
  }

  /**
   * Returns the deployed value of a variable. The value in the API worker takes precedence over that in the redirect
   * worker, which may be the one script.
   */
  async variable(name: string): Promise<string | undefined> {
    for (const worker of [this.names.api, this.names.redirect]) {
      const version = await this.version(worker);
      const bindings = version !== null && isSwiftlet(version) ? version.bindings : [];
      const found = bindings.find((one) => one.name === name && one.type === 'plain_text');
      if (found !== undefined) return found.text;
    }
    return undefined;
  }

  #cached<T>(key: string, read: () => Promise<T>): Promise<T> {
    const known = this.#cache.get(key) as Promise<T> | undefined;
    if (known !== undefined) return known;
    const result = read();
    this.#cache.set(key, result);
    return result;
  }
}

/**
 * Selects an account.
 * @param wanted its name or id
 * @returns null if the person must choose
 * @throws Failure if not exactly one account matches
 */
export function chooseAccount<T extends { readonly id: string; readonly name: string }>(
  accounts: readonly T[],
  wanted: string | undefined,
): T | null {
  const isWanted = (one: T) => one.id === wanted || one.name.toLowerCase() === wanted?.toLowerCase();
  if (accounts.length === 0)
    throw new Failure('This login reaches no account: its token needs "Account Settings: Read".');
  if (wanted === undefined) return accounts.length === 1 ? (accounts[0] ?? null) : null;
  const found = accounts.filter(isWanted);
  if (found.length === 1) return found[0] ?? null;
  const all = accounts.map(({ name, id }) => `${name} (${id})`).join(', ');
  throw new Failure(`No single account matches ${JSON.stringify(wanted)}. This login reaches ${all}.`);
}
