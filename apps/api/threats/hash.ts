/** Synchronous SHA-256. A check hashes up to thirty expressions, and WebCrypto would need an await for each. */
import { createHash } from 'node:crypto';

/** @param text a text whose characters are bytes, such as an expression */
export const sha256 = (text: string): Uint8Array => createHash('sha256').update(text, 'latin1').digest();

export const base64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
