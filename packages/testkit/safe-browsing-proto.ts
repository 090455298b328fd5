/**
 * Encodes responses of Safe Browsing v5 with protobufjs; the code under test uses another implementation. The fields
 * have the published names and numbers (googleapis/googleapis, google/security/safebrowsing/v5/safebrowsing.proto).
 */
import protobuf from 'protobufjs';

/** @param extra fields that a later version may add, one for each wire type of protobuf */
const messages = (attributes: string, extra: string) =>
  protobuf.parse(`syntax = "proto3";
    message Duration { int64 seconds = 1; int32 nanos = 2; }
    message FullHashDetail { int32 threat_type = 1; ${attributes} ${extra} }
    message FullHash { bytes full_hash = 1; repeated FullHashDetail full_hash_details = 2; ${extra} }
    message SearchHashesResponse { repeated FullHash full_hashes = 1; Duration cache_duration = 2; ${extra} }`).root;

const EXTRA = 'uint64 a = 11; fixed32 b = 12; fixed64 c = 13; string d = 14; repeated sint32 e = 15;';
const ROOTS = {
  published: messages('repeated int32 attributes = 2;', ''),
  /** With unknown fields, and with repeated fields unpacked. Every reader must accept both. */
  later: messages('repeated int32 attributes = 2 [packed = false];', EXTRA),
};

/** Values of the published enums. */
export const MALWARE = 1;
export const SOCIAL_ENGINEERING = 2;
export const CANARY = 1;
export const FRAME_ONLY = 2;

export type Detail = { readonly threatType: number; readonly attributes?: readonly number[] };
type Found = { readonly fullHash: Uint8Array; readonly fullHashDetails: readonly Detail[] };

/**
 * The bytes of a response.
 * @param seconds the cache duration; null for a response without one, which the service never sends
 */
export function encodeSearchResponse(
  found: readonly Found[],
  seconds: number | null,
  version: keyof typeof ROOTS = 'published',
) {
  const extra = version === 'later' ? { a: 1, b: 2, c: 3, d: 'text', e: [-1, 1] } : {};
  const fullHashes = found.map(({ fullHash, fullHashDetails }) => ({
    fullHash,
    fullHashDetails: fullHashDetails.map((detail) => ({ ...detail, ...extra })),
    ...extra,
  }));
  const type = ROOTS[version].lookupType('SearchHashesResponse');
  return type
    .encode({ fullHashes, ...(seconds !== null && { cacheDuration: { seconds, nanos: 500_000_000 } }), ...extra })
    .finish();
}
