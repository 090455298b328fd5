/**
 * What a run leaves to the next one: ids, answers, and what was begun. No secret. What the account says wins over it
 * (before.ts): it tells ours from what only has our names, and says what no look can see.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { Failure } from './failure';
import { writeWhole } from './private-files';

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

export type Deployed = {
  readonly fingerprint: string;
  readonly versionId: string;
  /** As wrangler told them, once its routes and its cron stood too. */
  readonly targets: readonly string[];
};

export type State = {
  version: 1;
  account?: { readonly id: string; readonly name: string };
  answers?: Answers;
  /** Resources whose making was begun: what is there of that name is ours. */
  begun: string[];
  /** Steps whose question somebody has answered with yes. */
  allowed: string[];
  namespace?: { readonly id: string };
  database?: { readonly id: string };
  /** The account's name on workers.dev, with that. */
  subdomain?: string;
  deployed: Record<string, Deployed>;
  /** The version of each worker that was there when the answers were given. */
  seen: Readonly<Record<string, string>>;
  /** Fingerprints that were sent since a worker's last deployment that was reported. */
  sent: Readonly<Record<string, readonly string[]>>;
  /** Secrets that a worker has, and is to get anew. */
  renewed?: readonly string[];
  /** The first account: told, once its key was printed. */
  firstAccount?: 'begun' | 'told';
  /** While the account of the smoke test is made: the accounts that were there with its name. */
  smokeBegun?: readonly string[] | undefined;
  /** What the last smoke test passed on. */
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

  /** From now on everything is written down. Until somebody has said yes nothing is: no answer, no account, and no yes. */
  keep(): void {
    this.#isKept = true;
    this.change({});
  }

  /** Writes it down before it goes on. */
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
   * Whether what has this name in the account may be taken for ours.
   * @param isGone ours was seen and is gone: what was begun is not what is there now
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
    // Not ours to mend: said below.
  }
  throw new Failure(`${file} cannot be read. Move it away to begin from what the account has.`);
}
