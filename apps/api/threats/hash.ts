/** SHA-256 of an expression, at once: a look-up hashes up to thirty of them, and WebCrypto would wait for each. */
import { createHash } from 'node:crypto';

/** @param text one character a byte, as canonical expressions are */
export const sha256 = (text: string): Uint8Array => createHash('sha256').update(text, 'latin1').digest();

export const base64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
