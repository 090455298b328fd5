/** The orders of an account's links by clicks and by last click, by which lists are sorted (docs/adr/0051). */

import { createTables } from './create-tables';

/** By the number of clicks, or by the time of the last click; both begin with the largest. */
export type SortedBy = 'clicks' | 'lastClick';

export type SortedLink = { readonly linkId: string; readonly code: string };

/** Where a page begins: the id of a stored order, and the number of its links before the page. */
export type OrderStart = { readonly order: string; readonly from: number };

/**
 * A page of an order, and where it is in the order. `unknown`: the object lacks the codes of these links, and has
 * stored no order. `expired`: the order is no longer stored.
 */
export type OrderPage =
  | (OrderStart & { readonly is: 'page'; readonly links: readonly SortedLink[]; readonly isLast: boolean })
  | { readonly is: 'unknown'; readonly linkIds: readonly string[] }
  | { readonly is: 'expired' };

const TABLES = [
  'codes (link TEXT PRIMARY KEY, code TEXT)',
  'orders (id TEXT PRIMARY KEY, links TEXT, ends_at INTEGER)',
];

const MAX_LINKS = 1_000;
const ORDER_KEPT_MS = 600_000;
/** The code of a link id that no link has any more, because its code was taken again. */
const NO_CODE = '';

const BY = { clicks: 'clicks DESC, last_at DESC, link', lastClick: 'last_at DESC, clicks DESC, link' } as const;

/** Links that were never clicked are left out, and so is the account's own row (''). */
const firstLinks = (by: SortedBy) => `SELECT link AS linkId, code
  FROM (SELECT link, clicks, last_at FROM totals WHERE clicks > 0 AND link <> '' ORDER BY ${BY[by]} LIMIT ${MAX_LINKS})
  LEFT JOIN codes USING (link) ORDER BY ${BY[by]}`;

type Found = { linkId: string; code: string | null };

export class ClickOrders {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    createTables(sql, ...TABLES);
  }

  /** Stores the code of a link, unless it is stored. */
  learn(linkId: string, code: string): void {
    this.#sql.exec('INSERT INTO codes VALUES (?, ?) ON CONFLICT DO NOTHING', linkId, code);
  }

  /** Marks the links that an order still lacks the codes of as links that no longer exist. */
  settle(by: SortedBy): void {
    for (const linkId of this.#unknownIn(this.#first(by))) this.learn(linkId, NO_CODE);
  }

  /** Stores an order as it is now, and returns its first `count` links. */
  open(by: SortedBy, count: number, now: number): OrderPage {
    const first = this.#first(by);
    const unknown = this.#unknownIn(first);
    if (unknown.length > 0) return { is: 'unknown', linkIds: unknown };
    const links = first.filter(({ code }) => code !== NO_CODE) as SortedLink[];
    const start = { order: crypto.randomUUID(), from: 0 };
    if (links.length > 0)
      this.#sql.exec('INSERT INTO orders VALUES (?, ?, ?)', start.order, JSON.stringify(links), now + ORDER_KEPT_MS);
    return pageOf(links, start, count);
  }

  /** Returns a later page of a stored order. */
  page(start: OrderStart, count: number, now: number): OrderPage {
    const [found] = this.#sql
      .exec<{ links: string }>('SELECT links FROM orders WHERE id = ? AND ends_at > ?', start.order, now)
      .toArray();
    return found === undefined ? { is: 'expired' } : pageOf(JSON.parse(found.links), start, count);
  }

  deleteExpired(now: number): void {
    this.#sql.exec('DELETE FROM orders WHERE ends_at <= ?', now);
  }

  /** Returns the end of the order that expires first, epoch milliseconds; null if none is stored. */
  nextEnd(): number | null {
    return this.#sql.exec<{ at: number | null }>('SELECT min(ends_at) AS at FROM orders').one().at;
  }

  #first(by: SortedBy): Found[] {
    return this.#sql.exec<Found>(firstLinks(by)).toArray();
  }

  #unknownIn(found: readonly Found[]): string[] {
    return found.filter(({ code }) => code === null).map(({ linkId }) => linkId);
  }
}

function pageOf(links: readonly SortedLink[], { order, from }: OrderStart, count: number): OrderPage {
  const end = from + count;
  return { is: 'page', order, from, links: links.slice(from, end), isLast: end >= links.length };
}
