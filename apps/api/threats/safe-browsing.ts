/**
 * The client of Safe Browsing v5, method hashes.search: it sends four bytes of hashes, never an address. Its responses
 * are protobuf. Sources: developers.google.com/safe-browsing/reference/rest/v5/hashes/search, googleapis/googleapis,
 * google/security/safebrowsing/v5/safebrowsing.proto.
 */

import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import {
  base64,
  getBody,
  hashExpressions,
  sha256,
  type ThreatEndpoint,
  type ThreatService,
  type TimedVerdict,
  UNKNOWN,
} from './threat-service';

const PREFIX_BYTES = 4;
const MAX_CACHE_MS = 86_400_000;

export function safeBrowsing(endpoint: ThreatEndpoint): ThreatService {
  async function checkOne(address: string, now: number, signal: AbortSignal): Promise<TimedVerdict> {
    const hashes = hashExpressions(address).map(sha256);
    const url = new URL('/v5/hashes:search', endpoint.baseUrl);
    // The documentation describes JSON, but the service refuses it: "Unsupported Output Format"
    // (googleapis/google-api-go-client#2534).
    url.searchParams.set('alt', 'proto');
    const prefixes = new Set(hashes.map((hash) => base64(hash.subarray(0, PREFIX_BYTES))));
    for (const prefix of prefixes) url.searchParams.append('hashPrefixes', prefix);

    const { fullHashes, cacheMs } = readSearchResponse(await getBody(url, endpoint, signal));
    const ownHashes = new Set(hashes.map(base64));
    const isUnsafe = fullHashes.some(({ hash, isThreat }) => isThreat && ownHashes.has(base64(hash)));
    return { verdict: isUnsafe ? 'unsafe' : 'safe', goodUntil: now + Math.min(cacheMs, MAX_CACHE_MS) };
  }

  return {
    check: (addresses, now, signal) =>
      Promise.all(addresses.map((address) => checkOne(address, now, signal).catch(() => UNKNOWN))),
  };
}

/** Numbers of ThreatType: MALWARE, SOCIAL_ENGINEERING, UNWANTED_SOFTWARE, POTENTIALLY_HARMFUL_APPLICATION. */
const THREAT_TYPES = new Set([1, 2, 3, 4]);
const FULL_HASH_BYTES = 32;

type FullHash = { readonly hash: Uint8Array; readonly isThreat: boolean };

/** A parsed response. */
type SearchResponse = {
  /** Every hash on the service's lists that begins with a sent prefix. Most are hashes of other addresses. */
  readonly fullHashes: readonly FullHash[];
  /** How long the response may be cached, in milliseconds. */
  readonly cacheMs: number;
};

/**
 * Reads a response, and skips unknown fields. It requires the cache duration, which the service always sends as the
 * last field. An empty or truncated body is therefore an error, and not a response without threats.
 * @throws Error for bytes that are not in the published format
 */
export function readSearchResponse(bytes: Uint8Array): SearchResponse {
  const fullHashes: FullHash[] = [];
  let cacheMs: number | null = null;
  readMessage(bytes, {
    [lengthDelimited(1)]: (reader) => fullHashes.push(readFullHash(reader.bytes())),
    [lengthDelimited(2)]: (reader) => {
      cacheMs = readDuration(reader.bytes());
    },
  });
  if (cacheMs === null) throw new Error('The response of the threat service has no cache duration');
  return { fullHashes, cacheMs };
}

function readFullHash(bytes: Uint8Array): FullHash {
  let hash = new Uint8Array();
  let isThreat = false;
  readMessage(bytes, {
    [lengthDelimited(1)]: (reader) => {
      hash = new Uint8Array(reader.bytes());
    },
    [lengthDelimited(2)]: (reader) => {
      isThreat = isThreatDetail(reader.bytes()) || isThreat;
    },
  });
  if (hash.length !== FULL_HASH_BYTES) throw new Error('A hash in the response of the threat service is not whole');
  return { hash, isThreat };
}

/**
 * Returns whether a FullHashDetail marks a page as a threat. The format requires that clients ignore a detail with an
 * unknown type or attribute. FRAME_ONLY does not apply to a visited page, and CANARY must not be enforced.
 */
function isThreatDetail(bytes: Uint8Array): boolean {
  let threatType = 0;
  let hasAttributes = false;
  readMessage(bytes, {
    [varint(1)]: (reader) => {
      threatType = reader.int32();
    },
    [varint(2)]: (reader) => {
      reader.int32();
      hasAttributes = true;
    },
    // Protobuf usually packs a list of numbers into one length-delimited value.
    [lengthDelimited(2)]: (reader) => {
      hasAttributes = reader.bytes().length > 0 || hasAttributes;
    },
  });
  return THREAT_TYPES.has(threatType) && !hasAttributes;
}

/** Reads a google.protobuf.Duration. @returns milliseconds */
function readDuration(bytes: Uint8Array): number {
  let seconds = 0;
  let nanos = 0;
  readMessage(bytes, {
    [varint(1)]: (reader) => {
      seconds = Number(reader.int64());
    },
    [varint(2)]: (reader) => {
      nanos = reader.int32();
    },
  });
  return seconds * 1000 + nanos / 1_000_000;
}

/** The readers of fields, by number and wire type. */
type Fields = { readonly [field: string]: (reader: BinaryReader) => void };

const varint = (number: number): string => `${number}:${WireType.Varint}`;
const lengthDelimited = (number: number): string => `${number}:${WireType.LengthDelimited}`;

function readMessage(bytes: Uint8Array, fields: Fields): void {
  const reader = new BinaryReader(bytes);
  while (reader.pos < reader.len) {
    const [number, wireType] = reader.tag();
    const read = fields[`${number}:${wireType}`];
    if (read === undefined) reader.skip(wireType, number);
    else read(reader);
  }
}
