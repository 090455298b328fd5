/**
 * The attempts at a link's password, as its object stores and limits them (specification 11.8;
 * docs/design/keys-and-metering.md): in 15 minutes five wrong ones per network and twenty per wide network, and one and
 * three once the link has had sixty in an hour. So a provider with many networks is limited too, and no flood from
 * elsewhere can lock a link.
 */
import { hasTable } from '#store/objects';

/** How long an attempt counts against its network and its wide network. */
const NETWORK_PERIOD_MS = 900_000;

/** How long an attempt counts against its link, and so how long it is stored. */
export const LINK_PERIOD_MS = 3_600_000;

/** The number of attempts in LINK_PERIOD_MS from which on a link is under attack. */
const ATTACK_ATTEMPTS = 60;

/** The wrong attempts that are allowed in NETWORK_PERIOD_MS. */
type Allowance = { readonly perNetwork: number; readonly perWideNetwork: number };

const NORMAL: Allowance = { perNetwork: 5, perWideNetwork: 20 };
const UNDER_ATTACK: Allowance = { perNetwork: 1, perWideNetwork: 3 };

const TABLE = `CREATE TABLE attempts (id TEXT PRIMARY KEY, network TEXT, wide_network TEXT, at INTEGER) WITHOUT ROWID;
  CREATE INDEX attempts_by_network ON attempts (network, at);
  CREATE INDEX attempts_by_wide_network ON attempts (wide_network, at);
  CREATE INDEX attempts_by_at ON attempts (at)`;

/**
 * Selects the nth newest attempt. If n attempts are allowed in a period, the next one must wait until the nth newest is
 * older than the period. The query reads n rows of an index, so a flood makes no attempt more expensive.
 */
const nthNewest = (condition: string) =>
  `SELECT at FROM attempts WHERE ${condition} ORDER BY at DESC LIMIT 1 OFFSET ? - 1`;
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
    this.#hasTable = hasTable(sql, 'attempts');
  }

  /**
   * Charges one attempt before its password is checked, or refuses it. The same id is charged only once. Check and
   * insert are one synchronous step, so that simultaneous attempts cannot exceed the limit. A refused attempt writes no
   * row.
   * @param now epoch milliseconds
   */
  charge(attemptId: string, network: string, wideNetwork: string, now: number): Charge {
    this.#ensureTable();
    if (this.#sql.exec('SELECT 1 FROM attempts WHERE id = ?', attemptId).toArray().length > 0)
      return { isCharged: true };
    const isUnderAttack = this.#at(OF_LINK, now - LINK_PERIOD_MS, ATTACK_ATTEMPTS) !== null;
    const { perNetwork, perWideNetwork } = isUnderAttack ? UNDER_ATTACK : NORMAL;
    const since = now - NETWORK_PERIOD_MS;
    const nthOfNetwork = this.#at(OF_NETWORK, network, since, perNetwork);
    const nthOfWideNetwork = this.#at(OF_WIDE_NETWORK, wideNetwork, since, perWideNetwork);
    const last = Math.max(nthOfNetwork ?? 0, nthOfWideNetwork ?? 0);
    if (last > 0) return { isCharged: false, nextAt: last + NETWORK_PERIOD_MS };
    const insert = 'INSERT INTO attempts (id, network, wide_network, at) VALUES (?, ?, ?, ?)';
    this.#sql.exec(insert, attemptId, network, wideNetwork, now);
    return { isCharged: true };
  }

  /** Refunds an attempt whose password was right or was not checked. */
  refund(attemptId: string): void {
    if (this.#hasTable) this.#sql.exec('DELETE FROM attempts WHERE id = ?', attemptId);
  }

  /** Deletes attempts that no longer count. Returns true if attempts are left. */
  trim(now: number): boolean {
    if (!this.#hasTable) return false;
    this.#sql.exec('DELETE FROM attempts WHERE at <= ?', now - LINK_PERIOD_MS);
    return this.#sql.exec('SELECT 1 FROM attempts LIMIT 1').toArray().length > 0;
  }

  /** Creates the table with the first attempt, because most limited links have no password. */
  #ensureTable(): void {
    if (this.#hasTable) return;
    this.#sql.exec(TABLE);
    this.#hasTable = true;
  }

  #at(query: string, ...values: (string | number)[]): number | null {
    return this.#sql.exec<{ at: number }>(query, ...values).toArray()[0]?.at ?? null;
  }
}
