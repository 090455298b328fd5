/**
 * Begins a run: finds the login, the account and the answers, and makes the context of the steps. It also finds the one
 * script from which two workers are split (docs/design/self-hosting.md): in the options, the account or the state.
 */
import path from 'node:path';
import { Failure } from '#machine/failure';
import { Account, chooseAccount, EMPTY_ACCOUNT, isOneScript, isSwiftlet, scriptOfClicks } from './account';
import { type Prompts, readAnswers, unanswered } from './answers';
import type { Arguments } from './arguments';
import type { Context, Dependencies, Output } from './context';
import { makeNames } from './names';
import { checkScopes } from './permissions';
import { removeLeftovers } from './private-folders';
import { Secrets } from './secrets';
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
  const account = new Account(accountName === null ? EMPTY_ACCOUNT : wrangler, makeNames(environment));
  const splitFrom = await findSplitSource({ args, state, account });
  const names = makeNames(environment, splitFrom);
  account.names = names;
  const answers = await readAnswers({ args, state, account, names, root, prompts, splitFrom });
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

type Sources = { readonly args: Arguments; readonly state: StateFile; readonly account: Account };

/**
 * Returns the script whose Durable Objects count clicks for the API worker; undefined if Swiftlet has no API worker.
 */
async function countClicks({ account }: Sources): Promise<string | undefined> {
  const version = await account.version(account.names.api);
  return version !== null && isSwiftlet(version) ? scriptOfClicks(version) : undefined;
}

/** @throws Failure if the script cannot be split: new Durable Objects would count from zero */
async function expectSplittable(script: string, sources: Sources): Promise<void> {
  const { account, state } = sources;
  const { redirect, api } = account.names;
  if ([redirect, api].includes(script)) throw new Failure(`${script} is a worker of this environment already.`);
  const counted = await countClicks(sources);
  // The person has agreed to this split in an earlier run, so it continues from wherever it stopped.
  if (counted === script || (counted === undefined && state.value.answers?.former === script)) return;
  if (counted !== undefined)
    throw new Failure(`${api} uses the Durable Objects of ${counted}, so it is not split from ${script}.`);
  const version = await account.version(script);
  if (version === null || !isOneScript(version, script))
    throw new Failure(`There is no ${script} in this account that the Deploy to Cloudflare button has made.`);
}

/** @throws Failure if the environment was not split from this script, or the script is not Swiftlet's */
async function expectDeletable(script: string, { account, state, args }: Sources): Promise<void> {
  const { answers } = state.value;
  if (answers !== undefined && answers.former !== script)
    throw new Failure(
      `The environment ${args.environment} was not split from ${script}: use another --env to delete that script alone.`,
    );
  const version = await account.version(script);
  if (version !== null && !isSwiftlet(version)) throw new Failure(`${script} is not Swiftlet's.`);
}

/** Whether the account has the one script under its usual name, and neither of the two workers. */
async function hasOneScriptAlone({ account }: Sources): Promise<boolean> {
  const { redirect, api, one } = account.names;
  for (const worker of [redirect, api]) if ((await account.version(worker)) !== null) return false;
  const version = await account.version(one);
  return version !== null && isOneScript(version, one);
}

/**
 * @param sources `account.names` are the names of a deployment without a split
 * @returns the name of the one script, or undefined if there was no split
 */
async function findSplitSource(sources: Sources): Promise<string | undefined> {
  const { args, state, account } = sources;
  if (args.splitFrom !== undefined) {
    if (args.isDestroy) await expectDeletable(args.splitFrom, sources);
    else if (!account.isEmpty) await expectSplittable(args.splitFrom, sources);
    return args.splitFrom;
  }
  const counted = await countClicks(sources);
  if (counted !== undefined) return counted === account.names.redirect ? undefined : counted;
  const known = state.value.answers?.former;
  if (known !== undefined || !(await hasOneScriptAlone(sources))) return known;
  const { one } = account.names;
  if (args.isDestroy) return one;
  throw new Failure(
    `The Deploy to Cloudflare button has made ${one} in this account. Split it into two workers with --split-from ${one}, or deploy others beside it with --env NAME.`,
  );
}
