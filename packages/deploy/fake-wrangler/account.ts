/** An account of Cloudflare, in a file: what the fake wrangler keeps, and what the fake of the service answers from. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** Of a binding, as GET /workers/scripts/:name/versions/:id has it (workers-sdk: WorkerMetadataBinding). */
export type Binding = {
  type: string;
  name: string;
  text?: string;
  id?: string;
  namespace_id?: string;
  class_name?: string;
  script_name?: string;
};
export type Version = { id: string; message: string; bindings: Binding[]; compatibilityDate?: string };

export type Worker = {
  version: Version;
  /** Digests by name: nobody reads a secret back. */
  secrets: Record<string, string>;
  /** Its classes of objects, each with the id of what it keeps. */
  classes: Record<string, string>;
  migrationTag?: string;
  crons: string[];
  domains: string[];
  isOnWorkersDev: boolean;
  /** Versions that were uploaded, and the percentages of a gradual deployment, by id. */
  uploaded?: Record<string, Version>;
  shares?: Record<string, number>;
  /** It was made and never deployed: its deployments are none, or the API knows of none (10007). */
  undeployed?: 'none' | 'unknown';
  /** Another version that serves a part of the requests. */
  beside?: string;
  /** Somebody has changed it in the dashboard, or by the API. */
  isEdited?: boolean;
};

export type Database = {
  uuid: string;
  name: string;
  jurisdiction?: string;
  migrations: string[];
  links: [alive: number, codes: number];
  /** The rows of the table deployment; undefined: there is no such table. */
  markers?: Record<string, string>;
};

/**
 * What happens at the n-th call to the outside. repeated: an answer is lost, and wrangler asks again by itself, as it does
 * for uploads (workers-utils/src/retry.ts) and, by Cloudflare's SDK, for KV.
 */
export const MODES = [
  ...(['refused', 'lost', 'half', 'repeated'] as const),
  ...(['hung before', 'hung after', 'killed before', 'killed after'] as const),
] as const;
/** Those that leave something done, or half of it: all of them are tried on a first deployment (resume.test.ts). */
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
  /** The commands that the token may not do, by their first word. */
  forbidden: string[];
  subdomain: string | null;
  offersKvJurisdiction: boolean;
  namespaces: { id: string; title: string; jurisdiction?: string }[];
  databases: Database[];
  workers: Record<string, Worker>;
  /** Zones of the account; undefined: every host is in one. */
  zones?: string[];
  /** How many looks a new domain needs until it answers. */
  domainLooks: number;
  service: {
    accounts: { id: string; name: string; plan?: string }[];
    keys: { id: string; accountId: string; name: string; text: string }[];
  };
  calls: number;
  /** The call it happens to: its number, or the first that begins so. */
  fault?: { at: number | string; mode: Mode };
  /** Digests of secrets that a new script has from the page of the Deploy to Cloudflare button. */
  given?: Record<string, string>;
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
  // migrations/0003_settings_legacy.sql makes it.
  service: { accounts: [{ id: 'legacy', name: 'legacy', plan: 'FREE' }], keys: [] },
  calls: 0,
  changes: [],
};

export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

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
