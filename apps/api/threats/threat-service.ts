/**
 * What the clients of both threat services share: the verdicts, the HTTP request, and the form of addresses in threat
 * lists.
 */

import { createHash } from 'node:crypto';
import { canonicalizeUrl, listExpressions } from '#domain/canonical-url';

/**
 * The verdict on an address. unknown: the service sent no response in the published format. unjudgeable: the service
 * works, but gives no verdict on this address.
 */
export type Verdict = 'safe' | 'unsafe' | 'unknown' | 'unjudgeable';

/** A verdict with its expiry. */
export type TimedVerdict = {
  readonly verdict: Verdict;
  /** The time until which the verdict may be cached, epoch milliseconds; 0 for a verdict that must not be cached. */
  readonly goodUntil: number;
};

export const UNKNOWN: TimedVerdict = { verdict: 'unknown', goodUntil: 0 };
export const UNJUDGEABLE: TimedVerdict = { verdict: 'unjudgeable', goodUntil: 0 };

export interface ThreatService {
  /**
   * Returns the verdicts on addresses, in the same order. It never throws. If a call fails or is aborted, the verdict
   * is unknown.
   */
  check(urls: readonly string[], now: number, signal: AbortSignal): Promise<TimedVerdict[]>;
}

/** The base URL of a service, and the API key for it. The key is sent in a header, because logs contain URLs. */
export type ThreatEndpoint = { readonly baseUrl: string; readonly key: string };

/** The error for a response with another status than 200. */
export class BadStatus extends Error {
  constructor(readonly status: number) {
    super(`The threat service responded with ${status}`);
  }
}

/** The size of the largest body that is read. A genuine one has some hundred bytes. */
const MAX_BYTES = 262_144;

/**
 * Sends a GET to a service, and returns the body of its response. Redirects are not followed.
 * @throws BadStatus for any status but 200; Error for a body over MAX_BYTES; what fetch throws, such as an abort
 */
export async function getBody(url: URL, { key }: ThreatEndpoint, signal: AbortSignal): Promise<Uint8Array> {
  const response = await fetch(url, { headers: { 'X-Goog-Api-Key': key }, redirect: 'manual', signal });
  if (response.status === 200) return wholeBody(response);
  await response.body?.cancel();
  throw new BadStatus(response.status);
}

async function wholeBody({ body }: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new Error(`The response of the threat service is longer than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

/** Returns the expressions of an address, at most 30, the most exact first. An address without a host has none. */
export function hashExpressions(url: string): string[] {
  const canonical = canonicalizeUrl(new URL(url).href);
  return canonical === null ? [] : listExpressions(canonical);
}

/**
 * Returns the host of an address, without a trailing dot. An IPv4 address, even one inside an IPv6 address, is written
 * as four decimal numbers. For an address without a host it returns an empty text.
 */
export const toCanonicalHost = (url: string): string => canonicalizeUrl(new URL(url).href)?.host ?? '';

/** @param text a text whose characters are bytes, such as an expression */
export const sha256 = (text: string): Uint8Array => createHash('sha256').update(text, 'latin1').digest();

export const base64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

/**
 * The expressions of test addresses that every deployment flags. Tests and an operator's first trial thus need no
 * service. The expression of a whole host is `host/`.
 * Source: cloud.google.com/web-risk/docs and the test pages of testsafebrowsing.appspot.com
 */
export const TEST_EXPRESSIONS: ReadonlySet<string> = new Set([
  'testsafebrowsing.appspot.com/s/malware.html',
  'testsafebrowsing.appspot.com/s/phishing.html',
  'testsafebrowsing.appspot.com/s/unwanted.html',
  'malware.testing.google.test/',
]);

/**
 * A test address that every service flags. The canary sends it. The client of Web Risk sends it to see whether the
 * service works.
 */
export const KNOWN_BAD_URL = 'https://testsafebrowsing.appspot.com/s/malware.html';
