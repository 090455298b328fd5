/** Verdicts of the service, kept to their expiry and no longer. */
import type { Verdict } from './verdict';

const MAX_VERDICTS = 5_000;

/** One per isolate. Bounded: the oldest goes first. */
export class VerdictCache {
  readonly #verdicts = new Map<string, Verdict>();

  find(url: string, now: number): Verdict | null {
    const verdict = this.#verdicts.get(url);
    if (verdict === undefined) return null;
    if (now < verdict.goodUntil) return verdict;
    this.#verdicts.delete(url);
    return null;
  }

  keep(url: string, verdict: Verdict, now: number): void {
    if (verdict.status === 'unknown' || verdict.goodUntil <= now) return;
    const [oldest] = this.#verdicts.keys();
    if (this.#verdicts.size >= MAX_VERDICTS && oldest !== undefined) this.#verdicts.delete(oldest);
    this.#verdicts.set(url, verdict);
  }
}
