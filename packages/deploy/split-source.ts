/**
 * Finds the one script from which the two workers are split (docs/design/self-hosting.md): in the options, the account
 * or the state.
 */

import { Failure } from '#machine/failure';
import { type Account, isOneScript, isSwiftlet, scriptOfClicks } from './account';
import type { Arguments } from './arguments';
import type { StateFile } from './state';

type Sources = { readonly args: Arguments; readonly state: StateFile; readonly account: Account };

/**
 * Returns the script whose Durable Objects count clicks for the API worker; undefined if Swiftlet has no API worker.
 */
async function clicksOf({ account }: Sources): Promise<string | undefined> {
  const version = await account.version(account.names.api);
  return version !== null && isSwiftlet(version) ? scriptOfClicks(version) : undefined;
}

/** @throws Failure if the script cannot be split, because new Durable Objects would count from zero */
async function expectSplittable(script: string, sources: Sources): Promise<void> {
  const { account, state } = sources;
  const { redirect, api } = account.names;
  if ([redirect, api].includes(script)) throw new Failure(`${script} is a worker of this environment already.`);
  const counted = await clicksOf(sources);
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
export async function findSplitSource(sources: Sources): Promise<string | undefined> {
  const { args, state, account } = sources;
  if (args.splitFrom !== undefined) {
    if (args.isDestroy) await expectDeletable(args.splitFrom, sources);
    else if (!account.isEmpty) await expectSplittable(args.splitFrom, sources);
    return args.splitFrom;
  }
  const counted = await clicksOf(sources);
  if (counted !== undefined) return counted === account.names.redirect ? undefined : counted;
  const known = state.value.answers?.former;
  if (known !== undefined || !(await hasOneScriptAlone(sources))) return known;
  const { one } = account.names;
  if (args.isDestroy) return one;
  throw new Failure(
    `The Deploy to Cloudflare button has made ${one} in this account. Split it into two workers with --split-from ${one}, or deploy others beside it with --env NAME.`,
  );
}
