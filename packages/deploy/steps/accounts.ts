/**
 * The accounts of a deployment. The first account gets a key and a link to its console, which are printed once. The
 * account of the smoke test is found by its id, which D1 holds, because several accounts may have the same name.
 */
import { Failure } from '#machine/failure';
import { listOrigins } from '../configuration';
import { type Context, collectDeployment, type Step } from '../context';
import { readMarker, setMarker } from '../markers';

const NAME = 'operator';
const KEY = 'first key';

/** The account of links without a key. A migration creates it, and it belongs to nobody. */
const LEGACY = 'legacy';

/** Returns the accounts of people: all but that of the smoke test and the legacy account. */
async function listOthers(context: Context, operator: Operator): Promise<Account[]> {
  const accounts = await operator.accounts();
  const smoke = await smokeAccountIn(context, accounts);
  return accounts.filter(({ id }) => id !== smoke && id !== LEGACY);
}

/**
 * Returns the client for the operator's endpoints; null if the API worker is not deployed.
 * @throws Failure if ADMIN_TOKEN is not known here
 */
export async function findOperator(context: Context): Promise<Operator | null> {
  const { account, names, secrets, fetch } = context;
  const { api } = listOrigins(collectDeployment(context));
  if (api === undefined || (await account.version(names.api)) === null) return null;
  const token = secrets.read('ADMIN_TOKEN');
  if (token === undefined) throw new Failure('ADMIN_TOKEN is not known here: give it as a variable.');
  return new Operator(fetch, api, token);
}

export const firstAccountStep: Step = {
  name: 'first-account',
  what: 'first account',

  async check(context) {
    const { firstAccount } = context.state.value;
    if (firstAccount === 'told') return { isDone: true, actual: 'there; its key was shown' };
    const change = 'create it, and show its key and its sign-in link once';
    if (firstAccount === 'begun') return { isDone: false, actual: 'begun', change };
    const isServing = context.state.value.deployed[context.names.api] !== undefined;
    const operator = isServing ? await findOperator(context) : null;
    // An address that does not respond yet shows no accounts. The previous step waits until it responds.
    const others = operator === null ? [] : await listOthers(context, operator).catch(() => []);
    if (others.length > 0) return { isDone: true, actual: 'accounts are there' };
    return { isDone: false, actual: 'not there', change };
  },

  async act(context) {
    const { state, output } = context;
    const operator = await findOperator(context);
    const { api } = listOrigins(collectDeployment(context));
    if (operator === null) throw new Failure('The API worker is not there yet.');
    const accounts = await listOthers(context, operator);
    if (state.value.firstAccount === undefined && accounts.length > 0) return;
    state.change({ firstAccount: 'begun' });
    const found = accounts.find(({ name }) => name === NAME);
    const { id } = found ?? (await operator.createAccount(NAME, 'PRO'));
    const key = await operator.keyText(id, KEY);
    const link = await operator.signInLink(id);
    await output.showOnce(`
The first account, "${NAME}", on the plan PRO. Its key is shown this once:
  ${key}
Its console (the link works once, for 15 minutes):
  ${link}
Make a short link:
  curl -s ${api}/v2/shorten -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' -d '{"url":"https://example.com/hello"}'

`);
    state.change({ firstAccount: 'told' });
  },
};

/** The name of the smoke test's account, which is never deleted. */
export const SMOKE_ACCOUNT = 'smoke test';
const SMOKE_PLAN = 'PRO';

/** Returns the id of the smoke test's account if it is among these accounts. */
async function smokeAccountIn(context: Context, accounts: readonly Account[]): Promise<string | undefined> {
  if (!accounts.some(({ name }) => name === SMOKE_ACCOUNT)) return undefined;
  const id = await readMarker(context, 'smoke_account');
  return accounts.find((one) => one.id === id)?.id;
}

/**
 * Returns the id of the smoke test's account, and creates the account if there is none. If the response to an earlier
 * creation was lost, the account that has appeared since then is the smoke test's.
 */
export async function makeSmokeAccount(context: Context, operator: Operator): Promise<string> {
  const { state } = context;
  const accounts = await operator.accounts();
  const existing = await smokeAccountIn(context, accounts);
  if (existing !== undefined) return existing;
  const candidates = accounts
    .filter(({ name, plan }) => name === SMOKE_ACCOUNT && plan === SMOKE_PLAN)
    .map(({ id }) => id);
  const previousIds = state.value.smokeBegun ?? candidates;
  state.change({ smokeBegun: previousIds });
  const made =
    candidates.find((id) => !previousIds.includes(id)) ?? (await operator.createAccount(SMOKE_ACCOUNT, SMOKE_PLAN)).id;
  await setMarker(context, 'smoke_account', made);
  state.change({ smokeBegun: undefined });
  return made;
}

type Account = { readonly id: string; readonly name: string; readonly plan: string };
type Key = { readonly id: string; readonly accountId: string; readonly name: string; readonly status: string };

type Fetch = (address: string, init?: RequestInit) => Promise<Response>;

const TIMEOUT_MS = 30_000;

export class Operator {
  readonly #fetch: Fetch;
  readonly #origin: string;
  readonly #token: string;

  constructor(fetch: Fetch, origin: string, token: string) {
    this.#fetch = fetch;
    this.#origin = origin;
    this.#token = token;
  }

  accounts = (): Promise<Account[]> => this.#list<Account>('/admin/accounts', 'accounts');
  keys = (): Promise<Key[]> => this.#list<Key>('/admin/keys', 'keys');

  createAccount = (name: string, plan: string): Promise<Account> =>
    this.#call('POST', '/admin/accounts', { name, plan });

  /** Creates a key of an account, or rotates the active key of this name. @returns the text of the key */
  async keyText(accountId: string, name: string): Promise<string> {
    const found = (await this.keys()).find(
      (one) => one.accountId === accountId && one.name === name && one.status === 'active',
    );
    const made: { key: string } =
      found === undefined
        ? await this.#call('POST', '/admin/keys', { name, accountId })
        : await this.#call('POST', `/admin/keys/${found.id}/rotate`, { graceSeconds: 0, endsPrevious: true });
    return made.key;
  }

  async signInLink(accountId: string): Promise<string> {
    const { url } = await this.#call<{ url: string }>('POST', `/admin/accounts/${accountId}/sign-in-link`);
    return url;
  }

  async #list<T>(path: string, field: string): Promise<T[]> {
    const all: T[] = [];
    let cursor: string | null = null;
    do {
      const query: string = cursor === null ? '' : `?cursor=${encodeURIComponent(cursor)}`;
      const page: Record<string, unknown> = await this.#call('GET', `${path}${query}`);
      all.push(...(page[field] as T[]));
      cursor = page.nextCursor as string | null;
    } while (cursor !== null);
    return all;
  }

  /** @throws Failure that names the endpoint and the status, and nothing of the response body */
  async #call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const endpoint = `${method} ${path.split('?')[0]}`;
    const response = await this.#fetch(`${this.#origin}${path}`, {
      method,
      headers: { Authorization: `Bearer ${this.#token}`, 'Content-Type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((error: Error) => {
      throw new Failure(`${endpoint} of ${this.#origin} has no answer (${error.name}).`);
    });
    if (response.status === 401 || response.status === 404)
      throw new Failure(
        `${endpoint} answered ${response.status}: the ADMIN_TOKEN known here is not that of ${this.#origin}.`,
      );
    if (!response.ok) throw new Failure(`${endpoint} of ${this.#origin} answered ${response.status}.`);
    return (await response.json()) as T;
  }
}
