/** What every step is given. */
import type { Account } from './account';
import type { Build } from './build';
import type { Setting } from './configuration';
import type { Names } from './names';
import type { Secrets } from './secrets';
import type { Answers, StateFile } from './state';
import type { Wrangler } from './wrangler/wrangler';

export type Clock = { now(): number; wait(ms: number): Promise<void> };

/** What the outside world is: replaced in tests. */
export type World = {
  readonly fetch: (address: string, init?: RequestInit) => Promise<Response>;
  /** Whether a host name leads anywhere. @throws Failure where nobody can tell */
  readonly resolves: (host: string) => Promise<boolean>;
  readonly clock: Clock;
  readonly build: Build;
};

export type Tell = {
  /** A line about what is done. */
  line(text: string): void;
  /** What is shown once, and kept nowhere. */
  once(text: string): Promise<void>;
};

export type Context = World & {
  /** The checkout, and its version. */
  readonly root: string;
  readonly version: string;
  readonly environment: string;
  /** Null: nobody is logged in. */
  readonly accountName: string | null;
  readonly names: Names;
  readonly answers: Answers;
  readonly state: StateFile;
  readonly secrets: Secrets;
  readonly wrangler: Wrangler;
  readonly account: Account;
  readonly tell: Tell;
  /** Where the generated wrangler files are kept. */
  readonly home: string;
  /** Whether what was changed in the dashboard is overwritten. */
  readonly overwrites: boolean;
};

/** What a look has found. */
export type Look = {
  readonly isDone: boolean;
  /** What is there. */
  readonly is: string;
  /** What will be done; nothing where it is done. */
  readonly will?: string;
  /** Asked before it is done, and never answered by --yes: `--allow STEP` does. */
  readonly asks?: string;
};

/** A row: look, act, and look again. */
export type Step = {
  /** As `--allow` names it. */
  readonly name: string;
  readonly what: string;
  /** What is to be looked at again after it: the beginning of what Account reads. */
  readonly changes?: 'kv' | 'd1' | 'rows' | 'worker';
  look(context: Context): Promise<Look>;
  act(context: Context): Promise<void>;
};

/** What the generated files depend on, as far as it is known. */
export function settingOf(context: Context): Setting {
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
