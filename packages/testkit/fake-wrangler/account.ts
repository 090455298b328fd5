/** The fake Cloudflare account, in a file. The fake wrangler changes it, and the fake service responds from it. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/**
 * The fields of a binding that the tests need, as GET /workers/scripts/:name/versions/:id returns them (workers-sdk:
 * WorkerMetadataBinding).
 */
export type Binding = {
  type: string;
  name: string;
  text?: string;
  id?: string;
  namespace_id?: string;
  class_name?: string;
  script_name?: string;
};
type Version = { id: string; message: string; bindings: Binding[]; compatibilityDate?: string };

export type Worker = {
  version: Version;
  /** Digests by name, because Cloudflare shows no secret. */
  secrets: Record<string, string>;
  /** The Durable Object classes of the worker, each with an id that stands for its stored data. */
  classes: Record<string, string>;
  migrationTag?: string;
  crons: string[];
  domains: string[];
  isOnWorkersDev: boolean;
  /** Versions that were uploaded, and the percentages of a gradual deployment, by id. */
  uploaded?: Record<string, Version>;
  shares?: Record<string, number>;
  /**
   * The worker was created and never deployed: its list of deployments is empty, or the API responds with error 10007.
   */
  undeployed?: 'none' | 'unknown';
  /** Another version, which serves a part of the requests. */
  beside?: string;
  /** Whether somebody has changed the worker in the dashboard, or by the API. */
  isEdited?: boolean;
};

export type Database = {
  uuid: string;
  name: string;
  jurisdiction?: string;
  migrations: string[];
  /** The digest of the text that made the tables. */
  tables?: string;
  links: [alive: number, codes: number];
  /** The rows of the table deployment; undefined: there is no such table. */
  markers?: Record<string, string>;
};

/**
 * The faults of a call to Cloudflare. `refused` changes nothing. `lost` makes the whole change and `half` a half of it,
 * and both lose the response. At `repeated`, wrangler loses the response and sends the request again, as it does for
 * uploads (workers-utils/src/retry.ts) and Cloudflare's SDK does for KV. `hung` never responds. `killed` ends wrangler
 * and its caller, before or after the change.
 */
export const MODES = [
  ...(['refused', 'lost', 'half', 'repeated'] as const),
  ...(['hung before', 'hung after', 'killed before', 'killed after'] as const),
] as const;
/** The faults after which a change is done or half done. resume.ci.test.ts tries every mode on a first deployment. */
export const LEAVING = ['half', 'repeated', 'killed after'] as const satisfies readonly Mode[];
export type Mode = (typeof MODES)[number];

export type Account = {
  id: string;
  name: string;
  /** Other accounts of the same login. */
  others: { id: string; name: string }[];
  isLoggedIn: boolean;
  authType: string;
  tokenPermissions?: string[];
  /** The commands that the token may not run, by the start of their names. */
  forbidden: string[];
  subdomain: string | null;
  offersKvJurisdiction: boolean;
  namespaces: { id: string; title: string; jurisdiction?: string }[];
  databases: Database[];
  workers: Record<string, Worker>;
  /** Zones of the account; undefined: every host is in one. */
  zones?: string[];
  /** The number of requests to a new domain that fail before it responds. */
  domainLooks: number;
  service: {
    accounts: { id: string; name: string; plan?: string }[];
    keys: { id: string; accountId: string; name: string; text: string }[];
  };
  calls: number;
  /** The fault of one call: `at` is the number of the call, or the start of its command. */
  fault?: { at: number | string; mode: Mode };
  /** Digests of secrets that a new script has from the page of the Deploy to Cloudflare button. */
  buttonSecrets?: Record<string, string>;
  /** Every command that changed something. */
  changes: string[];
};

export const EMPTY: Account = {
  id: 'acc0000000000000000000000000000f',
  name: 'Acme',
  others: [],
  isLoggedIn: true,
  authType: 'User API Token',
  forbidden: [],
  subdomain: 'acme.workers.dev',
  offersKvJurisdiction: false,
  namespaces: [],
  databases: [],
  workers: {},
  domainLooks: 0,
  // migrations/0001_swiftlet.sql creates this account.
  service: { accounts: [{ id: 'legacy', name: 'legacy', plan: 'FREE' }], keys: [] },
  calls: 0,
  changes: [],
};

export const digestText = (text: string): string => createHash('sha256').update(text).digest('hex');

export const readAccount = (file: string): Account =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Account) : structuredClone(EMPTY);

export const writeAccount = (file: string, account: Account): void =>
  writeFileSync(file, JSON.stringify(account), { mode: 0o600 });

/** Changes an account in its file. */
export function changeAccount<T>(file: string, change: (account: Account) => T): T {
  const account = readAccount(file);
  const result = change(account);
  writeAccount(file, account);
  return result;
}
