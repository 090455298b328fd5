/**
 * WebAuthn by @simplewebauthn/server. Passkeys are discoverable, so nobody types a name, and verify the user, so a
 * stolen device alone signs nobody in. No attestation is requested, so the model of a device stays unknown.
 */
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { and, eq, gt } from 'drizzle-orm';
import * as z from 'zod';
import { openDatabase } from '#api/database/database';
import { challenges } from '#api/database/schema';
import type { Env } from '#api/platform/env';
import { hashText, toBase64url } from '#secrets/digest';
import { findPasskey, type Passkey, recordPasskeyUse } from './passkeys';
import { mintToken } from './sessions';

const SERVICE = 'Swiftlet';

/** The input of every ceremony. `origin` is the origin of the console, and `now` is in epoch milliseconds. */
export type Ceremony = { readonly env: Env; readonly origin: string; readonly now: number };

const toRpId = (origin: string): string => new URL(origin).hostname;
const decodeBase64 = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64.replaceAll('-', '+').replaceAll('_', '/')), (byte) => byte.charCodeAt(0));

/** The options with which a browser makes a passkey for an account. They exclude `known`, the account's passkeys. */
export async function registrationOptions(
  { env, origin, now }: Ceremony,
  purpose: Exclude<Purpose, 'sign-in'>,
  account: { readonly id: string; readonly name: string },
  known: readonly Passkey[],
) {
  const challenge = await createChallenge(env, purpose, account.id, now);
  return generateRegistrationOptions({
    rpName: SERVICE,
    rpID: toRpId(origin),
    userName: account.name,
    userDisplayName: account.name,
    userID: Uint8Array.from(new TextEncoder().encode(account.id)),
    challenge: decodeBase64(challenge),
    timeout: CHALLENGE_LASTS_MS,
    attestationType: 'none',
    excludeCredentials: known.map(({ id, transports }) => ({ id, transports: [...transports] })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/** The options with which a browser signs in by any of its passkeys for this host. */
export async function authenticationOptions({ env, origin, now }: Ceremony) {
  const challenge = await createChallenge(env, 'sign-in', '', now);
  return generateAuthenticationOptions({
    rpID: toRpId(origin),
    challenge: decodeBase64(challenge),
    timeout: CHALLENGE_LASTS_MS,
    userVerification: 'required',
  });
}

/** The fields of a browser's response that are read here. The library checks the whole response. */
const Credential = z.looseObject({
  id: z.string().regex(/^[\w-]{1,1400}$/),
  response: z.looseObject({
    clientDataJSON: z.string(),
    transports: z.array(z.string().max(32)).max(10).optional(),
  }),
});
type Credential = z.output<typeof Credential>;

const ClientData = z.looseObject({ challenge: z.string() });

/** Parses JSON by a schema; null for a text that is not JSON or does not match the schema. */
function parseJson<T>(schema: z.ZodType<T>, text: () => string): T | null {
  try {
    return schema.safeParse(JSON.parse(text())).data ?? null;
  } catch {
    return null;
  }
}

type SpentChallenge = { readonly credential: Credential; readonly challenge: string; readonly accountId: string };

/**
 * Parses a browser's response and spends its challenge, before the response is verified. Null for a malformed response
 * or an invalid challenge.
 */
async function spendCredentialChallenge(
  { env, now }: Ceremony,
  purpose: Purpose,
  text: string,
): Promise<SpentChallenge | null> {
  const credential = parseJson(Credential, () => text);
  if (credential === null) return null;
  const client = parseJson(ClientData, () =>
    new TextDecoder().decode(decodeBase64(credential.response.clientDataJSON)),
  );
  if (client === null) return null;
  const accountId = await spendChallenge(env, client.challenge, purpose, now);
  return accountId === null ? null : { credential, challenge: client.challenge, accountId };
}

/**
 * Returns null where the library rejects or throws. Neither is a fault, because the library verifies only what a client
 * has sent.
 */
const verifiedOrNull = <T extends { readonly verified: boolean }>(check: Promise<T>): Promise<T | null> =>
  check.then(
    (result) => (result.verified ? result : null),
    () => null,
  );

type Registered = Pick<Passkey, 'id' | 'accountId' | 'publicKey' | 'counter' | 'transports'>;

/**
 * Verifies a registration.
 * @returns the passkey with its account, not stored yet; null if the response is not valid
 */
export async function verifyRegistration(
  ceremony: Ceremony,
  purpose: Exclude<Purpose, 'sign-in'>,
  text: string,
): Promise<Registered | null> {
  const spent = await spendCredentialChallenge(ceremony, purpose, text);
  if (spent === null) return null;
  const result = await verifiedOrNull(
    verifyRegistrationResponse({
      response: spent.credential as unknown as RegistrationResponseJSON,
      expectedChallenge: spent.challenge,
      expectedOrigin: ceremony.origin,
      expectedRPID: toRpId(ceremony.origin),
      requireUserVerification: true,
    }),
  );
  if (result?.registrationInfo === undefined) return null;
  const { id, publicKey, counter } = result.registrationInfo.credential;
  const transports = spent.credential.response.transports ?? [];
  return { id, accountId: spent.accountId, publicKey: toBase64url(publicKey), counter, transports };
}

/**
 * Verifies a sign-in, and records the use of its passkey.
 * @returns the passkey; null if the response is not valid
 */
export async function verifyAuthentication(ceremony: Ceremony, text: string): Promise<Passkey | null> {
  const { env, origin, now } = ceremony;
  const spent = await spendCredentialChallenge(ceremony, 'sign-in', text);
  if (spent === null) return null;
  const passkey = await findPasskey(env, spent.credential.id);
  if (passkey === null) return null;
  const result = await verifiedOrNull(
    verifyAuthenticationResponse({
      response: spent.credential as unknown as AuthenticationResponseJSON,
      expectedChallenge: spent.challenge,
      expectedOrigin: origin,
      expectedRPID: toRpId(origin),
      // With 0 the library does not check the counter. recordPasskeyUse compares and writes it in one statement.
      credential: { id: passkey.id, publicKey: decodeBase64(passkey.publicKey), counter: 0 },
      requireUserVerification: true,
    }),
  );
  if (result === null) return null;
  return (await recordPasskeyUse(env, passkey.id, result.authenticationInfo.newCounter, now)) ? passkey : null;
}

/** A challenge can be used once, within this time (WebAuthn Level 3, section 13.4.3). D1 stores only its digest. */
const CHALLENGE_LASTS_MS = 5 * 60_000;

type Purpose = typeof challenges.$inferSelect.purpose;

/**
 * Generates a challenge for one purpose, and returns its text.
 * @param accountId empty for `sign-in`, where the account is not known yet
 */
async function createChallenge(env: Env, purpose: Purpose, accountId: string, now: number): Promise<string> {
  const { text, digest } = await mintToken();
  const expiresAt = now + CHALLENGE_LASTS_MS;
  await openDatabase(env.DB).insert(challenges).values({ digest, purpose, accountId, expiresAt });
  return text;
}

/**
 * Spends a challenge.
 * @returns the account that the challenge was generated for; null if it is unknown, spent, expired or for another
 * purpose
 */
async function spendChallenge(env: Env, challenge: string, purpose: Purpose, now: number): Promise<string | null> {
  const isSpendable = and(
    eq(challenges.digest, await hashText(challenge)),
    eq(challenges.purpose, purpose),
    gt(challenges.expiresAt, now),
  );
  const deletion = openDatabase(env.DB).delete(challenges).where(isSpendable);
  const [spent] = await deletion.returning({ accountId: challenges.accountId });
  return spent?.accountId ?? null;
}
