/** The attempts at a link's password that its object keeps. Its tables have the word of 0.10.0, guess. */
import { ATTACK_ATTEMPTS, allowanceOf, LINK_PERIOD_MS, NETWORK_PERIOD_MS } from '#domain/password-attempts';

const TABLE = `CREATE TABLE guess_log (id TEXT PRIMARY KEY, network TEXT, wide_network TEXT, at INTEGER) WITHOUT ROWID;
  CREATE INDEX guesses_by_network ON guess_log (network, at);
  CREATE INDEX guesses_by_wide_network ON guess_log (wide_network, at);
  CREATE INDEX guesses_by_at ON guess_log (at)`;

/** Up to version 0.10.0 attempts stood here. Kept for a roll-back, which makes it anew where it is missing. */
const OLD_TABLE = 'guesses';

/** Takes over what that version charged. It knew no wide networks: each network is one. */
const TAKE_OVER = `INSERT INTO guess_log (id, network, wide_network, at) SELECT id, network, network, at FROM ${OLD_TABLE}`;

/**
 * The attempt that must be past before there is room for another: with `n` allowed, the nth newest. Read by an index, and no
 * further than that, so that a flood makes no attempt dearer.
 */
const nthNewest = (condition: string) =>
  `SELECT at FROM guess_log WHERE ${condition} ORDER BY at DESC LIMIT 1 OFFSET ? - 1`;
const OF_LINK = nthNewest('at > ?');
const OF_NETWORK = nthNewest('network = ? AND at > ?');
const OF_WIDE_NETWORK = nthNewest('wide_network = ? AND at > ?');

/** When the next attempt may be made, epoch milliseconds. */
export type RefusedCharge = { readonly isCharged: false; readonly nextAt: number };

/** Charged: the attempt may be checked. */
export type Charge = { readonly isCharged: true } | RefusedCharge;

export class AttemptLog {
  readonly #sql: SqlStorage;
  #isMade: boolean;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    this.#isMade = this.#has('guess_log');
  }

  /**
   * Charges one attempt, or refuses it; the same id is charged once. One synchronous step: of two hundred, five are charged.
   * What is refused is not written down.
   */
  charge(attemptId: string, network: string, wideNetwork: string, now: number): Charge {
    this.#make();
    if (this.#sql.exec('SELECT 1 FROM guess_log WHERE id = ?', attemptId).toArray().length > 0)
      return { isCharged: true };
    const isUnderAttack = this.#at(OF_LINK, now - LINK_PERIOD_MS, ATTACK_ATTEMPTS) !== null;
    const { perNetwork, perWideNetwork } = allowanceOf(isUnderAttack);
    const since = now - NETWORK_PERIOD_MS;
    const ofNetwork = this.#at(OF_NETWORK, network, since, perNetwork);
    const ofWideNetwork = this.#at(OF_WIDE_NETWORK, wideNetwork, since, perWideNetwork);
    const last = Math.max(ofNetwork ?? 0, ofWideNetwork ?? 0);
    if (last > 0) return { isCharged: false, nextAt: last + NETWORK_PERIOD_MS };
    const insert = 'INSERT INTO guess_log (id, network, wide_network, at) VALUES (?, ?, ?, ?)';
    this.#sql.exec(insert, attemptId, network, wideNetwork, now);
    return { isCharged: true };
  }

  /** Gives an attempt back that was right, or that was not checked. */
  refund(attemptId: string): void {
    if (this.#isMade) this.#sql.exec('DELETE FROM guess_log WHERE id = ?', attemptId);
  }

  /** Deletes attempts that count no more. True when some are left. */
  trim(now: number): boolean {
    const tables = ['guess_log', OLD_TABLE].filter((table) => this.#has(table));
    for (const table of tables) this.#sql.exec(`DELETE FROM ${table} WHERE at <= ?`, now - LINK_PERIOD_MS);
    return tables.some((table) => this.#sql.exec(`SELECT 1 FROM ${table} LIMIT 1`).toArray().length > 0);
  }

  /** With the first attempt: most limited links have no password. */
  #make(): void {
    if (this.#isMade) return;
    this.#sql.exec(TABLE);
    if (this.#has(OLD_TABLE)) this.#sql.exec(TAKE_OVER);
    this.#isMade = true;
  }

  #has(table: string): boolean {
    return this.#sql.exec('SELECT 1 FROM sqlite_master WHERE name = ?', table).toArray().length > 0;
  }

  #at(query: string, ...values: (string | number)[]): number | null {
    return this.#sql.exec<{ at: number }>(query, ...values).toArray()[0]?.at ?? null;
  }
}
