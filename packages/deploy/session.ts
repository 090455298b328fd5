/** Everything that a run begins with: who asks, which account is meant, and what was answered before. */
import path from 'node:path';
import { Account, chooseAccount, NOTHING } from './account';
import { answersOf } from './answers';
import type { Arguments } from './arguments';
import { type Ask, unanswered } from './ask';
import type { Context, Tell, World } from './context';
import { Failure } from './failure';
import { formerOf } from './former';
import { namesOf } from './names';
import { checkScopes } from './permissions';
import { removeLeftovers } from './private-files';
import { Secrets } from './secrets';
import { StateFile } from './state';
import type { RunWrangler } from './wrangler/run';
import type { Who } from './wrangler/shapes';
import { Wrangler } from './wrangler/wrangler';

export type Surroundings = {
  readonly given: Arguments;
  /** The checkout, its version, and the folder of every state. */
  readonly root: string;
  readonly version: string;
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly run: RunWrangler;
  readonly world: World;
  readonly tell: Tell;
  readonly ask: Ask | undefined;
  readonly timeoutMs?: number;
};

async function selectAccount(who: Who, { given, env, ask }: Surroundings, state: StateFile) {
  const before = state.value.account;
  const named = given.account ?? (env.CLOUDFLARE_ACCOUNT_ID || undefined);
  if (named === undefined && before !== undefined && !who.accounts.some(({ id }) => id === before.id))
    throw new Failure(
      `This environment is in the account ${before.name} (${before.id}), which this login does not reach: log in to that, or take another --env.`,
    );
  const wanted = named ?? before?.id;
  const chosen = chooseAccount(who.accounts, wanted);
  if (chosen !== null) return chosen;
  const all = who.accounts.map(({ name, id }) => ({ name: `${name} (${id})`, value: id }));
  const question = `This login reaches ${all.map(({ name }) => name).join(', ')}. Which is meant?`;
  if (ask === undefined) throw unanswered(question, '--account');
  const id = await ask.choose('Which account?', all);
  return chooseAccount(who.accounts, id);
}

/** Finds out who is logged in. @returns the account's name @throws Failure where there is none, unless nothing is to be made */
async function logIn(surroundings: Surroundings, state: StateFile, wrangler: Wrangler): Promise<string | null> {
  const who = await wrangler.whoami();
  if (who === null && surroundings.given.isDryRun) return null;
  if (who === null) throw new Failure('Nobody is logged in: run npx wrangler login, or set CLOUDFLARE_API_TOKEN.');
  checkScopes(who);
  const chosen = await selectAccount(who, surroundings, state);
  const before = state.value.account;
  if (chosen === null) throw new Failure('No account was chosen.');
  if (before !== undefined && before.id !== chosen.id)
    throw new Failure(
      `This environment is in the account ${before.name} (${before.id}): log in to that, or take another --env.`,
    );
  state.change({ account: { id: chosen.id, name: chosen.name } });
  wrangler.accountId = chosen.id;
  return chosen.name;
}

/** What nobody answers for where there is no account. */
const OFFLINE = { fetch: () => Promise.reject(new Failure('offline')), resolves: async () => false };

/** @throws Failure where it cannot begin */
export async function openSession(surroundings: Surroundings): Promise<Context> {
  const { given, root, version, folder, env, run, world, tell, ask, timeoutMs } = surroundings;
  const { environment } = given;
  const home = path.join(folder, environment);
  removeLeftovers(home);
  const state = new StateFile(path.join(folder, `${environment}.json`));
  const wrangler = new Wrangler({ run, home, env, ...(timeoutMs !== undefined && { timeoutMs }) });
  const accountName = await logIn(surroundings, state, wrangler);
  const account = new Account(accountName === null ? NOTHING : wrangler, namesOf(environment));
  const former = await formerOf({ given, state, account });
  const names = namesOf(environment, former);
  account.names = names;
  const answers = await answersOf({ given, state, account, names, root, ask, former });
  state.change({ answers, seen: await account.versionIds() });
  for (const step of given.allowed) state.allow(step);
  if (given.repeatsSmokeTest) state.change({ smoke: '' });
  const secrets = new Secrets(path.join(home, 'secrets'), env);
  const outside = accountName === null ? { ...world, ...OFFLINE } : world;
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
    tell,
    home,
  };
  return { ...outside, ...own, overwrites: given.overwrites };
}
