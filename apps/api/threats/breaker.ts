/** A circuit breaker. After three failures in a row it admits no call of the threat service for half a minute. */

const MAX_FAILURES = 3;
const OPEN_MS = 30_000;

export class Breaker {
  #failures = 0;
  #openUntil = 0;

  /** Returns whether a request may call the service. After the half minute one request may, to test the service. */
  admits(now: number): boolean {
    if (this.#failures < MAX_FAILURES) return true;
    if (now < this.#openUntil) return false;
    // The testing request may end without recording a result. Then another one may test the service half a minute
    // later.
    this.#openUntil = now + OPEN_MS;
    return true;
  }

  /** Records the result of a call, even of one that was made while the breaker was open. */
  record(hasFailed: boolean, now: number): void {
    this.#failures = hasFailed ? this.#failures + 1 : 0;
    if (this.#failures >= MAX_FAILURES) this.#openUntil = now + OPEN_MS;
  }
}
