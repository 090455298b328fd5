/** The steps of a deployment, and the context that every step gets. */

import { lookup } from 'node:dns/promises';
import { Failure } from '#machine/failure';
import type { Account } from './account';
import { type Build, type Deployment, digestConfiguration, makeConfiguration, type WorkerKind } from './configuration';
import type { Names } from './names';
import type { Secrets } from './secrets';
import type { Answers, StateFile } from './state';
import type { Wrangler } from './wrangler/wrangler';

export type Clock = { now(): number; wait(ms: number): Promise<void> };

/** The network, the clock and the build. Tests replace them. */
export type Dependencies = {
  readonly fetch: (address: string, init?: RequestInit) => Promise<Response>;
  /** Whether a host has a DNS record. @throws Failure if DNS does not respond */
  readonly resolves: (host: string) => Promise<boolean>;
  readonly clock: Clock;
  readonly build: Build;
};

export type Output = {
  /** Prints a line about the progress. */
  line(text: string): void;
  /** Shows the first key, once. No printed line contains the key. */
  showOnce(text: string): Promise<void>;
};

export type Context = Dependencies & {
  /** The folder of the checkout. */
  readonly root: string;
  /** The version of the checkout. */
  readonly version: string;
  readonly environment: string;
  /** Null if nobody is logged in. */
  readonly accountName: string | null;
  readonly names: Names;
  readonly answers: Answers;
  readonly state: StateFile;
  readonly secrets: Secrets;
  readonly wrangler: Wrangler;
  readonly account: Account;
  readonly output: Output;
  /** Where the generated wrangler files are kept. */
  readonly home: string;
  /** Whether the deployment overwrites changes of the dashboard. */
  readonly overwrites: boolean;
};

/** What a step has found in the account. */
export type StepState = {
  readonly isDone: boolean;
  /** Describes what exists. */
  readonly actual: string;
  /** Describes what will be done; undefined if the step is done. */
  readonly change?: string;
  /** A question to which a person must say yes before the step acts. `--allow STEP` says yes to it; --yes does not. */
  readonly question?: string;
};

/** A row of the deployment plan. The runner checks the account, acts, and checks again. */
export type Step = {
  /** The name of the step for `--allow`. */
  readonly name: string;
  readonly what: string;
  /** The prefix of the keys in Account's cache whose results this step makes outdated. */
  readonly changes?: 'kv' | 'd1' | 'rows' | 'worker';
  check(context: Context): Promise<StepState>;
  act(context: Context): Promise<void>;
};

/** Returns the values of the generated wrangler files, as far as they are known. */
export function collectDeployment(context: Context): Deployment {
  const { root, environment, names, answers, state } = context;
  return {
    root,
    environment,
    names,
    answers,
    namespaceId: state.value.namespace?.id ?? '',
    databaseId: state.value.database?.id ?? '',
    databaseName: context.account.databaseName ?? names.database,
    subdomain: state.value.subdomain,
  };
}

/** Returns the fingerprint that a worker of this checkout has when it is deployed with the known values. */
export async function computeFingerprint(kind: WorkerKind, context: Context): Promise<string> {
  const built = await context.build(kind);
  return digestConfiguration(makeConfiguration(kind, collectDeployment(context)), built, context.root);
}

/** The errors of DNS that mean that there is no record. Any other error says nothing about the record. */
const NO_RECORD = ['ENOTFOUND', 'ENODATA'];

/**
 * Whether a host has a DNS record.
 * @throws Failure if DNS does not respond, because an unseen record would be replaced
 */
export const resolves = (host: string, lookUp: (host: string) => Promise<unknown> = lookup): Promise<boolean> =>
  lookUp(host).then(
    () => true,
    ({ code }: NodeJS.ErrnoException) => {
      if (NO_RECORD.includes(code ?? '')) return false;
      throw new Failure(`DNS does not respond (${code}), so ${host} may have a record that would be replaced.`);
    },
  );
