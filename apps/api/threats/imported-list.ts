/**
 * The list that `npm run threats -- import` made: sorted 64-bit beginnings of SHA-256 in one KV value. An isolate loads
 * it once in a while as it is, with nothing to parse, and looks up by bisection: 100,000 hosts are 800 kB.
 */
import type { Env } from '../env';
import { sha256 } from './hash';

export const IMPORTED_LIST_KEY = 'threat-list';

/** A copy older than this is loaded again. */
const COPY_LASTS_MS = 300_000;
const BYTES_PER_ENTRY = 8;

/** What stands before a host that is listed alone, without the hosts below it. Expressions never begin so. */
export const EXACT_HOST_MARK = '=';

/** The 64 bits an expression, or a marked host, is listed under. */
export const fingerprintOf = (text: string): bigint => new DataView(sha256(text).buffer).getBigUint64(0);

export class ImportedList {
  readonly #entries: DataView;

  constructor(bytes: ArrayBuffer) {
    this.#entries = new DataView(bytes);
  }

  get size(): number {
    return Math.floor(this.#entries.byteLength / BYTES_PER_ENTRY);
  }

  has(fingerprint: bigint): boolean {
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >> 1;
      const entry = this.#entries.getBigUint64(middle * BYTES_PER_ENTRY);
      if (entry === fingerprint) return true;
      if (entry < fingerprint) low = middle + 1;
      else high = middle;
    }
    return false;
  }
}

type Copy = { readonly list: ImportedList; readonly goodUntil: number };
const copies = new WeakMap<Env, Copy>();

/** The list, at most five minutes old in this isolate. Where KV does not answer, the last copy stays. */
export async function importedList(env: Env, now: number): Promise<ImportedList> {
  const copy = copies.get(env);
  if (copy !== undefined && now < copy.goodUntil) return copy.list;
  const bytes = await env.ROUTES.get(IMPORTED_LIST_KEY, { type: 'arrayBuffer', cacheTtl: 300 }).catch(() => undefined);
  const list = bytes === undefined && copy !== undefined ? copy.list : new ImportedList(bytes ?? new ArrayBuffer(0));
  copies.set(env, { list, goodUntil: now + COPY_LASTS_MS });
  return list;
}
