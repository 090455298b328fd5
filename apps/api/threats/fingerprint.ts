/** Computes fingerprints, the 64-bit entries of the imported list. */
import { sha256 } from './hash';

/** A fingerprint in two halves of 32 bits, because a bigint is five times slower. */
export type Fingerprint = { readonly high: number; readonly low: number };

/**
 * Returns the fingerprint of a text that the feed has in full: 32 bits of FNV-1a (RFC 9923), and 32 bits of a variant
 * with another multiplier. It protects no secret. SHA-256 would take twenty times as long.
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

/** Returns the fingerprint of a text that the feed has only as a SHA-256: the first 64 bits of the hash. */
export function hashFingerprintOf(text: string): Fingerprint {
  const { buffer, byteOffset } = sha256(text);
  const view = new DataView(buffer, byteOffset);
  return { high: view.getUint32(0), low: view.getUint32(4) };
}
