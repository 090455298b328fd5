/**
 * The attempts at a link's password, as its Durable Object stores them. Table names call an attempt a guess, as version
 * 0.10.0 did.
 */
import { ATTACK_ATTEMPTS, allowanceOf, LINK_PERIOD_MS, NETWORK_PERIOD_MS } from '#domain/password-attempts';

const TABLE = `CREATE TABLE guess_log (id TEXT PRIMARY KEY, network TEXT, wide_network TEXT, at INTEGER) WITHOUT ROWID;
  CREATE INDEX guesses_by_network ON guess_log (network, at);
  CREATE INDEX guesses_by_wide_network ON guess_log (wide_network, at);
  CREATE INDEX guesses_by_at ON guess_log (at)`;

/** The table of attempts up to version 0.10.0. It stays for a rollback to that version. */
const OLD_TABLE = 'guesses';

/**
 * Copies the attempts from the old table. That table has no wide networks, so each network becomes its own wide
 * network.
 */
const COPY_OLD_TABLE = `INSERT INTO guess_log (id, network, wide_network, at) SELECT id, network, network, at FROM ${OLD_TABLE}`;

/**
 * Selects the nth newest attempt. If n attempts are allowed in a period, the next one must wait until the nth newest is
 * older than the period. The query reads n rows of an index, so a flood makes no attempt more expensive.
 */
const nthNewest = (condition: string) =>
  `SELECT at FROM guess_log WHERE ${condition} ORDER BY at DESC LIMIT 1 OFFSET ? - 1`;
const OF_LINK = nthNewest('at > ?');
const OF_NETWORK = nthNewest('network = ? AND at > ?');
const OF_WIDE_NETWORK = nthNewest('wide_network = ? AND at > ?');

/** A refused attempt. From `nextAt` on (epoch milliseconds) the next attempt may be made. */
export type RefusedCharge = { readonly isCharged: false; readonly nextAt: number };

/** The result of charging an attempt. The password may be checked only if `isCharged` is true. */
export type Charge = { readonly isCharged: true } | RefusedCharge;

export class AttemptLog {
  readonly #sql: SqlStorage;
  #hasTable: boolean;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    this.#hasTable = this.#has('guess_log');
  }

  /**
   * Charges one attempt, or refuses it. The same id is charged only once. Check and insert are one synchronous step, so
   * that simultaneous attempts cannot exceed the limit. A refused attempt writes no row.
   * @param now epoch milliseconds
   */
  charge(attemptId: string, network: string, wideNetwork: string, now: number): Charge {
    this.#ensureTable();
    if (this.#sql.exec('SELECT 1 FROM guess_log WHERE id = ?', attemptId).toArray().length > 0)
      return { isCharged: true };
    const isUnderAttack = this.#at(OF_LINK, now - LINK_PERIOD_MS, ATTACK_ATTEMPTS) !== null;
    const { perNetwork, perWideNetwork } = allowanceOf(isUnderAttack);
    const since = now - NETWORK_PERIOD_MS;
    const nthOfNetwork = this.#at(OF_NETWORK, network, since, perNetwork);
    const nthOfWideNetwork = this.#at(OF_WIDE_NETWORK, wideNetwork, since, perWideNetwork);
    const last = Math.max(nthOfNetwork ?? 0, nthOfWideNetwork ?? 0);
    if (last > 0) return { isCharged: false, nextAt: last + NETWORK_PERIOD_MS };
    const insert = 'INSERT INTO guess_log (id, network, wide_network, at) VALUES (?, ?, ?, ?)';
    this.#sql.exec(insert, attemptId, network, wideNetwork, now);
    return { isCharged: true };
  }

  /** Refunds an attempt whose password was right or was not checked. */
  refund(attemptId: string): void {
    if (this.#hasTable) this.#sql.exec('DELETE FROM guess_log WHERE id = ?', attemptId);
  }

  /** Deletes attempts that no longer count. Returns true if attempts are left. */
  trim(now: number): boolean {
    const tables = ['guess_log', OLD_TABLE].filter((table) => this.#has(table));
    for (const table of tables) this.#sql.exec(`DELETE FROM ${table} WHERE at <= ?`, now - LINK_PERIOD_MS);
    return tables.some((table) => this.#sql.exec(`SELECT 1 FROM ${table} LIMIT 1`).toArray().length > 0);
  }

  /** Creates the table with the first attempt, because most limited links have no password. */
  #ensureTable(): void {
    if (this.#hasTable) return;
    this.#sql.exec(TABLE);
    if (this.#has(OLD_TABLE)) this.#sql.exec(COPY_OLD_TABLE);
    this.#hasTable = true;
  }

  #has(table: string): boolean {
    return this.#sql.exec('SELECT 1 FROM sqlite_master WHERE name = ?', table).toArray().length > 0;
  }

  #at(query: string, ...values: (string | number)[]): number | null {
    return this.#sql.exec<{ at: number }>(query, ...values).toArray()[0]?.at ?? null;
  }
}
