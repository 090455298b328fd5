/** Reads several results with one round trip to D1. */
import type { SQL } from 'drizzle-orm';
import { prepareStatement } from '#api/database/database';

/** Reads the rows of a statement. Their fields have the names of the columns in D1. */
export type ReadRows = <Row>(statement: SQL) => Promise<Row[]>;

/**
 * Reads further statements beside the first one that `read` gets, in one round trip. Later ones are read alone.
 * `others` resolves to the rows of the further statements. It reads them itself where `read` was not called.
 */
export function oneTrip(d1: D1Database, statements: readonly SQL[]) {
  let others: Promise<unknown[][]> | undefined;
  const trip = async (all: readonly SQL[]): Promise<unknown[][]> =>
    (await d1.batch(all.map((statement) => prepareStatement(d1, statement)))).map(({ results }) => results);
  const read: ReadRows = async <Row>(statement: SQL) => {
    if (others !== undefined) return (await trip([statement]))[0] as Row[];
    const all = trip([statement, ...statements]);
    others = all.then(([, ...rest]) => rest);
    // Whoever awaits `all` gets the error. `others` may never be awaited then.
    others.catch(() => {});
    return (await all)[0] as Row[];
  };
  return {
    read,
    others: (): Promise<unknown[][]> => {
      others ??= trip(statements);
      return others;
    },
  };
}

/** Does what `oneTrip` does in the primary of D1, because a replica may lack the latest writes. */
export const oneTripToPrimary = (d1: D1Database, statements: readonly SQL[]) =>
  oneTrip(d1.withSession('first-primary') as unknown as D1Database, statements);
