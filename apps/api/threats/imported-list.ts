/**
 * The list that `npm run threats -- import` made: a header, then sorted 64-bit fingerprints, in one KV value. An
 * isolate loads it once in a while as it is, with nothing to parse, and looks up by bisection: 100,000 hosts are 800 kB.
 */
import type { Env } from '#api/platform/env';
import { isolateCopy } from '#store/isolate-copy';
import { logFault } from '#store/log-fault';
import { type Fingerprint, fingerprintOf, hashFingerprintOf } from './fingerprint';

export const IMPORTED_LIST_KEY = 'threat-list';

/** A copy older than this is loaded again. With what KV remembers, a new list is in force within five minutes. */
const TTL_MS = 240_000;
const KV_CACHE_SECONDS = 60;
const RETRY_AFTER_MS = 10_000;
const READ_LIMIT_MS = 1_000;

const BYTES_PER_ENTRY = 8;
/** What a list begins with, `swlist01`: any other value is none of ours. A new form of the list gets a new mark. */
export const LIST_MARK = 0x73776c6973743031n;
/** The mark, and how many entries were given by their hash alone. */
export const HEADER_ENTRIES = 2;

/** What stands before a host that is listed alone, without the hosts below it. Expressions never begin so. */
export const EXACT_HOST_MARK = '=';

export class ImportedList {
  readonly #bytes: DataView;

  /** @throws for a value that is no list; null, for there was never an import, is an empty one */
  constructor(value: ArrayBuffer | null) {
    this.#bytes = new DataView(value ?? new ArrayBuffer(HEADER_ENTRIES * BYTES_PER_ENTRY));
    const entries = this.#bytes.byteLength / BYTES_PER_ENTRY;
    const isList = Number.isInteger(entries) && entries >= HEADER_ENTRIES;
    if (value !== null && !(isList && this.#bytes.getBigUint64(0) === LIST_MARK)) {
      throw new Error('The value in KV is no threat list: import it again');
    }
  }

  get size(): number {
    return this.#bytes.byteLength / BYTES_PER_ENTRY - HEADER_ENTRIES;
  }

  get #hasHashes(): boolean {
    return this.#lowAt(1) > 0;
  }

  /** Whether one of the texts is listed. Only a list that was made of hashes costs their hashes. */
  holdsAny(texts: readonly string[]): boolean {
    if (this.size === 0) return false;
    return texts.some((text) => this.#has(fingerprintOf(text))) || (this.#hasHashes && this.#holdsHashOfAny(texts));
  }

  #holdsHashOfAny(texts: readonly string[]): boolean {
    return texts.some((text) => this.#has(hashFingerprintOf(text)));
  }

  #has({ high, low }: Fingerprint): boolean {
    let first = HEADER_ENTRIES;
    const last = HEADER_ENTRIES + this.size;
    let end = last;
    while (first < end) {
      const middle = (first + end) >>> 1;
      const entry = this.#bytes.getUint32(middle * BYTES_PER_ENTRY);
      const isBefore = entry < high || (entry === high && this.#lowAt(middle) < low);
      if (isBefore) first = middle + 1;
      else end = middle;
    }
    return first < last && this.#bytes.getUint32(first * BYTES_PER_ENTRY) === high && this.#lowAt(first) === low;
  }

  #lowAt(index: number): number {
    return this.#bytes.getUint32(index * BYTES_PER_ENTRY + 4);
  }
}

/** One read for everybody: fifty large values at once would not fit into an isolate. */
const copy = isolateCopy<Env, ImportedList | null>({
  ttlMs: TTL_MS,
  retryAfterMs: RETRY_AFTER_MS,
  limitMs: READ_LIMIT_MS,
  read: readList,
  fallback: () => null,
  onFault: (fault) => logFault(fault, { doing: 'read threat list' }),
});

/**
 * The list, read at most four minutes ago. Where KV does not answer, the last copy stays; null where there is none, for
 * an isolate that cannot look must not say that it has looked.
 */
export const importedList = (env: Env, now: number): Promise<ImportedList | null> => copy.get(env, now);

async function readList(env: Env): Promise<ImportedList> {
  const options = { type: 'arrayBuffer', cacheTtl: KV_CACHE_SECONDS } as const;
  return new ImportedList(await env.ROUTES.get(IMPORTED_LIST_KEY, options));
}
