/**
 * Finds the account of the smoke test by its id, which D1 holds. The name is not enough, because several accounts may
 * have the same name.
 */
import type { Context } from '../context';
import { readMarker, setMarker } from '../markers';
import type { Account, Operator } from './operator';

/** The name of the smoke test's account, which is never deleted. */
export const SMOKE_ACCOUNT = 'smoke test';
const SMOKE_PLAN = 'PRO';

/** Returns the id of the smoke test's account if it is among these accounts. */
export async function smokeAccountIn(context: Context, accounts: readonly Account[]): Promise<string | undefined> {
  if (!accounts.some(({ name }) => name === SMOKE_ACCOUNT)) return undefined;
  const id = await readMarker(context, 'smoke_account');
  return accounts.find((one) => one.id === id)?.id;
}

/**
 * Returns the id of the smoke test's account, and creates the account if there is none. If the response to an earlier
 * creation was lost, the account that has appeared since then is the smoke test's.
 */
export async function makeSmokeAccount(context: Context, operator: Operator): Promise<string> {
  const { state } = context;
  const accounts = await operator.accounts();
  const existing = await smokeAccountIn(context, accounts);
  if (existing !== undefined) return existing;
  const candidates = accounts
    .filter(({ name, plan }) => name === SMOKE_ACCOUNT && plan === SMOKE_PLAN)
    .map(({ id }) => id);
  const previousIds = state.value.smokeBegun ?? candidates;
  state.change({ smokeBegun: previousIds });
  const made =
    candidates.find((id) => !previousIds.includes(id)) ?? (await operator.createAccount(SMOKE_ACCOUNT, SMOKE_PLAN)).id;
  await setMarker(context, 'smoke_account', made);
  state.change({ smokeBegun: undefined });
  return made;
}
