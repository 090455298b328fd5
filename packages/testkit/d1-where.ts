/** A D1 in which some statements meet a fault. */
import { env } from 'cloudflare:workers';

/** Decides whether and when a statement is executed, and what its caller receives. */
type Fate = (execute: () => Promise<unknown>) => Promise<unknown>;

/** D1 with a fate for the statements whose SQL matches. The others are executed as usual. */
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

/** D1 rejects the statement without executing it. */
export const overloaded: Fate = async () => {
  throw new Error('D1_ERROR: D1 DB is overloaded. Too many requests queued.');
};

/** The statement takes effect, and its reply is lost. */
export const losingReply: Fate = async (execute) => {
  await execute();
  throw new Error('D1_ERROR: D1 DB is overloaded. Too many requests queued.');
};
