/**
 * Fault injection. All calls of a wrapped binding pass through a `Tap`. The tap records each call, and its fault
 * decides the outcome. Tests pass wrapped bindings to a world. `rebind` replaces the bindings inside a Durable Object.
 */
import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';

/**
 * Decides the outcome of one call. `what` names it (a method, or the SQL), `nth` is its number in the tap, from 1, and
 * `first` its first argument.
 */
export type Fault = (call: () => Promise<unknown>, what: string, nth: number, first?: unknown) => Promise<unknown>;

/** Records the calls of a binding, and applies a fault to each. The test may change the fault at any time. */
export class Tap {
  readonly calls: string[] = [];
  constructor(public fault: Fault = pass) {}

  through(what: string, call: () => unknown, first?: unknown): Promise<unknown> {
    this.calls.push(what);
    return this.fault(async () => await call(), what, this.calls.length, first);
  }
}

/** No fault. */
export const pass: Fault = (call) => call();

/** The call fails and has no effect. */
export const failing =
  (message = 'Network connection lost.'): Fault =>
  async () => {
    throw new Error(message);
  };

export const D1_DOWN = failing('D1_ERROR: D1 DB is overloaded. Requests queued for too long.');
export const KV_DOWN = failing('KV PUT failed: 500 Internal Server Error');
export const KV_TOO_MANY = failing('KV PUT failed: 429 Too Many Requests');

/** An overloaded Durable Object: the platform says that a caller must not retry. */
export const OVERLOADED: Fault = async () => {
  throw Object.assign(new Error('Durable Object is overloaded.'), { overloaded: true });
};

/** All calls take effect. The response to every nth call is lost. */
export const losingResponses =
  (every = 1, message = 'Network connection lost.'): Fault =>
  async (call, _what, nth) => {
    const response = await call();
    if (nth % every === 0) throw new Error(message);
    return response;
  };

/** All calls wait until the test calls `proceed`. `reached` resolves at the first call. */
export function stalling(): { fault: Fault; reached: Promise<void>; proceed: () => void } {
  const [reached, proceeds] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const fault: Fault = async (call) => {
    reached.resolve();
    await proceeds.promise;
    return call();
  };
  return { fault, reached: reached.promise, proceed: proceeds.resolve };
}

/** One fault for the first calls, none for the rest. */
export const firstCalls =
  (count: number, fault: Fault): Fault =>
  (call, what, nth, first) =>
    nth <= count ? fault(call, what, nth, first) : call();

/** A fault for the calls whose name or SQL matches; the others pass. */
export const onlyFor =
  (pattern: RegExp, fault: Fault): Fault =>
  (call, what, nth, first) =>
    pattern.test(what) ? fault(call, what, nth, first) : call();

/** Calls that fail for their caller, and take effect later, when the test releases them. */
export class LateCalls {
  readonly waiting: (() => Promise<unknown>)[] = [];
  readonly fault: Fault = async (call) => {
    this.waiting.push(call);
    throw new Error('Network connection lost.');
  };

  /** Makes the oldest calls, in order. */
  async release(count = this.waiting.length): Promise<void> {
    for (const call of this.waiting.splice(0, count)) await call();
  }
}

/**
 * Replaces single members of a binding and passes the rest through. It returns methods as closures, because on the
 * method of an RPC stub `bind` would be a remote call.
 */
export function wrap<T extends object>(binding: T, overrides: { readonly [name: string]: unknown }): T {
  return new Proxy(binding, {
    get(target, name) {
      if (typeof name === 'string' && name in overrides) return overrides[name];
      const member = Reflect.get(target, name) as unknown;
      if (typeof member !== 'function') return member;
      return (...args: unknown[]) => (target as Record<PropertyKey, (...all: unknown[]) => unknown>)[name]?.(...args);
    },
  });
}

/** A KV with the named methods behind a tap. */
export const tappedKv = (
  kv: KVNamespace,
  tap: Tap,
  methods: readonly ('get' | 'put')[] = ['get', 'put'],
): KVNamespace =>
  wrap(
    kv,
    Object.fromEntries(
      methods.map((name) => [
        name,
        (...args: unknown[]) => tap.through(name, () => (kv[name] as (...all: unknown[]) => unknown)(...args), args[0]),
      ]),
    ),
  );

const EXECUTING = ['first', 'all', 'run', 'raw'] as const;
const realStatements = new WeakMap<object, D1PreparedStatement>();

function tappedStatement(statement: D1PreparedStatement, sql: string, tap: Tap): D1PreparedStatement {
  const executing = EXECUTING.map((name) => [
    name,
    (...args: unknown[]) => tap.through(sql, () => (statement[name] as (...all: unknown[]) => unknown)(...args)),
  ]);
  const tapped = wrap(statement, {
    ...Object.fromEntries(executing),
    bind: (...values: unknown[]) => tappedStatement(statement.bind(...values), sql, tap),
  });
  realStatements.set(tapped, statement);
  return tapped;
}

/** A D1 with all statements behind a tap. Their SQL names them; a batch is one call with the name `batch`. */
export function tappedD1<T extends D1Database | D1DatabaseSession>(db: T, tap: Tap): T {
  return wrap(db, {
    prepare: (sql: string) => tappedStatement(db.prepare(sql), sql, tap),
    batch: (statements: D1PreparedStatement[]) =>
      tap.through('batch', () => db.batch(statements.map((one) => realStatements.get(one) ?? one))),
    ...('withSession' in db && { withSession: (start?: string) => tappedD1(db.withSession(start), tap) }),
  });
}

/** D1 with a fault for the statements whose SQL matches. */
export const d1Where = (matching: RegExp, fault: Fault): D1Database =>
  tappedD1(env.DB, new Tap(onlyFor(matching, fault)));

/** A namespace all of whose objects are called through a tap. */
export const tappedObjects = <T extends Rpc.DurableObjectBranded | undefined>(
  namespace: DurableObjectNamespace<T>,
  tap: Tap,
): DurableObjectNamespace<T> =>
  wrap(namespace, {
    getByName: (name: string) => {
      const stub = namespace.getByName(name) as unknown as Record<PropertyKey, (...all: unknown[]) => unknown>;
      return new Proxy({}, { get: (_, method) => tapCall(stub, method, tap) });
    },
  });

const tapCall = (stub: Record<PropertyKey, (...all: unknown[]) => unknown>, method: PropertyKey, tap: Tap) =>
  method === 'then'
    ? undefined
    : (...args: unknown[]) => tap.through(String(method), () => stub[method]?.(...args), args[0]);

/** Replaces bindings of a running Durable Object until its eviction. */
export const rebind = (stub: unknown, bindings: Partial<Cloudflare.Env>): Promise<void> =>
  runInDurableObject(stub as DurableObjectStub<never>, (instance: object) => {
    Object.assign(instance, { env: { ...env, ...bindings } });
  });

/** A stale KV: it returns the first result of every key for ever, values and misses alike. */
export function staleKv(kv: KVNamespace): KVNamespace {
  const seen = new Map<string, Promise<string | null>>();
  const get = (key: string) => {
    const value = seen.get(key) ?? kv.get(key);
    seen.set(key, value);
    return value;
  };
  return wrap(kv, { get });
}
