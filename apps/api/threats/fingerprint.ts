/** Fingerprints: the 64-bit entries of the imported list, in two halves, because a bigint is five times slower. */
import { sha256 } from './hash';

export type Fingerprint = { readonly high: number; readonly low: number };

/**
 * The fingerprint of a text that the feed had in full: FNV-1a (RFC 9923) in 32 bits, and a second lane with another
 * multiplier. It protects no secret, and costs a twentieth of SHA-256, of which thirty would dominate a look-up.
 */
export function fingerprintOf(text: string): Fingerprint {
  let high = 0x811c9dc5;
  let low = 0x9e3779b9;
  for (let at = 0; at < text.length; at++) {
    const byte = text.charCodeAt(at);
    high = Math.imul(high ^ byte, 0x01000193);
    low = Math.imul(low ^ byte ^ (low >>> 15), 0x5bd1e995);
  }
  return { high: high >>> 0, low: (low ^ (low >>> 13)) >>> 0 };
}

/** The fingerprint of a text that the feed had only as a SHA-256: the first 64 bits of the hash. */
export function hashFingerprintOf(text: string): Fingerprint {
  const { buffer, byteOffset } = sha256(text);
  const view = new DataView(buffer, byteOffset);
  return { high: view.getUint32(0), low: view.getUint32(4) };
}
