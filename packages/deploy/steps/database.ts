/** The step of the D1 database, which stores accounts, keys and links. */
import type { Context, Step } from '../context';

const NAME = 'database';

/**
 * Finds the database of this deployment. It is the one that a deployed worker binds, the one in the state file, or the
 * one that an earlier run began to create. `wasThere` is the id in the binding or in the state file.
 */
export async function findDatabase({ account, state, names }: Context) {
  const all = await account.databases();
  const bound = (await account.bound('DB'))?.id;
  const ids = [bound, state.value.database?.id];
  const known = ids.map((id) => all.find((one) => one.uuid === id)).find((one) => one !== undefined);
  const named = all.find(({ name }) => name === names.database);
  return { ours: known ?? (state.isOurs(NAME) ? named : undefined), named, wasThere: ids.find(Boolean) };
}

export const databaseStep: Step = {
  name: NAME,
  what: 'D1 database',
  changes: 'd1',

  async look(context) {
    const { ours, named, wasThere } = await findDatabase(context);
    const { names, answers, state, account } = context;
    account.databaseName = ours?.name;
    if (ours !== undefined) {
      if (state.value.database?.id !== ours.uuid) state.change({ database: { id: ours.uuid } });
      return { isDone: true, is: `${ours.name} (${ours.uuid})` };
    }
    if (named !== undefined) {
      const asks = `A D1 database ${named.name} is there, and nothing says that it is Swiftlet's. Use it?`;
      return { isDone: false, is: `${named.name}, owner unknown`, will: 'use it, if you allow it', asks };
    }
    const will = `create ${names.database}${answers.jurisdiction === 'eu' ? ', in the EU' : ''}`;
    if (wasThere === undefined) return { isDone: false, is: 'not there', will };
    const asks = `The D1 database ${wasThere} of this deployment is gone, and its links with it. Make a new, empty one?`;
    return { isDone: false, is: `gone: ${wasThere}`, will, asks };
  },

  async act(context) {
    const { state, wrangler, names, answers } = context;
    if ((await findDatabase(context)).named !== undefined) return;
    state.begin(NAME);
    await wrangler.createDatabase(names.database, answers.jurisdiction);
  },
};
