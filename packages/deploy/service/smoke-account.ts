/** The account of the smoke test: by its id, which D1 holds. Its name is anybody's, for several accounts may have one name. */
import type { Context } from '../context';
import { readMarker, setMarker } from '../markers';
import type { Account, Operator } from './operator';
import { SMOKE_ACCOUNT, SMOKE_PLAN } from './smoke-test';

/** Its id, where it is among these accounts. */
export async function smokeAccountIn(context: Context, accounts: readonly Account[]): Promise<string | undefined> {
  if (!accounts.some(({ name }) => name === SMOKE_ACCOUNT)) return undefined;
  const id = await readMarker(context, 'smoke_account');
  return accounts.find((one) => one.id === id)?.id;
}

/** Its id: a creation whose answer was lost has left an account that was not there when it was begun. */
export async function makeSmokeAccount(context: Context, operator: Operator): Promise<string> {
  const { state } = context;
  const accounts = await operator.accounts();
  const there = await smokeAccountIn(context, accounts);
  if (there !== undefined) return there;
  const alike = accounts.filter(({ name, plan }) => name === SMOKE_ACCOUNT && plan === SMOKE_PLAN).map(({ id }) => id);
  const before = state.value.smokeBegun ?? alike;
  state.change({ smokeBegun: before });
  const made = alike.find((id) => !before.includes(id)) ?? (await operator.createAccount(SMOKE_ACCOUNT, SMOKE_PLAN)).id;
  await setMarker(context, 'smoke_account', made);
  state.change({ smokeBegun: undefined });
  return made;
}
