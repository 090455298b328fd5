/** The product as a target: both workers of a checkout in one workerd. The bench makes keys and links by the API. */
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { namespaceOf, workerOf } from './bundle';
import { RESPONSE_TIMEOUT_MS } from './connection';
import { Load } from './load';
import { callText, clickText } from './request';
import { codeOf, destinationOf, linkOf, longDestinationOf } from './sample-links';
import { seedEntries, seedRows, seedWorker } from './seed';
import { Target } from './target';

const API = 'swiftlet-api';
const REDIRECT = 'swiftlet-redirect';
export const API_CONFIG = 'wrangler.api.toml';
export const REDIRECT_CONFIG = 'wrangler.redirect.toml';
const ADMIN_TOKEN = 'an-operator-token-of-forty-characters-xx';

/** The number of keys of the account: so many that no load reaches 5,000 requests a minute with one key. */
const KEYS = 64;
/** The origin of the console, which has no address of its own here. */
export const CONSOLE_ORIGIN = 'http://localhost';
const VARIABLES = {
  CONSOLE_ORIGIN,
  ADMIN_TOKEN,
  PEPPER: 'a-pepper-of-forty-characters-xxxxxxxxxxxx',
  REQUIRE_HTTPS: 'off',
  ACTIVE_KEYS: `PRO=${KEYS}`,
};
/** A wait that is longer than the time for which an isolate buffers clicks (GATHER_MS, one second). */
const FLUSH_WAIT_MS = 1_500;

export const LINKS = 10_000;
export const LIMITED_LINKS = 16;
const LONG_LINKS = 1_000;
/** The number of links that fit into a body of one MiB. */
const LONG_LINKS_A_BATCH = 40;
export const LIMIT = 1_000_000_000;

type Account = { readonly id: string; readonly keys: readonly string[] };

export class Product {
  readonly target: Target;
  readonly api: string;
  readonly short: string;
  #account: Promise<Account> | undefined;
  #links: Promise<void> | undefined;
  #longLinks: Promise<string> | undefined;

  constructor(target: Target) {
    this.target = target;
    this.api = target.origin(API);
    this.short = target.origin(REDIRECT);
  }

  /** Builds and starts the workers of a checkout. */
  static async start(root: string, folder: string, isInspected = false): Promise<Product> {
    const worker = (name: string, config: string) => workerOf(path.join(root, config), name, VARIABLES);
    const workers = await Promise.all([
      worker(API, API_CONFIG),
      worker(REDIRECT, REDIRECT_CONFIG),
      seedWorker(namespaceOf(path.join(root, REDIRECT_CONFIG))),
    ]);
    const target = await Target.start(workers, path.join(folder, 'state'), isInspected);
    await target.migrate(API, root);
    return new Product(target);
  }

  /** Fills D1 and KV with the first `count` plain links, owned by the account of the keys. */
  async fill(count: number): Promise<void> {
    const { id } = await this.account();
    const now = Date.now();
    const links = Array.from({ length: count }, (_, n) => linkOf(n, id, now));
    await seedRows(this.target, API, links);
    await seedEntries(this.target, links);
  }

  /** The account that owns the links, with its keys. The first call makes it. */
  account(): Promise<Account> {
    this.#account ??= this.#makeAccount();
    return this.#account;
  }

  /** The request texts of `count` API calls, which use the keys in turn. */
  async calls(
    count: number,
    method: string,
    routeOf: (n: number) => string,
    bodyOf?: (n: number) => unknown,
  ): Promise<string[]> {
    const { keys } = await this.account();
    return Array.from({ length: count }, (_, n) =>
      callText(keys[n % keys.length] as string, method, routeOf(n), bodyOf?.(n)),
    );
  }

  /**
   * Makes LINKS plain links with the codes from codeOf(0) on, then LIMITED_LINKS limited links. Later calls do nothing.
   */
  links(): Promise<void> {
    this.#links ??= this.#makeLinks();
    return this.#links;
  }

