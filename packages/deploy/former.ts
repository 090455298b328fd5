/** Which script the two workers were, or are to be, split from (docs/adr/0043): told, or read in the account. */
import { type Account, isOneScript, isSwiftlet, scriptOfClicks } from './account';
import type { Arguments } from './arguments';
import { Failure } from './failure';
import type { StateFile } from './state';

type Asking = { readonly given: Arguments; readonly state: StateFile; readonly account: Account };

/** The script whose objects the API worker counts on; undefined: it is not there. */
async function clicksOf({ account }: Asking): Promise<string | undefined> {
  const version = await account.version(account.names.api);
  return version !== null && isSwiftlet(version) ? scriptOfClicks(version) : undefined;
}

/** @throws Failure where it cannot be split: objects would be made that count from zero */
async function expectSplittable(former: string, asking: Asking): Promise<void> {
  const { account, state } = asking;
  const { redirect, api } = account.names;
  if ([redirect, api].includes(former)) throw new Failure(`${former} is a worker of this environment already.`);
  const counted = await clicksOf(asking);
  // A split that somebody has agreed to goes on, however far it came.
  if (counted === former || (counted === undefined && state.value.answers?.former === former)) return;
  if (counted !== undefined)
    throw new Failure(`${api} counts on the objects of ${counted}: it is not split from ${former}.`);
  const version = await account.version(former);
  if (version === null || !isOneScript(version, former))
    throw new Failure(`There is no ${former} in this account that the Deploy to Cloudflare button has made.`);
}

/** @throws Failure where what would be deleted is not that script's */
async function expectDeletable(former: string, { account, state, given }: Asking): Promise<void> {
  const { answers } = state.value;
  if (answers !== undefined && answers.former !== former)
    throw new Failure(
      `The environment ${given.environment} was not split from ${former}: with another --env it is deleted alone.`,
    );
  const version = await account.version(former);
  if (version !== null && !isSwiftlet(version)) throw new Failure(`${former} is not Swiftlet's.`);
}

/** Whether the account has the one script under its usual name, and no worker of the two. */
async function hasOneScriptAlone({ account }: Asking): Promise<boolean> {
  const { redirect, api, one } = account.names;
  for (const worker of [redirect, api]) if ((await account.version(worker)) !== null) return false;
  const version = await account.version(one);
  return version !== null && isOneScript(version, one);
}

/**
 * @param asking its account has the names of two workers that were never one
 * @returns the script's name; undefined: the two workers were never one
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
    `The Deploy to Cloudflare button has made ${one} in this account: --split-from ${one} makes two workers of it, --env makes others beside it.`,
  );
}
