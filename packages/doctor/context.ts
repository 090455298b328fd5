/** The checks of the doctor, and the context that every check gets. */
import type { Account } from '#deploy/account';
import type { CheckResult } from './finding';
import type { OperatorApi } from './operator-api';
import type { Target } from './target';

/** Epoch milliseconds. */
export type Validity = { readonly from: number; readonly to: number };

/** The network, DNS, certificates, the disk and the clock. Tests replace them. */
export type Dependencies = {
  readonly fetch: (address: string, init?: RequestInit) => Promise<Response>;
  readonly resolves: (host: string) => Promise<boolean>;
  /** When the validity of a host's certificate begins and ends. @throws Error if it is not valid */
  readonly certificate: (host: string, port: number) => Promise<Validity>;
  /** The room on the disk of a folder, in bytes. */
  readonly room: (folder: string) => { readonly free: number; readonly total: number };
  readonly now: () => number;
};

export type Context = Dependencies & {
  readonly target: Target;
  readonly operatorApi: OperatorApi;
  /** @throws Inconclusive if wrangler reaches no account */
  readonly account: () => Promise<Account>;
  /** The checkout, and its version. */
  readonly root: string;
  readonly version: string;
};

/** A row of the report. A check with `isOfAccount` applies to Cloudflare alone. */
export type Check = {
  readonly name: string;
  readonly isOfAccount?: true;
  run(context: Context): Promise<CheckResult>;
};

const TIMEOUT_MS = 15_000;

/** Sends a request, and follows no redirect. */
export const ask = (
  { fetch }: Dependencies,
  address: string,
  headers: Record<string, string> = {},
): Promise<Response> => fetch(address, { redirect: 'manual', headers, signal: AbortSignal.timeout(TIMEOUT_MS) });

/** Whether a request has failed because the name of the host was not found. */
export const isOfDns = (code: string | undefined): boolean =>
  ['ENOTFOUND', 'ENODATA', 'EAI_AGAIN'].includes(code ?? '');