  /**
   * Makes LONG_LINKS links with the longest destinations, owned by another account. Later calls do nothing.
   * @returns a key of that account
   */
  longLinks(): Promise<string> {
    this.#longLinks ??= this.#makeLongLinks();
    return this.#longLinks;
  }

  /** A load that visits `count` links in turn, beginning with number `first`. */
  async visits(first: number, count: number, perSecond?: number): Promise<Load> {
    await this.links();
    const clicks = Array.from({ length: count }, (_, n) => clickText(`/${codeOf(first + n)}`, n));
    return new Load(this.short, clicks, 302, perSecond);
  }

  async #makeLinks(): Promise<void> {
    const requests = await this.calls(
      LINKS + LIMITED_LINKS,
      'POST',
      () => '/v2/shorten',
      (n) => ({
        url: destinationOf(n),
        alias: codeOf(n),
        ...(n >= LINKS && { maxClicks: LIMIT }),
      }),
    );
    await new Load(this.api, requests, 201).eachOnce();
  }

  async #makeLongLinks(): Promise<string> {
    const { key } = await this.#makeKey({ plan: 'PRO' });
    for (let from = 0; from < LONG_LINKS; from += LONG_LINKS_A_BATCH) {
      const urls = Array.from({ length: LONG_LINKS_A_BATCH }, (_, n) => ({ url: longDestinationOf(from + n) }));
      const response = await fetch(`${this.api}/v2/shorten/batch?atomic=true`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ urls }),
      });
      if (response.status !== 200) throw new Error(`A batch of long links got ${response.status}`);
    }
    return key;
  }

  /** The heap of the redirect worker's isolate after a garbage collection, in bytes. */
  redirectHeapBytes = (): Promise<number> => this.target.heapBytes(REDIRECT);

  /** Waits until the isolates have flushed their click buffers to the statistics. */
  clicksFlushed = (): Promise<void> => wait(FLUSH_WAIT_MS);

  /** Waits for the flush, and reads the account's statistics, which rolls the clicks up. */
  async countClicks(): Promise<void> {
    await this.clicksFlushed();
    await this.#get('/v2/stats'); // a revision without account statistics responds 404
  }

  /** The JSON of the response to one GET of the API. @throws Error for a status other than 200 */
  async read<Body>(route: string): Promise<Body> {
    const { status, text } = await this.#get(route);
    if (status !== 200) throw new Error(`GET ${route} did not get 200, but ${status}:\n${text}`);
    return JSON.parse(text);
  }

  async #get(route: string): Promise<{ status: number; text: string }> {
    const { keys } = await this.account();
    const response = await fetch(this.api + route, {
      headers: { Authorization: `Bearer ${keys[0]}` },
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
    });
    return { status: response.status, text: await response.text() };
  }

  /** Makes a sign-in link of an account. @returns its URL */
  async signInLink(accountId: string): Promise<string> {
    return (await this.#admin<{ url: string }>(`/accounts/${accountId}/sign-in-link`, {})).url;
  }

  async #makeAccount(): Promise<Account> {
    const first = await this.#makeKey({ plan: 'PRO' });
    const keys = [first.key];
    while (keys.length < KEYS) keys.push((await this.#makeKey({ accountId: first.accountId })).key);
    return { id: first.accountId, keys };
  }

  async #makeKey(owner: Record<string, string>): Promise<{ key: string; accountId: string }> {
    return this.#admin('/keys', { name: 'bench', ...owner });
  }

  /** Calls the operator's API, which makes something. */
  async #admin<Made>(route: string, body: unknown): Promise<Made> {
    const response = await fetch(`${this.api}/admin${route}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${ADMIN_TOKEN}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (response.status !== 201) throw new Error(`POST /admin${route} got ${response.status}`);
    return response.json() as Promise<Made>;
  }
}
