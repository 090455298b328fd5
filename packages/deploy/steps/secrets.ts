/**
 * The secrets of both workers, which the first deployment of each sends. A deployment has one PEPPER. Cloudflare has no
 * conditional write for secrets, so a second computer could replace it. A marker in D1 prevents that: only the PEPPER
 * whose id it holds is ever sent.
 */
import { Failure } from '#machine/failure';
import { computePepperId } from '#secrets/pepper';
import type { Context, Step } from '../context';
import { readMarker, takeMarker } from '../markers';

const NAME = 'secrets';

async function readSecretsState({ account, names, secrets }: Context) {
  const [redirect, api] = [await account.listSecrets(names.redirect), await account.listSecrets(names.api)];
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

  async check(context) {
    const { pepperOn, hasToken, knowsPepper, knowsToken } = await readSecretsState(context);
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
    const { pepperOn, hasToken, knowsPepper, knowsToken } = await readSecretsState(context);
    if (pepperOn.length === 0 && !knowsPepper) await generatePepper(context);
    if (knowsToken) return;
    // The state is written first. Otherwise a run that ends here would leave a new token that is never sent.
    if (hasToken) state.change({ renewed: ['ADMIN_TOKEN'] });
    secrets.generateToken();
  },
};

const makeOtherPepperFailure = (id: string): Failure =>
  new Failure(
    `Another computer has generated the PEPPER of this deployment (id ${id}): let it finish, or set the variable PEPPER to that PEPPER. The PEPPER is never generated again.`,
  );

/** @throws Failure if the deployment has a PEPPER already that this computer has not generated */
async function expectNoPepper(context: Context): Promise<void> {
  const id = await readMarker(context, 'pepper');
  const pending = context.secrets.pendingPepper;
  if (id !== undefined && (pending === undefined || (await computePepperId(pending)) !== id))
    throw makeOtherPepperFailure(id);
}

/**
 * Generates the PEPPER, and keeps it unless another computer was first.
 * @throws Failure if another computer was first
 */
async function generatePepper(context: Context): Promise<void> {
  const { secrets } = context;
  const own = await computePepperId(secrets.generatePepper());
  const id = await takeMarker(context, 'pepper', own);
  if (id === own) return secrets.commitPepper();
  secrets.discardPepper();
  throw makeOtherPepperFailure(id);
}

/** Marks a PEPPER as that of the deployment before it is sent. @throws Failure if the deployment has another one */
export async function claimPepper(context: Context, pepper: string): Promise<void> {
  const own = await computePepperId(pepper);
  const id = await takeMarker(context, 'pepper', own);
  if (id !== own)
    throw new Failure(
      `The PEPPER known here (id ${own}) is not that of this deployment (id ${id}): set the variable PEPPER to that one. After a change of the pepper, see docs/operating/pepper.md.`,
    );
}
