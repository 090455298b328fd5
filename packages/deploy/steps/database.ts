/** The step of the D1 database, which stores accounts, keys and links. */

import { Failure } from '#machine/failure';
import type { Context, Step } from '../context';
import type { Database } from '../wrangler/shapes';
import { WranglerFailure } from '../wrangler/wrangler-failure';

const NAME = 'database';

/**
 * Finds the database of this deployment. It is the one that a deployed worker binds, the one in the state file, or the
 * one that an earlier run began to create. `previousId` is the id in the binding or in the state file.
 */
export async function findDatabase({ account, state, names }: Context) {
  const all = await account.databases();
  const bound = (await account.bound('DB'))?.id;
  const ids = [bound, state.value.database?.id];
  const known = ids.map((id) => all.find((one) => one.uuid === id)).find((one) => one !== undefined);
  const named = all.find(({ name }) => name === names.database);
  const previousId = ids.find(Boolean);
  return {
    ours: known ?? (state.isOurs(NAME, previousId !== undefined) ? named : undefined),
    named,
    previousId,
    bound,
  };
}

const PLACES: Record<string, string> = { eu: 'in the EU', null: 'anywhere' };
const placeOf = ({ jurisdiction }: Database): string => PLACES[String(jurisdiction)] ?? `in ${jurisdiction}`;

/**
 * Returns a note for the plan if a database is not in the chosen jurisdiction.
 * @throws Failure if the deployment does not use that database yet, because a jurisdiction can never be changed
 */
function notePlace(database: Database, isBound: boolean, { answers, state }: Context): string {
  // The API may return no jurisdiction. Then it is unknown.
  if (database.jurisdiction === undefined || database.jurisdiction === answers.jurisdiction) return '';
  // A database that this deployment has created or uses stays. The plan says where it is kept.
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
    const { ours, named, previousId, bound } = await findDatabase(context);
    const { names, answers, state, account } = context;
    const found = ours ?? named;
    const note = found === undefined ? '' : notePlace(found, found.uuid === bound, context);
    account.databaseName = ours?.name;
    if (ours !== undefined) {
      if (state.value.database?.id !== ours.uuid) state.change({ database: { id: ours.uuid } });
      return { isDone: true, actual: `${ours.name} (${ours.uuid})${note}` };
    }
    if (named !== undefined) {
      const question = `A D1 database ${named.name} is there, and nothing says that it is Swiftlet's. Use it?`;
      return { isDone: false, actual: `${named.name}, owner unknown`, change: 'use it, if you allow it', question };
    }
    const change = `create ${names.database}${answers.jurisdiction === 'eu' ? ', in the EU' : ''}`;
    if (previousId === undefined) return { isDone: false, actual: 'not there', change };
    const question = `The D1 database ${previousId} of this deployment is gone, and its links with it. Make a new, empty one?`;
    return { isDone: false, actual: `gone: ${previousId}`, change, question };
  },

  async act(context) {
    const { state, wrangler, names, answers, account } = context;
    if ((await findDatabase(context)).named !== undefined) return;
    state.begin(NAME);
    try {
      await wrangler.createDatabase(names.database, answers.jurisdiction);
    } catch (error) {
      // The error may be "already exists", because the response to an earlier creation was lost.
      if (!(error instanceof WranglerFailure)) throw error;
      account.forget('d1');
      if ((await findDatabase(context)).ours === undefined) throw error;
    }
  },
};
