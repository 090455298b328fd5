/**
 * The list that `npm run threats -- import` makes: a header and sorted 64-bit fingerprints, in one KV value. An isolate
 * searches the value by bisection, without parsing it. 100,000 hosts take 800 kB.
 */
import type { Env } from '#api/platform/env';
import { logFault } from '#store/faults';
import { makeIsolateCopy } from '#store/isolate';
import { sha256 } from './threat-service';

export const IMPORTED_LIST_KEY = 'threat-list';

/**
 * The age at which an isolate reloads its copy. With the time in KV's cache, a new list takes effect everywhere within
 * five minutes.
 */
const TTL_MS = 240_000;
const KV_CACHE_SECONDS = 60;
const RETRY_AFTER_MS = 10_000;
const READ_LIMIT_MS = 1_000;

const BYTES_PER_ENTRY = 8;
/**
 * The first eight bytes of a list, `swlist01`. A value that begins with other bytes is not a list. A new format needs a
 * new mark.
 */
export const LIST_MARK = 0x73776c6973743031n;
/** The size of the header, in entries: the mark, and the number of entries that the feed has as hashes. */
export const HEADER_ENTRIES = 2;

/** The prefix of a host that is listed without its subdomains. No expression begins with this prefix. */
export const EXACT_HOST_MARK = '=';

export class ImportedList {
  readonly #bytes: DataView;

  /**
   * @param value the KV value; null, before the first import, means an empty list
   * @throws Error for a value that is not a list
   */
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

  /** Returns whether one of the texts is listed. It computes their SHA-256 only if the list has entries from hashes. */
  holdsAny(texts: readonly string[]): boolean {
    if (this.size === 0) return false;
    return texts.some((text) => this.#has(fingerprintText(text))) || (this.#hasHashes && this.#holdsHashOfAny(texts));
  }

  #holdsHashOfAny(texts: readonly string[]): boolean {
    return texts.some((text) => this.#has(fingerprintHash(text)));
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

/**
 * The isolate's copy of the list. Simultaneous requests share one read, because fifty copies would exceed the memory.
 */
const copy = makeIsolateCopy<Env, ImportedList | null>({
  ttlMs: TTL_MS,
  retryAfterMs: RETRY_AFTER_MS,
  limitMs: READ_LIMIT_MS,
  read: readList,
  fallback: () => null,
  onFault: (fault) => logFault(fault, { doing: 'read threat list' }),
});

/**
 * Returns the list, at most four minutes old. If KV does not respond, it returns the last copy. If there is no copy, it
 * returns null, and every address is then unknown, not safe.
 */
export const importedList = async (env: Env, now: number): Promise<ImportedList | null> => copy.get(env, now);

async function readList(env: Env): Promise<ImportedList> {
  const options = { type: 'arrayBuffer', cacheTtl: KV_CACHE_SECONDS } as const;
  return new ImportedList(await env.ROUTES.get(IMPORTED_LIST_KEY, options));
}

/** A fingerprint in two halves of 32 bits, because a bigint is five times slower. */
export type Fingerprint = { readonly high: number; readonly low: number };

/**
 * Returns the fingerprint of a text that the feed has in full: 32 bits of FNV-1a (RFC 9923), and 32 bits of a variant
 * with another multiplier. It protects no secret. SHA-256 would take twenty times as long.
 */
export function fingerprintText(text: string): Fingerprint {
  let high = 0x811c9dc5;
  let low = 0x9e3779b9;
  for (let at = 0; at < text.length; at++) {
    const byte = text.charCodeAt(at);
    high = Math.imul(high ^ byte, 0x01000193);
    low = Math.imul(low ^ byte ^ (low >>> 15), 0x5bd1e995);
  }
  return { high: high >>> 0, low: (low ^ (low >>> 13)) >>> 0 };
}

/** Returns the fingerprint of a text that the feed has only as a SHA-256: the first 64 bits of the hash. */
export function fingerprintHash(text: string): Fingerprint {
  const { buffer, byteOffset } = sha256(text);
  const view = new DataView(buffer, byteOffset);
  return { high: view.getUint32(0), low: view.getUint32(4) };
}
