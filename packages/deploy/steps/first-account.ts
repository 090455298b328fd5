/** The first account, with a key and a link to its console, which are printed once. */

import { Failure } from '#machine/failure';
import { originsOf } from '../configuration';
import { type Context, type Step, settingOf } from '../context';
import { type Account, Operator } from '../service/operator';
import { smokeAccountIn } from '../service/smoke-account';

const NAME = 'operator';
const KEY = 'first key';

/** The account of links without a key. A migration creates it, and it belongs to nobody. */
const LEGACY = 'legacy';

/** Returns the accounts of people: all but that of the smoke test and the legacy account. */
async function othersOf(context: Context, operator: Operator): Promise<Account[]> {
  const accounts = await operator.accounts();
  const smoke = await smokeAccountIn(context, accounts);
  return accounts.filter(({ id }) => id !== smoke && id !== LEGACY);
}

/**
 * Returns the client for the operator's endpoints; null if the API worker is not deployed.
 * @throws Failure if ADMIN_TOKEN is not known here
 */
export async function operatorOf(context: Context): Promise<Operator | null> {
  const { account, names, secrets, fetch } = context;
  const { api } = originsOf(settingOf(context));
  if (api === undefined || (await account.version(names.api)) === null) return null;
  const token = secrets.read('ADMIN_TOKEN');
  if (token === undefined) throw new Failure('ADMIN_TOKEN is not known here: give it as a variable.');
  return new Operator(fetch, api, token);
}

export const firstAccountStep: Step = {
  name: 'first-account',
  what: 'first account',

  async look(context) {
    const { firstAccount } = context.state.value;
    if (firstAccount === 'told') return { isDone: true, actual: 'there; its key was shown' };
    const change = 'create it, and show its key and its sign-in link once';
    if (firstAccount === 'begun') return { isDone: false, actual: 'begun', change };
    const isServing = context.state.value.deployed[context.names.api] !== undefined;
    const operator = isServing ? await operatorOf(context) : null;
    // An address that does not respond yet shows no accounts. The step before this one waits for it.
    const others = operator === null ? [] : await othersOf(context, operator).catch(() => []);
    if (others.length > 0) return { isDone: true, actual: 'accounts are there' };
    return { isDone: false, actual: 'not there', change };
  },

  async act(context) {
    const { state, output } = context;
    const operator = await operatorOf(context);
    const { api } = originsOf(settingOf(context));
    if (operator === null) throw new Failure('The API worker is not there yet.');
    const accounts = await othersOf(context, operator);
    if (state.value.firstAccount === undefined && accounts.length > 0) return;
    state.change({ firstAccount: 'begun' });
    const found = accounts.find(({ name }) => name === NAME);
    const { id } = found ?? (await operator.createAccount(NAME, 'PRO'));
    const key = await operator.keyText(id, KEY);
    const link = await operator.signInLink(id);
    await output.showOnce(`
The first account, "${NAME}", on the plan PRO. Its key is shown this once:
  ${key}
Its console (the link works once, for 15 minutes):
  ${link}
Make a short link:
  curl -s ${api}/v2/shorten -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' -d '{"url":"https://example.com/hello"}'

`);
    state.change({ firstAccount: 'told' });
  },
};
