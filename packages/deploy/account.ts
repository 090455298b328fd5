/** What is in the account, read once between two changes. */
import { Failure } from './failure';
import type { Names } from './names';
import type { Binding, Database, Namespace, Row, Version } from './wrangler/shapes';
import type { Wrangler } from './wrangler/wrangler';

/** Bindings that only a worker of Swiftlet has together: so one is known that this command did not deploy. */
const OUR_BINDINGS = ['DB', 'ROUTES', 'CLICKS', 'STATISTICS', 'PEPPER'];

export const isSwiftlet = ({ bindings }: Version): boolean =>
  OUR_BINDINGS.every((name) => bindings.some((one) => one.name === name));

/** The script in which the objects are that a worker counts clicks on; undefined: in its own, or nobody tells. */
export const scriptOfClicks = ({ bindings }: Version): string | undefined =>
  bindings.find(({ name }) => name === 'CLICKS')?.script_name;

/** Whether it is the one script of the button: it has the objects of both workers. */
export const isOneScript = (version: Version, script: string): boolean =>
  isSwiftlet(version) &&
  version.bindings.some(({ name }) => name === 'KEYS') &&
  [undefined, script].includes(scriptOfClicks(version));

/** The looks of wrangler. */
export type Reads = Pick<Wrangler, 'namespaces' | 'databases' | 'version' | 'rows'>;

/** An account that nobody has asked: there is nothing in it. */
export const NOTHING: Reads = {
  namespaces: async () => [],
  databases: async () => [],
  version: async () => null,
  rows: async () => [],
};

export class Account {
  readonly #wrangler: Reads;
  readonly #read = new Map<string, Promise<unknown>>();
  names: Names;
  /** The database as the account calls it. */
  databaseName: string | undefined;

  constructor(wrangler: Reads, names: Names) {
    this.#wrangler = wrangler;
    this.names = names;
  }

  /** Nobody is logged in. */
  get isEmpty(): boolean {
    return this.#wrangler === NOTHING;
  }

  /** After a change nothing of it is known any more. @param what begins so */
  forget(what: string): void {
    for (const key of this.#read.keys()) if (key.startsWith(what)) this.#read.delete(key);
  }

  namespaces = (): Promise<readonly Namespace[]> => this.#once('kv', () => this.#wrangler.namespaces());
  databases = (): Promise<readonly Database[]> => this.#once('d1', () => this.#wrangler.databases());
  version = (name: string): Promise<Version | null> => this.#once(`worker ${name}`, () => this.#wrangler.version(name));
  rows = (database: string, sql: string): Promise<readonly Row[]> =>
    this.#once(`rows ${database} ${sql}`, () => this.#wrangler.rows(database, sql));

  /** What a worker of ours binds under a name. The account's word for what is ours. */
  async bound(name: string): Promise<Binding | undefined> {
    const { redirect, api } = this.names;
    for (const worker of [redirect, api]) {
      const version = await this.version(worker);
      // An API worker may be that of another deployment, beside the one script of the button.
      const isPart = version !== null && (worker !== api || [undefined, redirect].includes(scriptOfClicks(version)));
      const found = isPart && isSwiftlet(version) ? version.bindings.find((one) => one.name === name) : undefined;
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** The versions that serve, by worker. */
  async versionIds(): Promise<Record<string, string>> {
    const ids: Record<string, string> = {};
    for (const worker of [this.names.redirect, this.names.api]) {
      const version = await this.version(worker);
      if (version !== null) ids[worker] = version.id;
    }
    return ids;
  }

  /** Names of the secrets that a worker has. */
  async secretsOf(worker: string): Promise<readonly string[]> {
    const version = await this.version(worker);
    return (version?.bindings ?? []).filter(({ type }) => type === 'secret_text').map(({ name }) => name);
  }

  /** A variable as it is deployed: on the API worker, else on the one script, which has all of them. */
  async variable(name: string): Promise<string | undefined> {
    for (const worker of [this.names.api, this.names.redirect]) {
      const version = await this.version(worker);
      const bindings = version !== null && isSwiftlet(version) ? version.bindings : [];
      const found = bindings.find((one) => one.name === name && one.type === 'plain_text');
      if (found !== undefined) return found.text;
    }
    return undefined;
  }

  #once<T>(key: string, read: () => Promise<T>): Promise<T> {
    const known = this.#read.get(key) as Promise<T> | undefined;
    if (known !== undefined) return known;
    const asked = read();
    this.#read.set(key, asked);
    return asked;
  }
}

/** Which account is meant. @param wanted its name or id @throws Failure where nobody can tell */
export function chooseAccount<T extends { readonly id: string; readonly name: string }>(
  accounts: readonly T[],
  wanted: string | undefined,
): T | null {
  const same = (one: T) => one.id === wanted || one.name.toLowerCase() === wanted?.toLowerCase();
  if (accounts.length === 0)
    throw new Failure('This login reaches no account: its token needs "Account Settings: Read".');
  if (wanted === undefined) return accounts.length === 1 ? (accounts[0] ?? null) : null;
  const found = accounts.filter(same);
  if (found.length === 1) return found[0] ?? null;
  const all = accounts.map(({ name, id }) => `${name} (${id})`).join(', ');
  throw new Failure(`This login reaches no account ${JSON.stringify(wanted)}, but ${all}.`);
}
