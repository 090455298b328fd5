/**
 * The orders of an account's links by clicks and by last click, by which lists are sorted (docs/design/statistics.md).
 */
import { createTables } from '#store/objects';

/** By the number of clicks, or by the time of the last click; both begin with the largest. */
export type SortedBy = 'clicks' | 'lastClick';

export type SortedLink = { readonly linkId: string; readonly code: string };

/** Where a page begins: the id of a stored order, and the number of its links before the page. */
export type OrderStart = { readonly order: string; readonly from: number };

/** A page of an order, and where it is in the order. */
export type OrderPage = OrderStart & { readonly links: readonly SortedLink[]; readonly isLast: boolean };

const MAX_LINKS = 1_000;
const ORDER_KEPT_MS = 600_000;

const BY = { clicks: 'clicks DESC, last_at DESC, link', lastClick: 'last_at DESC, clicks DESC, link' } as const;

/** Links that were never clicked are left out, and so is the account's own row (''). */
const firstLinks = (by: SortedBy) =>
  `SELECT link AS linkId, code FROM totals WHERE clicks > 0 AND link <> '' ORDER BY ${BY[by]} LIMIT ${MAX_LINKS}`;

export class ClickOrders {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    createTables(sql, 'orders (id TEXT PRIMARY KEY, links TEXT, ends_at INTEGER)');
  }

  /** Stores an order as it is now, and returns its first `count` links. */
  open(by: SortedBy, count: number, now: number): OrderPage {
    const links = this.#sql.exec<SortedLink>(firstLinks(by)).toArray();
    const start = { order: crypto.randomUUID(), from: 0 };
    if (links.length > 0)
      this.#sql.exec('INSERT INTO orders VALUES (?, ?, ?)', start.order, JSON.stringify(links), now + ORDER_KEPT_MS);
    return cutPage(links, start, count);
  }

  /** Returns a later page of a stored order; null if the order is no longer stored. */
  page(start: OrderStart, count: number, now: number): OrderPage | null {
    const [found] = this.#sql
      .exec<{ links: string }>('SELECT links FROM orders WHERE id = ? AND ends_at > ?', start.order, now)
      .toArray();
    return found === undefined ? null : cutPage(JSON.parse(found.links), start, count);
  }

  deleteExpired(now: number): void {
    this.#sql.exec('DELETE FROM orders WHERE ends_at <= ?', now);
  }

  /** Returns the end of the order that expires first, epoch milliseconds; null if none is stored. */
  nextEnd(): number | null {
    return this.#sql.exec<{ at: number | null }>('SELECT min(ends_at) AS at FROM orders').one().at;
  }
}

function cutPage(links: readonly SortedLink[], { order, from }: OrderStart, count: number): OrderPage {
  const end = from + count;
  return { order, from, links: links.slice(from, end), isLast: end >= links.length };
}
