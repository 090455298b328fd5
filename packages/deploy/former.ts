/**
 * Finds the one script from which the two workers are split (docs/adr/0043): in the options, the account or the state.
 */
import { type Account, isOneScript, isSwiftlet, scriptOfClicks } from './account';
import type { Arguments } from './arguments';
import { Failure } from './failure';
import type { StateFile } from './state';

type Asking = { readonly given: Arguments; readonly state: StateFile; readonly account: Account };

/**
 * Returns the script whose Durable Objects count clicks for the API worker; undefined if Swiftlet has no API worker.
 */
async function clicksOf({ account }: Asking): Promise<string | undefined> {
  const version = await account.version(account.names.api);
  return version !== null && isSwiftlet(version) ? scriptOfClicks(version) : undefined;
}

/** @throws Failure if the script cannot be split, because new Durable Objects would count from zero */
async function expectSplittable(former: string, asking: Asking): Promise<void> {
  const { account, state } = asking;
  const { redirect, api } = account.names;
  if ([redirect, api].includes(former)) throw new Failure(`${former} is a worker of this environment already.`);
  const counted = await clicksOf(asking);
  // A split that a person has agreed to continues, however far it came.
  if (counted === former || (counted === undefined && state.value.answers?.former === former)) return;
  if (counted !== undefined)
    throw new Failure(`${api} uses the Durable Objects of ${counted}, so it is not split from ${former}.`);
  const version = await account.version(former);
  if (version === null || !isOneScript(version, former))
    throw new Failure(`There is no ${former} in this account that the Deploy to Cloudflare button has made.`);
}

/** @throws Failure if the environment was not split from this script, or the script is not Swiftlet's */
async function expectDeletable(former: string, { account, state, given }: Asking): Promise<void> {
  const { answers } = state.value;
  if (answers !== undefined && answers.former !== former)
    throw new Failure(
      `The environment ${given.environment} was not split from ${former}: use another --env to delete that script alone.`,
    );
  const version = await account.version(former);
  if (version !== null && !isSwiftlet(version)) throw new Failure(`${former} is not Swiftlet's.`);
}

/** Whether the account has the one script under its usual name, and neither of the two workers. */
async function hasOneScriptAlone({ account }: Asking): Promise<boolean> {
  const { redirect, api, one } = account.names;
  for (const worker of [redirect, api]) if ((await account.version(worker)) !== null) return false;
  const version = await account.version(one);
  return version !== null && isOneScript(version, one);
}

/**
 * @param asking `account.names` are the names of a deployment without a split
 * @returns the name of the one script, or undefined if there was no split
 */
export async function formerOf(asking: Asking): Promise<string | undefined> {
  const { given, state, account } = asking;
  if (given.former !== undefined) {
    if (given.isDestroy) await expectDeletable(given.former, asking);
    else if (!account.isEmpty) await expectSplittable(given.former, asking);
    return given.former;
  }
  const counted = await clicksOf(asking);
  if (counted !== undefined) return counted === account.names.redirect ? undefined : counted;
  const known = state.value.answers?.former;
  if (known !== undefined || !(await hasOneScriptAlone(asking))) return known;
  const { one } = account.names;
  if (given.isDestroy) return one;
  throw new Failure(
    `The Deploy to Cloudflare button has made ${one} in this account. Split it into two workers with --split-from ${one}, or deploy others beside it with --env NAME.`,
  );
}
