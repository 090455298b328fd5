/** The secrets of both workers. They reach Cloudflare with the first deployment of each. */
import type { Context, Step } from '../context';
import { Failure } from '../failure';
import { drawPepper, expectNoPepper } from '../pepper';

const NAME = 'secrets';

async function seen({ account, names, secrets }: Context) {
  const [redirect, api] = [await account.secretsOf(names.redirect), await account.secretsOf(names.api)];
  return {
    pepperOn: [
      ...(redirect.includes('PEPPER') ? [names.redirect] : []),
      ...(api.includes('PEPPER') ? [names.api] : []),
    ],
    hasToken: api.includes('ADMIN_TOKEN'),
    knowsPepper: secrets.read('PEPPER') !== undefined,
    knowsToken: secrets.read('ADMIN_TOKEN') !== undefined,
  };
}

export const secretsStep: Step = {
  name: NAME,
  what: 'PEPPER and ADMIN_TOKEN',
  changes: 'worker',

  async look(context) {
    const { pepperOn, hasToken, knowsPepper, knowsToken } = await seen(context);
    if (pepperOn.length === 1 && !knowsPepper)
      throw new Failure(
        `${pepperOn[0]} has a PEPPER, which nobody can read there, and the other worker needs the same: give it as the variable PEPPER. It is never made anew.`,
      );
    const isPepperReady = knowsPepper || pepperOn.length === 2;
    if (!isPepperReady) await expectNoPepper(context);
    if (isPepperReady && knowsToken) return { isDone: true, is: 'known here' };
    const missing = [...(isPepperReady ? [] : ['PEPPER']), ...(knowsToken ? [] : ['ADMIN_TOKEN'])];
    if (!context.secrets.canKeep)
      throw new Failure(`Give ${missing.join(' and ')} as variables: what CI draws is gone with its machine.`);
    const will = `draw ${missing.join(' and ')}, kept in ${context.home}/secrets`;
    if (!hasToken) return { isDone: false, is: 'not there', will };
    const asks =
      'ADMIN_TOKEN is set, and not known here: give it as the variable ADMIN_TOKEN. Or draw a new one, which ends the old one?';
    return { isDone: false, is: 'ADMIN_TOKEN is set, and not known here', will, asks };
  },

  async act(context) {
    const { secrets, state } = context;
    const { pepperOn, hasToken, knowsPepper, knowsToken } = await seen(context);
    if (pepperOn.length === 0 && !knowsPepper) await drawPepper(context);
    if (knowsToken) return;
    // Written down first: a token that is drawn and never sent would open nothing.
    if (hasToken) state.change({ renewed: ['ADMIN_TOKEN'] });
    secrets.drawToken();
  },
};
