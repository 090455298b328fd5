/**
 * A passkey device for tests. It makes an ES256 credential without attestation, and signs challenges with it (WebAuthn
 * Level 3, sections 6.1 and 6.5).
 */
import { toBase64url } from '#secrets/digest';
import { secrets } from './secrets/registry';

type Bytes = Uint8Array<ArrayBuffer>;

const encoder = new TextEncoder();
const utf8 = (text: string): Bytes => Uint8Array.from(encoder.encode(text));
const join = (...parts: readonly ArrayLike<number>[]): Bytes =>
  Uint8Array.from(parts.flatMap((part) => [...Array.from(part)]));
const sha256 = async (bytes: Bytes): Promise<Bytes> => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));

/** Encodes the head of a CBOR value: its major type, and a value or length below 65,536 (RFC 8949, section 3). */
const head = (major: number, value: number): number[] =>
  value < 24
    ? [(major << 5) | value]
    : value < 256
      ? [(major << 5) | 24, value]
      : [(major << 5) | 25, value >> 8, value & 255];
const cborText = (text: string) => join(head(3, text.length), utf8(text));
const cborBytes = (bytes: Bytes) => join(head(2, bytes.length), bytes);
const cborInt = (value: number) => join(value < 0 ? head(1, -1 - value) : head(0, value));

const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** Wrong values in a response of the device, for tests of its verification. */
export type Overrides = {
  readonly origin?: string;
  readonly isVerified?: boolean;
  readonly counter?: number;
  readonly challenge?: string;
};

type Options = { readonly challenge: string };

const parseBytes = (text: string): Bytes =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));

export type Device = Awaited<ReturnType<typeof createDevice>>;

/** A passkey that a test has stored. */
type StoredPasskey = { readonly id: string; readonly privateKey: JsonWebKey };

const ES256 = { name: 'ECDSA', namedCurve: 'P-256' };

async function importKeyPair({ d, ...publicKey }: JsonWebKey): Promise<CryptoKeyPair> {
  const [privateKey, verifying] = await Promise.all([
    crypto.subtle.importKey('jwk', { ...publicKey, d: d ?? '' }, ES256, true, ['sign']),
    crypto.subtle.importKey('jwk', publicKey, ES256, true, ['verify']),
  ]);
  return { privateKey, publicKey: verifying };
}

/**
 * Creates a device with one passkey.
 * @param origin of the console
 * @param stored a stored passkey, instead of a new one
 */
export async function createDevice(origin: string, stored?: StoredPasskey) {
  const pair = await (stored === undefined
    ? (crypto.subtle.generateKey(ES256, true, ['sign', 'verify']) as Promise<CryptoKeyPair>)
    : importKeyPair(stored.privateKey));
  const raw = new Uint8Array((await crypto.subtle.exportKey('raw', pair.publicKey)) as ArrayBuffer);
  const credentialId = stored === undefined ? crypto.getRandomValues(new Uint8Array(16)) : parseBytes(stored.id);
  const id = toBase64url(credentialId);

  const authenticatorData = async (flags: number, counter: number, rest: Bytes = new Uint8Array()) =>
    join(
      await sha256(utf8(new URL(origin).hostname)),
      [flags],
      [counter >>> 24, (counter >> 16) & 255, (counter >> 8) & 255, counter & 255],
      rest,
    );
  const clientData = (type: string, challenge: string, overrides: Overrides) =>
    utf8(JSON.stringify({ type, challenge: overrides.challenge ?? challenge, origin: overrides.origin ?? origin }));
  const makeFlags = ({ isVerified = true }: Overrides) => PRESENT | (isVerified ? VERIFIED : 0);
  const credentialJson = (response: Record<string, unknown>) =>
    JSON.stringify({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response });

  return {
    id,
    /** The registration response to a challenge, as JSON. */
    async create({ challenge }: Options, overrides: Overrides = {}): Promise<string> {
      secrets.note('token', challenge);
      // COSE_Key of an ES256 key (RFC 9053, sections 2.1 and 7.1).
      const key = join(
        head(5, 5),
        cborInt(1),
        cborInt(2),
        cborInt(3),
        cborInt(-7),
        cborInt(-1),
        cborInt(1),
        cborInt(-2),
        cborBytes(raw.slice(1, 33)),
        cborInt(-3),
        cborBytes(raw.slice(33, 65)),
      );
      const credential = join(new Uint8Array(16), [0, credentialId.length], credentialId, key);
      const data = await authenticatorData(makeFlags(overrides) | HAS_CREDENTIAL, overrides.counter ?? 0, credential);
      const attestation = join(
        head(5, 3),
        cborText('fmt'),
        cborText('none'),
        cborText('attStmt'),
        head(5, 0),
        cborText('authData'),
        cborBytes(data),
      );
      return credentialJson({
        clientDataJSON: toBase64url(clientData('webauthn.create', challenge, overrides)),
        attestationObject: toBase64url(attestation),
        transports: ['internal'],
      });
    },
    /** The authentication response to a challenge, as JSON. */
    async get({ challenge }: Options, overrides: Overrides = {}): Promise<string> {
      secrets.note('token', challenge);
      const client = clientData('webauthn.get', challenge, overrides);
      const data = await authenticatorData(makeFlags(overrides), overrides.counter ?? 0);
      const signature = await crypto.subtle.sign(
        { name: 'ECDSA', hash: 'SHA-256' },
        pair.privateKey,
        join(data, await sha256(client)),
      );
      return credentialJson({
        clientDataJSON: toBase64url(client),
        authenticatorData: toBase64url(data),
        signature: toBase64url(encodeDer(new Uint8Array(signature))),
      });
    },
  };
}

/** Converts a signature from WebCrypto's format (r, then s) to WebAuthn's, which is DER (RFC 3279, section 2.2.3). */
function encodeDer(signature: Bytes): Bytes {
  const integer = (bytes: Bytes): Bytes => {
    const start = bytes.findIndex((byte) => byte !== 0);
    const digits = bytes.slice(start);
    const padded = (digits[0] ?? 0) > 127 ? join([0], digits) : digits;
    return join([2, padded.length], padded);
  };
  const both = join(integer(signature.slice(0, 32)), integer(signature.slice(32)));
  return join([0x30, both.length], both);
}
