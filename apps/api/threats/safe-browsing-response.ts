/**
 * Reading what Safe Browsing v5 answers: SearchHashesResponse, in protobuf.
 * Source, also of the numbers: googleapis/googleapis, google/security/safebrowsing/v5/safebrowsing.proto.
 */
import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';

/** Published numbers of ThreatType: MALWARE, SOCIAL_ENGINEERING, UNWANTED_SOFTWARE, POTENTIALLY_HARMFUL_APPLICATION. */
const THREAT_TYPES = new Set([1, 2, 3, 4]);
const FULL_HASH_BYTES = 32;

export type FullHash = { readonly hash: Uint8Array; readonly isThreat: boolean };

export type SearchAnswer = {
  /** All that share a beginning with what was asked for, not only what was. */
  readonly fullHashes: readonly FullHash[];
  /** How long the answer may be kept. */
  readonly cacheMs: number;
};

/**
 * Reads an answer. One without a cache duration is none: the service never leaves it out, and it comes last, so an
 * empty body or one that broke off cannot pass for a clean one.
 * @throws for whatever is not in the published form; fields that are new are passed over
 */
export function readSearchResponse(bytes: Uint8Array): SearchAnswer {
  const fullHashes: FullHash[] = [];
  let cacheMs: number | null = null;
  readMessage(bytes, {
    [lengthDelimited(1)]: (reader) => fullHashes.push(readFullHash(reader.bytes())),
    [lengthDelimited(2)]: (reader) => {
      cacheMs = readDuration(reader.bytes());
    },
  });
  if (cacheMs === null) throw new Error('An answer of the threat service without a cache duration');
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
      isThreat = readsAsThreat(reader.bytes()) || isThreat;
    },
  });
  if (hash.length !== FULL_HASH_BYTES) throw new Error('A hash of the threat service that is not whole');
  return { hash, isThreat };
}

/**
 * Whether a FullHashDetail says that a page is bad. One with a type or an attribute unknown here must be passed over whole;
 * CANARY is not to be enforced, and FRAME_ONLY not for an address that is visited itself: no attribute at all counts.
 */
function readsAsThreat(bytes: Uint8Array): boolean {
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
    // A list of numbers is usually packed into one value.
    [lengthDelimited(2)]: (reader) => {
      hasAttributes = reader.bytes().length > 0 || hasAttributes;
    },
  });
  return THREAT_TYPES.has(threatType) && !hasAttributes;
}

/** A google.protobuf.Duration, milliseconds. */
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

/** What is done with a field, by its number and the form of its value. */
type Fields = { readonly [field: string]: (reader: BinaryReader) => void };

const varint = (number: number): string => `${number}:${WireType.Varint}`;
const lengthDelimited = (number: number): string => `${number}:${WireType.LengthDelimited}`;

function readMessage(bytes: Uint8Array, fields: Fields): void {
  const reader = new BinaryReader(bytes);
  while (reader.pos < reader.len) {
    const [number, form] = reader.tag();
    const read = fields[`${number}:${form}`];
    if (read === undefined) reader.skip(form, number);
    else read(reader);
  }
}
