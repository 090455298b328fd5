/** Bindings that count their calls, for the cost of a request. They do not count calls from inside a Durable Object. */
import { env } from 'cloudflare:workers';
import type { Env } from './world';

/** All calls of the bindings, in order: the SQL of each round trip to D1, `put KEY`, `KEYS.admit`. */
export type Cost = { d1: string[]; rowsRead: number; rowsWritten: number; kv: string[]; objects: string[] };

const nothing = (): Cost => ({ d1: [], rowsRead: 0, rowsWritten: 0, kv: [], objects: [] });

type Counted = Pick<Env, 'DB' | 'ROUTES' | 'KEYS' | 'ADDRESSES' | 'CLICKS' | 'STATISTICS'>;

/** Bindings for a world. `takeCost` returns their calls since it was last called. */
export function countedBindings(): { bindings: Counted; takeCost: () => Cost } {
  let cost = nothing();
  const record: CostRecorder = {
    d1: (sql) => void cost.d1.push(sql.replace(/\s+/g, ' ')),
    rows: ({ rows_read, rows_written }) => {
      cost.rowsRead += rows_read;
      cost.rowsWritten += rows_written;
    },
    kv: (call) => void cost.kv.push(call),
    object: (call) => void cost.objects.push(call),
  };
  return {
    bindings: {
      DB: countedD1(env.DB, record),
      ROUTES: countedKv(env.ROUTES, record),
      KEYS: countedObjects(env.KEYS, 'KEYS', record),
      ADDRESSES: countedObjects(env.ADDRESSES, 'ADDRESSES', record),
      CLICKS: countedObjects(env.CLICKS, 'CLICKS', record),
      STATISTICS: countedObjects(env.STATISTICS, 'STATISTICS', record),
    },
    takeCost() {
      const taken = cost;
      cost = nothing();
      return taken;
    },
  };
}

type CostRecorder = {
  d1: (sql: string) => void;
  rows: (meta: D1Meta) => void;
  kv: (call: string) => void;
  object: (call: string) => void;
};

/** A binding with some methods replaced. The others are called on the binding itself. */
function replacing<T extends object>(binding: T, methods: { readonly [name: string]: unknown }): T {
  return new Proxy(binding, {
    get(target, name) {
      if (typeof name === 'string' && Object.hasOwn(methods, name)) return methods[name];
      const member = Reflect.get(target, name) as unknown;
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}

type Statement = { readonly sql: string; readonly real: D1PreparedStatement };
const statements = new WeakMap<object, Statement>();

const countedD1 = <T extends D1Database | D1DatabaseSession>(db: T, record: CostRecorder): T =>
  replacing(db, {
    prepare: (sql: string) => countedStatement({ sql, real: db.prepare(sql) }, record),
    batch: async (batch: object[]) => {
      const known = batch.map((one) => statements.get(one) as Statement);
      record.d1(known.map(({ sql }) => sql).join('; '));
      const results = await db.batch(known.map(({ real }) => real));
      for (const { meta } of results) record.rows(meta);
      return results;
    },
    ...('withSession' in db && { withSession: (start?: string) => countedD1(db.withSession(start), record) }),
  });

/** Every way to run a statement goes through `all`, because only its result has the number of rows. */
function countedStatement(statement: Statement, record: CostRecorder): D1PreparedStatement {
  const all = async () => {
    record.d1(statement.sql);
    const result = await statement.real.all<Record<string, unknown>>();
    record.rows(result.meta);
    return result;
  };
  const counted = replacing(statement.real, {
    bind: (...values: unknown[]) => countedStatement({ ...statement, real: statement.real.bind(...values) }, record),
    all,
    run: all,
    raw: async () => (await all()).results.map((row) => Object.values(row)),
    first: async () => (await all()).results[0] ?? null,
  });
  statements.set(counted, statement);
  return counted;
}

const countedKv = (kv: KVNamespace, record: CostRecorder): KVNamespace =>
  replacing(
    kv,
    Object.fromEntries(
      (['get', 'getWithMetadata', 'put', 'delete', 'list'] as const).map((name) => [
        name,
        (...args: unknown[]) => {
          record.kv(`${name} ${String(args[0])}`);
          return (kv[name] as (...all: unknown[]) => unknown)(...args);
        },
      ]),
    ),
  );

type Method = (...args: unknown[]) => unknown;

const countedObjects = <T extends Rpc.DurableObjectBranded>(
  namespace: DurableObjectNamespace<T>,
  name: string,
  record: CostRecorder,
): DurableObjectNamespace<T> =>
  replacing(namespace, {
    getByName: (id: string) => {
      const stub = namespace.getByName(id) as unknown as Record<string, Method>;
      const call = (method: string) =>
        method === 'then' ? undefined : countCall(stub, method, `${name}.${method}`, record);
      return new Proxy({}, { get: (_, method) => call(String(method)) });
    },
  });

const countCall =
  (stub: Record<string, Method>, method: string, call: string, record: CostRecorder): Method =>
  (...args) => {
    record.object(call);
    return stub[method]?.(...args);
  };
