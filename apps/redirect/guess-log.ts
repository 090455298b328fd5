/** The guesses at a link's password that its object remembers. */
import { ADDRESS_PERIOD_MS, allowsGuess, LINK_PERIOD_MS } from '#domain/guesses';

const TABLE = 'CREATE TABLE IF NOT EXISTS guesses (id INTEGER PRIMARY KEY, address TEXT, at INTEGER)';

type Counts = { ofAddress: number; ofLink: number; oldest: number | null };

/** charged: the guess may be looked at. Otherwise when the next one may be made, epoch milliseconds. */
export type Charge =
  | { readonly isCharged: true; readonly guessId: number }
  | { readonly isCharged: false; readonly nextAt: number };

export class GuessLog {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec(TABLE);
  }

  /** Charges one guess, or refuses it. One synchronous step: of two hundred at once, five are charged. */
  charge(address: string, now: number): Charge {
    const { oldest, ...guesses } = this.#sql
      .exec<Counts>(
        `SELECT count(*) FILTER (WHERE address = ?1 AND at > ?2) AS ofAddress, count(*) FILTER (WHERE at > ?3) AS ofLink,
       min(at) FILTER (WHERE address = ?1 AND at > ?2) AS oldest FROM guesses`,
        address,
        now - ADDRESS_PERIOD_MS,
        now - LINK_PERIOD_MS,
      )
      .one();
    if (!allowsGuess(guesses)) return { isCharged: false, nextAt: (oldest ?? now) + ADDRESS_PERIOD_MS };
    const { id } = this.#sql
      .exec<{ id: number }>('INSERT INTO guesses (address, at) VALUES (?, ?) RETURNING id', address, now)
      .one();
    return { isCharged: true, guessId: id };
  }

  /** Gives a guess back: it was right, or it could not be looked at. */
  refund(guessId: number): void {
    this.#sql.exec('DELETE FROM guesses WHERE id = ?', guessId);
  }

  /** Forgets guesses that count no more. True when some are left. */
  trim(now: number): boolean {
    this.#sql.exec('DELETE FROM guesses WHERE at <= ?', now - LINK_PERIOD_MS);
    return this.#sql.exec('SELECT 1 FROM guesses LIMIT 1').toArray().length > 0;
  }
}
