/** The guesses at a link's password that its object remembers. */
import { ADDRESS_PERIOD_MS, allowsGuess, isUnderAttack, LINK_PERIOD_MS } from '#domain/guesses';

const TABLE = 'CREATE TABLE IF NOT EXISTS guesses (id TEXT PRIMARY KEY, network TEXT, at INTEGER) WITHOUT ROWID';

const COUNTS = `SELECT count(*) FILTER (WHERE network = ?1 AND at > ?2) AS ofAddress,
  count(*) FILTER (WHERE at > ?3) AS ofLink,
  min(at) FILTER (WHERE network = ?1 AND at > ?2) AS oldest,
  max(at) FILTER (WHERE network = ?1 AND at > ?2) AS newest FROM guesses`;

type Counts = { ofAddress: number; ofLink: number; oldest: number | null; newest: number | null };

/** Charged: the guess may be looked at. Otherwise when the next one may be made, epoch milliseconds. */
export type Charge = { readonly isCharged: true } | { readonly isCharged: false; readonly nextAt: number };

export class GuessLog {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec(TABLE);
  }

  /** Charges one guess, or refuses it; the same id is charged once. One synchronous step: of two hundred, five are charged. */
  charge(guessId: string, network: string, now: number): Charge {
    if (this.#sql.exec('SELECT 1 FROM guesses WHERE id = ?', guessId).toArray().length > 0) return { isCharged: true };
    const periods = [now - ADDRESS_PERIOD_MS, now - LINK_PERIOD_MS];
    const { oldest, newest, ...guesses } = this.#sql.exec<Counts>(COUNTS, network, ...periods).one();
    if (!allowsGuess(guesses)) {
      // Under attack a network has one try: all of its guesses must be past, not the first of them.
      const last = isUnderAttack(guesses) ? newest : oldest;
      return { isCharged: false, nextAt: (last ?? now) + ADDRESS_PERIOD_MS };
    }
    this.#sql.exec('INSERT INTO guesses VALUES (?, ?, ?)', guessId, network, now);
    return { isCharged: true };
  }

  /** Gives a right guess back. */
  refund(guessId: string): void {
    this.#sql.exec('DELETE FROM guesses WHERE id = ?', guessId);
  }

  /** Forgets guesses that count no more. True when some are left. */
  trim(now: number): boolean {
    this.#sql.exec('DELETE FROM guesses WHERE at <= ?', now - LINK_PERIOD_MS);
    return this.#sql.exec('SELECT 1 FROM guesses LIMIT 1').toArray().length > 0;
  }
}
