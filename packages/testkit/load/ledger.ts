/** What statistics must say of a link, or of an account: written down by whoever was answered. */

/** What is compared. `browsers` is clicks by browser. */
export type Figures = {
  readonly clickCount: number;
  readonly uniqueVisitors: number;
  readonly botHits: number;
  readonly qrScans: number;
  readonly browsers: Readonly<Record<string, number>>;
};

/** What a click shows of its visitor. */
export type Visitor = { readonly network: string; readonly userAgent: string; readonly browser: string };

export class Ledger {
  readonly #browsers = new Map<string, number>();
  readonly #visitors = new Set<string>();
  #clicks = 0;
  #robots = 0;
  #scans = 0;

  /** @param visitor null: one who asked not to be looked at */
  click(visitor: Visitor | null, isScan: boolean): void {
    this.#clicks += 1;
    if (isScan) this.#scans += 1;
    if (visitor === null) return;
    const { network, userAgent, browser } = visitor;
    this.#browsers.set(browser, (this.#browsers.get(browser) ?? 0) + 1);
    this.#visitors.add(`${network} ${userAgent}`);
  }

  robot(): void {
    this.#robots += 1;
  }

  get figures(): Figures {
    return {
      clickCount: this.#clicks,
      uniqueVisitors: this.#visitors.size,
      botHits: this.#robots,
      qrScans: this.#scans,
      browsers: Object.fromEntries(this.#browsers),
    };
  }
}
