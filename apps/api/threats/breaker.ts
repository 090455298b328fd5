/** A circuit breaker: after three failures in a row the service is left alone for half a minute. */

const FAILURES = 3;
const OPEN_MS = 30_000;

export class Breaker {
  #failures = 0;
  #openUntil = 0;

  isOpen(now: number): boolean {
    return now < this.#openUntil;
  }

  record(hasFailed: boolean, now: number): void {
    this.#failures = hasFailed ? this.#failures + 1 : 0;
    // One that fails again right after the half minute opens it again at once.
    if (this.#failures >= FAILURES) this.#openUntil = now + OPEN_MS;
  }
}
