/** Durable Objects: their names, calls and tables. */

/**
 * Returns the object of a name; its first call creates it. No other function names objects, so this one alone chooses
 * their jurisdiction, and in another jurisdiction the name has another object (docs/design/counters.md).
 */
export function objectNamed<T extends Rpc.DurableObjectBranded | undefined>(
  { JURISDICTION }: Locality,
  objects: DurableObjectNamespace<T>,
  name: string,
): DurableObjectStub<T> {
  return (JURISDICTION ? objects.jurisdiction(JURISDICTION as 'eu') : objects).getByName(name);
}

/** The call of an object failed: the object is overloaded or unreachable, or has thrown. */
export class ObjectUnreachable extends Error {
  constructor(cause: unknown) {
    super('A Durable Object did not answer', { cause });
    this.name = 'ObjectUnreachable';
  }
}

const CALL_ATTEMPTS = 2;

/** The failed calls of this isolate that no metrics have counted yet. */
let failedCalls = 0;

/** Returns the number of calls that have failed since this function was last called. */
export function takeFailedCalls(): number {
  const taken = failedCalls;
  failedCalls = 0;
  return taken;
}

/**
 * Calls an object. A failed call gets one retry if the platform reports the fault as retryable, or if the call is
 * `repeatable`. Each attempt has a new stub, because an exception may leave the old one broken. An overloaded object
 * gets no retry (developers.cloudflare.com/durable-objects/best-practices/error-handling/).
 * @throws ObjectUnreachable
 */
export async function callObject<Stub, Result>(
  stub: () => Stub,
  call: (stub: Stub) => Promise<Result>,
  { repeatable = false } = {},
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call(stub());
    } catch (error) {
      const { retryable = false, overloaded = false } = error as { retryable?: boolean; overloaded?: boolean };
      if (attempt === CALL_ATTEMPTS || overloaded || !(retryable || repeatable)) {
        failedCalls++;
        throw new ObjectUnreachable(error);
      }
    }
  }
}

/** The jurisdiction in which the Durable Objects of a deployment are stored. */
export type Locality = { readonly JURISDICTION?: string };

/**
 * Refuses an unknown jurisdiction before a worker starts. In another jurisdiction every name has another, empty object.
 * @throws Error naming the variable
 */
export function checkJurisdiction({ JURISDICTION: text = '' }: Locality): void {
  if (text !== '' && text !== 'eu')
    throw new Error('Configuration: JURISDICTION must be "eu", or empty for anywhere (docs/operating/deploying.md)');
}

/** Creates the tables of an object that it lacks. @param tables their names and columns; each has a primary key */
export function createTables(sql: SqlStorage, ...tables: string[]): void {
  for (const table of tables) sql.exec(`CREATE TABLE IF NOT EXISTS ${table} WITHOUT ROWID`);
}

/** Whether an object's database has a table. An object makes its tables only once it stores something. */
export const hasTable = (sql: SqlStorage, name: string): boolean =>
  sql.exec('SELECT 1 FROM sqlite_master WHERE name = ?', name).toArray().length > 0;
