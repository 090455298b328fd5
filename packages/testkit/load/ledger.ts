/** The expected statistics of a link or an account, counted from the responses to visits. */

/** The figures that the test compares with the statistics. `browsers` holds clicks by browser. */
export type Figures = {
  readonly clickCount: number;
  readonly uniqueVisitors: number;
  readonly botHits: number;
  readonly qrScans: number;
  readonly browsers: Readonly<Record<string, number>>;
};

/** The properties of a visitor that statistics use. */
export type Visitor = { readonly network: string; readonly userAgent: string; readonly browser: string };

export class Ledger {
  readonly #browsers = new Map<string, number>();
  readonly #visitors = new Set<string>();
  #clicks = 0;
  #robots = 0;
  #scans = 0;

  /** Counts a click. @param visitor null for a visitor with DNT or Sec-GPC, of whom statistics count only the click */
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
