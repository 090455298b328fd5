/**
 * The state file of an environment: ids, answers and what was begun, but no secret. The account takes precedence over
 * the file (answers.ts). The file identifies our own resources, and holds what cannot be read in the account.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { Failure } from '#machine/failure';
import { writeWhole } from '#machine/processes.mjs';

/** Where the two workers are reached: on hosts of their own, or below the account's workers.dev name. */
export type Hosts = { readonly short: string; readonly api: string } | 'workers.dev';

export type Answers = {
  readonly hosts: Hosts;
  /** null: anywhere. */
  readonly jurisdiction: 'eu' | null;
  /** Variables that differ from those of the wrangler files. */
  readonly variables: Readonly<Record<string, string>>;
  /** The one script that is split into two workers. */
  readonly former?: string | undefined;
};

type Deployed = {
  readonly fingerprint: string;
  readonly versionId: string;
  /** The targets that wrangler reported after it had set routes and cron. */
  readonly targets: readonly string[];
};

export type State = {
  version: 1;
  account?: { readonly id: string; readonly name: string };
  answers?: Answers;
  /** Resources whose creation has begun: a resource of that name in the account counts as ours. */
  begun: string[];
  /** Steps whose question somebody has answered with yes. */
  allowed: string[];
  namespace?: { readonly id: string };
  database?: { readonly id: string };
  /** The account's subdomain, such as acme.workers.dev. */
  subdomain?: string;
  deployed: Record<string, Deployed>;
  /** The id of the version of each worker at the time when the answers were given. */
  seen: Readonly<Record<string, string>>;
  /** The fingerprints that were sent for each worker since its last reported deployment. */
  sent: Readonly<Record<string, readonly string[]>>;
  /** Secrets that a worker has, and that its next deployment replaces. */
  renewed?: readonly string[];
  /** `begun` is stored before the first account is created, and `told` after its key was printed. */
  firstAccount?: 'begun' | 'told';
  /** The ids of the accounts that had the name of the smoke test's account before that account was created. */
  smokeBegun?: readonly string[] | undefined;
  /** The versions of both workers on which the last smoke test passed. */
  smoke?: string;
};

const EMPTY: State = { version: 1, begun: [], allowed: [], deployed: {}, seen: {}, sent: {} };

export class StateFile {
  readonly #file: string;
  #isKept = false;
  #state: State;

  constructor(file: string) {
    this.#file = file;
    this.#state = { ...structuredClone(EMPTY), ...readState(file) };
  }

  get value(): Readonly<State> {
    return this.#state;
  }

  /** Writes the state now and at every later change. Nothing is written before somebody has said yes to the plan. */
  keep(): void {
    this.#isKept = true;
    this.change({});
  }

  /** Changes the state, and writes it before the run continues. */
  change(change: Partial<State>): void {
    this.#state = { ...this.#state, ...change };
    if (this.#isKept) writeWhole(this.#file, `${JSON.stringify(this.#state, null, 2)}\n`);
  }

  begin(resource: string): void {
    if (!this.#state.begun.includes(resource)) this.change({ begun: [...this.#state.begun, resource] });
  }

  allow(step: string): void {
    if (!this.#state.allowed.includes(step)) this.change({ allowed: [...this.#state.allowed, step] });
  }

  /**
   * Whether a resource of this name in the account counts as ours.
   * @param isGone whether the resource that we knew is gone. Then this one is not the one whose creation was begun.
   */
  isOurs = (resource: string, isGone = false): boolean =>
    this.#state.allowed.includes(resource) || (!isGone && this.#state.begun.includes(resource));

  isAllowed = (step: string): boolean => this.#state.allowed.includes(step);

  remove(): void {
    rmSync(this.#file, { force: true });
    this.#state = structuredClone(EMPTY);
  }
}

const isRecord = (value: unknown): boolean => typeof value === 'object' && value !== null;

function readState(file: string): Partial<State> {
  if (!existsSync(file)) return {};
  try {
    const state = JSON.parse(readFileSync(file, 'utf8')) as State;
    const { version, begun = [], allowed = [] } = state;
    const records = [state.deployed, state.seen, state.sent].filter((one) => one !== undefined);
    const isWhole = Array.isArray(begun) && Array.isArray(allowed) && records.every((one) => isRecord(one));
    if (version === 1 && isWhole) return state;
  } catch {
    // The failure below says what to do.
  }
  throw new Failure(`${file} cannot be read. Move it away to begin from what the account has.`);
}
