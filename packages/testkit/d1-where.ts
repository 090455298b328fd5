/** A D1 some of whose statements meet a fault. */
import { env } from 'cloudflare:workers';

/** What becomes of a statement: it may be executed or not, late or in vain. */
type Fate = (execute: () => Promise<unknown>) => Promise<unknown>;

/** D1 with another fate for the statements whose SQL matches. */
export const d1Where = (matching: RegExp, fate: Fate): D1Database =>
  new Proxy(env.DB, {
    get(db, name) {
      if (name === 'prepare')
        return (sql: string) => (matching.test(sql) ? fated(db.prepare(sql), fate) : db.prepare(sql));
      const member = Reflect.get(db, name) as unknown;
      return typeof member === 'function' ? member.bind(db) : member;
    },
  });

function fated(statement: D1PreparedStatement, fate: Fate): D1PreparedStatement {
  return new Proxy(statement, {
    get(target, name) {
      if (name === 'bind') return (...values: unknown[]) => fated(target.bind(...values), fate);
      const method = Reflect.get(target, name) as (...args: unknown[]) => Promise<unknown>;
      return (...args: unknown[]) => fate(() => method.apply(target, args));
    },
  });
}

/** D1 does not take the statement at all. */
export const overloaded: Fate = async () => {
  throw new Error('D1_ERROR: D1 DB is overloaded. Too many requests queued.');
};

/** The statement has its effect, and its answer never arrives. */
export const losingReply: Fate = async (execute) => {
  await execute();
  throw new Error('D1_ERROR: D1 DB is overloaded. Too many requests queued.');
};
