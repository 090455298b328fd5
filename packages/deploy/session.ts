/** Begins a run: finds the login, the account and the answers, and makes the context of the steps. */
import path from 'node:path';
import { Failure } from '#machine/failure';
import { Account, chooseAccount, EMPTY_ACCOUNT } from './account';
import { answersOf } from './answers';
import type { Arguments } from './arguments';
import type { Context, Dependencies, Output } from './context';
import { namesOf } from './names';
import { checkScopes } from './permissions';
import { removeLeftovers } from './private-files';
import { type Prompts, unanswered } from './prompts';
import { Secrets } from './secrets';
import { findSplitSource } from './split-source';
import { StateFile } from './state';
import type { RunWrangler } from './wrangler/run';
import type { Login } from './wrangler/shapes';
import { Wrangler } from './wrangler/wrangler';

export type Invocation = {
  readonly args: Arguments;
  /** The folder of the checkout. */
  readonly root: string;
  /** The version of the checkout. */
  readonly version: string;
  /** The state folder, with the files of every environment. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly run: RunWrangler;
  readonly dependencies: Dependencies;
  readonly output: Output;
  readonly prompts: Prompts | undefined;
  readonly timeoutMs?: number;
};

async function selectAccount(login: Login, { args, env, prompts }: Invocation, state: StateFile) {
  const previous = state.value.account;
  const named = args.account ?? (env.CLOUDFLARE_ACCOUNT_ID || undefined);
  if (named === undefined && previous !== undefined && !login.accounts.some(({ id }) => id === previous.id))
    throw new Failure(
      `This environment is in the account ${previous.name} (${previous.id}), which this login does not reach: log in to that, or take another --env.`,
    );
  const wanted = named ?? previous?.id;
  const chosen = chooseAccount(login.accounts, wanted);
  if (chosen !== null) return chosen;
  const all = login.accounts.map(({ name, id }) => ({ name: `${name} (${id})`, value: id }));
  const question = `This login reaches ${all.map(({ name }) => name).join(', ')}. Which is meant?`;
  if (prompts === undefined) throw unanswered(question, '--account');
  const id = await prompts.select('Which account?', all);
  return chooseAccount(login.accounts, id);
}

/**
 * Finds the login, and selects an account.
 * @returns the account's name; null for a dry run without a login
 * @throws Failure if nobody is logged in
 */
async function logIn(invocation: Invocation, state: StateFile, wrangler: Wrangler): Promise<string | null> {
  const login = await wrangler.whoami();
  if (login === null && invocation.args.isDryRun) return null;
  if (login === null) throw new Failure('Nobody is logged in: run npx wrangler login, or set CLOUDFLARE_API_TOKEN.');
  checkScopes(login);
  const chosen = await selectAccount(login, invocation, state);
  const previous = state.value.account;
  if (chosen === null) throw new Failure('No account was chosen.');
  if (previous !== undefined && previous.id !== chosen.id)
    throw new Failure(
      `This environment is in the account ${previous.name} (${previous.id}): log in to that, or take another --env.`,
    );
  state.change({ account: { id: chosen.id, name: chosen.name } });
  wrangler.accountId = chosen.id;
  return chosen.name;
}

/** Replaces the network if nobody is logged in. */
const OFFLINE = { fetch: () => Promise.reject(new Failure('offline')), resolves: async () => false };

/** @throws Failure if the run cannot begin */
export async function openSession(invocation: Invocation): Promise<Context> {
  const { args, root, version, folder, env, run, dependencies, output, prompts, timeoutMs } = invocation;
  const { environment } = args;
  const home = path.join(folder, environment);
  removeLeftovers(home);
  const state = new StateFile(path.join(folder, `${environment}.json`));
  const wrangler = new Wrangler({ run, home, env, ...(timeoutMs !== undefined && { timeoutMs }) });
  const accountName = await logIn(invocation, state, wrangler);
  const account = new Account(accountName === null ? EMPTY_ACCOUNT : wrangler, namesOf(environment));
  const splitFrom = await findSplitSource({ args, state, account });
  const names = namesOf(environment, splitFrom);
  account.names = names;
  const answers = await answersOf({ args, state, account, names, root, prompts, splitFrom });
  state.change({ answers, seen: await account.versionIds() });
  for (const step of args.allowed) state.allow(step);
  if (args.repeatsSmokeTest) state.change({ smoke: '' });
  const secrets = new Secrets(path.join(home, 'secrets'), env);
  const outside = accountName === null ? { ...dependencies, ...OFFLINE } : dependencies;
  const own = {
    root,
    version,
    environment,
    accountName,
    names,
    answers,
    state,
    secrets,
    wrangler,
    account,
    output,
    home,
  };
  return { ...outside, ...own, overwrites: args.overwrites };
}
