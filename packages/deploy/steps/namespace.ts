/** The KV namespace: what visitors are led on by. */
import type { Context, Step } from '../context';
import { REFUSED } from '../permissions';
import { WranglerFailure } from '../wrangler/wrangler-failure';

const NAME = 'namespace';
const WORLDWIDE = 'addresses of unprotected links are copied worldwide';

/** The namespace that is ours: the one a worker of ours is bound to, the one we know, or the one whose making we began. */
export async function findNamespace({ account, state, names }: Context) {
  const all = await account.namespaces();
  const bound = (await account.bound('ROUTES'))?.namespace_id;
  const ids = [bound, state.value.namespace?.id];
  const known = ids.map((id) => all.find((one) => one.id === id)).find((one) => one !== undefined);
  const named = all.find(({ title }) => title === names.namespace);
  const wasThere = ids.find(Boolean);
  return { ours: known ?? (state.isOurs(NAME, wasThere !== undefined) ? named : undefined), named, wasThere, bound };
}

export const namespaceStep: Step = {
  name: NAME,
  what: 'KV namespace',
  changes: 'kv',

  async look(context) {
    const { ours, named, wasThere } = await findNamespace(context);
    const { names, answers, state } = context;
    if (ours !== undefined) {
      if (state.value.namespace?.id !== ours.id) state.change({ namespace: { id: ours.id } });
      return { isDone: true, is: `${ours.title} (${ours.id})` };
    }
    if (named !== undefined) {
      const asks = `A KV namespace ${named.title} is there, and nothing says that it is Swiftlet's. Use it?`;
      return { isDone: false, is: `${named.title}, owner unknown`, will: 'use it, if you allow it', asks };
    }
    const where = answers.jurisdiction === 'eu' ? `, in the EU where the account offers that; else ${WORLDWIDE}` : '';
    const will = `create ${names.namespace}${where}`;
    if (wasThere === undefined) return { isDone: false, is: 'not there', will };
    const asks = `The KV namespace ${wasThere} of this deployment is gone. Make a new, empty one?`;
    return { isDone: false, is: `gone: ${wasThere}`, will, asks };
  },

  async act(context) {
    const { state, wrangler, names, answers, tell, account } = context;
    if ((await findNamespace(context)).named !== undefined) return;
    state.begin(NAME);
    const isMade = async (error: unknown) => {
      if (!(error instanceof WranglerFailure)) throw error;
      account.forget('kv');
      return (await findNamespace(context)).ours !== undefined;
    };
    const where = answers.jurisdiction;
    try {
      await wrangler.createNamespace(names.namespace, where);
    } catch (error) {
      // Also "already exists": wrangler had no answer, and asked again.
      if (await isMade(error)) return;
      if (where === null || !isNotOffered(error)) throw error;
      tell.line(`This account offers no KV in the EU: ${WORLDWIDE}.`);
      await wrangler.createNamespace(names.namespace, null);
    }
  },
};

/** The API refused the request itself, and not the token. What it says of a jurisdiction it lacks nobody has written down. */
const isNotOffered = (error: unknown): boolean =>
  error instanceof WranglerFailure && [400, 403, 422].includes(error.status ?? 0) && !REFUSED.includes(error.code ?? 0);
