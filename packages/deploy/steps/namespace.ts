/** The step of the KV namespace, which stores the edge entries. */
import type { Context, Step } from '../context';
import { REFUSED } from '../permissions';
import { WranglerFailure } from '../wrangler/shapes';

const NAME = 'namespace';
const WORLDWIDE = 'addresses of unprotected links are copied worldwide';

/**
 * Finds the namespace of this deployment. It is the one that a deployed worker binds, the one in the state file, or the
 * one that an earlier run began to create. `previousId` is the id in the binding or in the state file.
 */
export async function findNamespace({ account, state, names }: Context) {
  const all = await account.namespaces();
  const bound = (await account.bound('ROUTES'))?.namespace_id;
  const ids = [bound, state.value.namespace?.id];
  const known = ids.map((id) => all.find((one) => one.id === id)).find((one) => one !== undefined);
  const named = all.find(({ title }) => title === names.namespace);
  const previousId = ids.find(Boolean);
  return {
    ours: known ?? (state.isOurs(NAME, previousId !== undefined) ? named : undefined),
    named,
    previousId,
    bound,
  };
}

export const namespaceStep: Step = {
  name: NAME,
  what: 'KV namespace',
  changes: 'kv',

  async check(context) {
    const { ours, named, previousId } = await findNamespace(context);
    const { names, answers, state } = context;
    if (ours !== undefined) {
      if (state.value.namespace?.id !== ours.id) state.change({ namespace: { id: ours.id } });
      return { isDone: true, actual: `${ours.title} (${ours.id})` };
    }
    if (named !== undefined) {
      const question = `A KV namespace ${named.title} is there, and nothing says that it is Swiftlet's. Use it?`;
      return { isDone: false, actual: `${named.title}, owner unknown`, change: 'use it, if you allow it', question };
    }
    const where = answers.jurisdiction === 'eu' ? `, in the EU where the account offers that; else ${WORLDWIDE}` : '';
    const change = `create ${names.namespace}${where}`;
    if (previousId === undefined) return { isDone: false, actual: 'not there', change };
    const question = `The KV namespace ${previousId} of this deployment is gone. Make a new, empty one?`;
    return { isDone: false, actual: `gone: ${previousId}`, change, question };
  },

  async act(context) {
    const { state, wrangler, names, answers, output, account } = context;
    if ((await findNamespace(context)).named !== undefined) return;
    state.begin(NAME);
    const isCreated = async (error: unknown) => {
      if (!(error instanceof WranglerFailure)) throw error;
      account.forget('kv');
      return (await findNamespace(context)).ours !== undefined;
    };
    const where = answers.jurisdiction;
    try {
      await wrangler.createNamespace(names.namespace, where);
    } catch (error) {
      // The error may be "already exists", because wrangler repeats a request whose response was lost.
      if (await isCreated(error)) return;
      if (where === null || !isNotOffered(error)) throw error;
      output.line(`This account offers no KV in the EU: ${WORLDWIDE}.`);
      await wrangler.createNamespace(names.namespace, null);
    }
  },
};

/**
 * Whether the API refused the request itself, and not the token. The error for a jurisdiction that an account lacks is
 * not documented.
 */
const isNotOffered = (error: unknown): boolean =>
  error instanceof WranglerFailure && [400, 403, 422].includes(error.status ?? 0) && !REFUSED.includes(error.code ?? 0);
