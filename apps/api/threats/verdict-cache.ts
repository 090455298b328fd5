/** Caches verdicts of the threat service until they expire. */
import { boundedCache } from '#store/bounded-cache';
import { expressionsOfUrl } from './expressions';
import { base64, sha256 } from './hash';
import type { TimedVerdict } from './verdict';

const MAX_VERDICTS = 5_000;

/**
 * Returns the key of an address: the hash of its most exact expression. A hash takes little memory, even if the address
 * is long.
 */
const keyOf = (url: string): string => base64(sha256(expressionsOfUrl(url)[0] ?? new URL(url).href));

/** The bounded cache of an isolate. It stores only the verdicts safe and unsafe. */
export class VerdictCache {
  readonly #verdicts = boundedCache<TimedVerdict>(MAX_VERDICTS);

  get(url: string, now: number): TimedVerdict | null {
    const key = keyOf(url);
    const timed = this.#verdicts.get(key);
    if (timed === undefined) return null;
    if (now < timed.goodUntil) return timed;
    this.#verdicts.delete(key);
    return null;
  }

  set(url: string, timed: TimedVerdict, now: number): void {
    if (timed.verdict === 'unknown' || timed.verdict === 'unjudgeable' || timed.goodUntil <= now) return;
    this.#verdicts.set(keyOf(url), timed);
  }
}
