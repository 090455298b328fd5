/** The cache of the service's verdicts, until their expiry. */
import { boundedCache } from '#store/bounded-cache';
import { expressionsOfUrl } from './expressions';
import { base64, sha256 } from './hash';
import type { Verdict } from './verdict';

const MAX_VERDICTS = 5_000;

/**
 * The key: the most exact expression, by which a service judges. Its hash takes little memory for a long address, too.
 */
const keyOf = (url: string): string => base64(sha256(expressionsOfUrl(url)[0] ?? new URL(url).href));

/** A bounded cache; an isolate has one. It stores only safe and unsafe verdicts. */
export class VerdictCache {
  readonly #verdicts = boundedCache<Verdict>(MAX_VERDICTS);

  get(url: string, now: number): Verdict | null {
    const key = keyOf(url);
    const verdict = this.#verdicts.get(key);
    if (verdict === undefined) return null;
    if (now < verdict.goodUntil) return verdict;
    this.#verdicts.delete(key);
    return null;
  }

  set(url: string, verdict: Verdict, now: number): void {
    if (verdict.status === 'unknown' || verdict.status === 'unjudgeable' || verdict.goodUntil <= now) return;
    this.#verdicts.set(keyOf(url), verdict);
  }
}
