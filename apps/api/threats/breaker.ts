/** A circuit breaker: after three failures in a row it lets no request to the service pass for half a minute. */

const FAILURES = 3;
const OPEN_MS = 30_000;

export class Breaker {
  #failures = 0;
  #openUntil = 0;

  /**
   * Whether a request may call the service now. After the half minute one request may, and no other until it succeeds.
   */
  admits(now: number): boolean {
    if (this.#failures < FAILURES) return true;
    if (now < this.#openUntil) return false;
    // The request that tries may never record its result. Another one may then try half a minute later.
    this.#openUntil = now + OPEN_MS;
    return true;
  }

  /** Records the result of a call, also of a call that was made while the breaker was open. */
  record(hasFailed: boolean, now: number): void {
    this.#failures = hasFailed ? this.#failures + 1 : 0;
    if (this.#failures >= FAILURES) this.#openUntil = now + OPEN_MS;
  }
}
