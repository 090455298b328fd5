/** The step of the secrets of both workers. The first deployment of each worker sends them. */

import { Failure } from '#machine/failure';
import type { Context, Step } from '../context';
import { expectNoPepper, generatePepper } from '../pepper';

const NAME = 'secrets';

async function secretsState({ account, names, secrets }: Context) {
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
    const { pepperOn, hasToken, knowsPepper, knowsToken } = await secretsState(context);
    if (pepperOn.length === 1 && !knowsPepper)
      throw new Failure(
        `${pepperOn[0]} has a PEPPER, which cannot be read there. The other worker needs the same one: set the variable PEPPER. The PEPPER is never generated again.`,
      );
    const isPepperReady = knowsPepper || pepperOn.length === 2;
    if (!isPepperReady) await expectNoPepper(context);
    if (isPepperReady && knowsToken) return { isDone: true, actual: 'known here' };
    const missing = [...(isPepperReady ? [] : ['PEPPER']), ...(knowsToken ? [] : ['ADMIN_TOKEN'])];
    if (!context.secrets.canStore)
      throw new Failure(
        `Give ${missing.join(' and ')} as variables, because a secret that is generated in CI is lost with the computer.`,
      );
    const change = `generate ${missing.join(' and ')}, kept in ${context.home}/secrets`;
    if (!hasToken) return { isDone: false, actual: 'not there', change };
    const question =
      'ADMIN_TOKEN is set, and not known here: set the variable ADMIN_TOKEN. Or generate a new one, which ends the old one?';
    return { isDone: false, actual: 'ADMIN_TOKEN is set, and not known here', change, question };
  },

  async act(context) {
    const { secrets, state } = context;
    const { pepperOn, hasToken, knowsPepper, knowsToken } = await secretsState(context);
    if (pepperOn.length === 0 && !knowsPepper) await generatePepper(context);
    if (knowsToken) return;
    // The state is written first. Otherwise a run that ends here would leave a new token that is never sent.
    if (hasToken) state.change({ renewed: ['ADMIN_TOKEN'] });
    secrets.generateToken();
  },
};
