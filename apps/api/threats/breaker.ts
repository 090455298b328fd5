/** A circuit breaker: after three failures in a row the service is left alone for half a minute. */

const FAILURES = 3;
const OPEN_MS = 30_000;

export class Breaker {
  #failures = 0;
  #openUntil = 0;

  /** Whether to ask now. After the half minute one request tries for all; the others go without until it succeeds. */
  admits(now: number): boolean {
    if (this.#failures < FAILURES) return true;
    if (now < this.#openUntil) return false;
    // Should the one that tries never report, another one tries half a minute later.
    this.#openUntil = now + OPEN_MS;
    return true;
  }

  /** What came of asking, also of asking in spite of the breaker. */
  record(hasFailed: boolean, now: number): void {
    this.#failures = hasFailed ? this.#failures + 1 : 0;
    if (this.#failures >= FAILURES) this.#openUntil = now + OPEN_MS;
  }
}
