/**
 * What a run leaves to the next one: ids, answers, and what was begun. No secret. What the account says wins over it: it
 * tells ours from what only has our names, and says what no look can see.
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
  /** Secrets that a worker has, and is to get anew. */
  renewed?: readonly string[];
  /** The first account: told, once its key was printed. */
  firstAccount?: 'begun' | 'told';
  /** What the last smoke test passed on. */
  smoke?: string;
};

const EMPTY: State = { version: 1, begun: [], allowed: [], deployed: {} };

export class StateFile {
  readonly #file: string;
  readonly #isKept: boolean;
  #state: State;

  /** @param isKept false: of a dry run nothing is left to the next one */
  constructor(file: string, isKept = true) {
    this.#file = file;
    this.#isKept = isKept;
    this.#state = { ...structuredClone(EMPTY), ...readState(file) };
  }

  get value(): Readonly<State> {
    return this.#state;
  }

  /** Writes it down before it goes on. */
  change(change: Partial<State>): void {
    this.#state = { ...this.#state, ...change };
    if (this.#isKept) writeWhole(this.#file, `${JSON.stringify(this.#state, null, 2)}\n`);
  }

  /** Takes back what was written down since, such as a yes. */
  restore(before: Readonly<State>): void {
    this.#state = before;
    this.change({});
  }

  begin(resource: string): void {
    if (!this.#state.begun.includes(resource)) this.change({ begun: [...this.#state.begun, resource] });
  }

  allow(step: string): void {
    if (!this.#state.allowed.includes(step)) this.change({ allowed: [...this.#state.allowed, step] });
  }

  /** Whether what has this name in the account may be taken for ours. */
  isOurs = (resource: string): boolean =>
    this.#state.begun.includes(resource) || this.#state.allowed.includes(resource);

  remove(): void {
    if (this.#isKept) rmSync(this.#file, { force: true });
    this.#state = structuredClone(EMPTY);
  }
}

function readState(file: string): Partial<State> {
  if (!existsSync(file)) return {};
  try {
    const state = JSON.parse(readFileSync(file, 'utf8')) as State;
    const { version, begun = [], allowed = [], deployed = {} } = state;
    if (version === 1 && Array.isArray(begun) && Array.isArray(allowed) && deployed !== null) return state;
  } catch {
    // Not ours to mend: said below.
  }
  throw new Failure(`${file} cannot be read. Move it away to begin from what the account has.`);
}
