/** The step of the D1 database, which stores accounts, keys and links. */
import type { Context, Step } from '../context';
import { Failure } from '../failure';
import type { Database } from '../wrangler/shapes';
import { WranglerFailure } from '../wrangler/wrangler-failure';

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
  const wasThere = ids.find(Boolean);
  return { ours: known ?? (state.isOurs(NAME, wasThere !== undefined) ? named : undefined), named, wasThere, bound };
}

const PLACES: Record<string, string> = { eu: 'in the EU', null: 'anywhere' };
const placeOf = ({ jurisdiction }: Database): string => PLACES[String(jurisdiction)] ?? `in ${jurisdiction}`;

/** What keeps a database from being ours, or is to be known of it: where it is kept can never be changed. */
function notePlace(database: Database, isBound: boolean, { answers, state }: Context): string {
  // Where the API tells nothing, nobody knows.
  if (database.jurisdiction === undefined || database.jurisdiction === answers.jurisdiction) return '';
  // What was made by this answer, or serves, stays: the plan says where it is.
  if (isBound || state.value.begun.includes(NAME)) return `, kept ${placeOf(database)}`;
  const how = { eu: '--jurisdiction eu', null: '--jurisdiction anywhere' }[String(database.jurisdiction)];
  throw new Failure(
    `The D1 database ${database.name} is kept ${placeOf(database)}, and that can never be changed: say ${how ?? 'another --env'}.`,
  );
}

export const databaseStep: Step = {
  name: NAME,
  what: 'D1 database',
  changes: 'd1',

  async look(context) {
    const { ours, named, wasThere, bound } = await findDatabase(context);
    const { names, answers, state, account } = context;
    const found = ours ?? named;
    const note = found === undefined ? '' : notePlace(found, found.uuid === bound, context);
    account.databaseName = ours?.name;
    if (ours !== undefined) {
      if (state.value.database?.id !== ours.uuid) state.change({ database: { id: ours.uuid } });
      return { isDone: true, is: `${ours.name} (${ours.uuid})${note}` };
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
    const { state, wrangler, names, answers, account } = context;
    if ((await findDatabase(context)).named !== undefined) return;
    state.begin(NAME);
    try {
      await wrangler.createDatabase(names.database, answers.jurisdiction);
    } catch (error) {
      // Also "already exists": its answer was lost before.
      if (!(error instanceof WranglerFailure)) throw error;
      account.forget('d1');
      if ((await findDatabase(context)).ours === undefined) throw error;
    }
  },
};
