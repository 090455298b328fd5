/**
 * Passkeys by @simplewebauthn/server. Discoverable credentials, so that nobody types a name; the user is always
 * verified, so that a stolen device is no way in; no attestation, so that nobody learns the make of a device.
 */
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import * as z from 'zod';
import type { Env } from '#api/platform/env';
import { base64url } from '#secrets/digest';
import { CHALLENGE_LASTS_MS, createChallenge, type Purpose, spendChallenge } from './challenges';
import { findPasskey, notePasskeyUse, type Passkey } from './passkeys';

const SERVICE = 'Swiftlet';

/** Where a ceremony takes place, and when. */
export type Ceremony = { readonly env: Env; readonly origin: string; readonly now: number };

const rpIdOf = (origin: string): string => new URL(origin).hostname;
const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64.replaceAll('-', '+').replaceAll('_', '/')), (byte) => byte.charCodeAt(0));

/** What a browser needs to make a passkey of an account. `known` are those it need not make again. */
export async function registrationOptions(
  { env, origin, now }: Ceremony,
  purpose: Exclude<Purpose, 'sign-in'>,
  account: { readonly id: string; readonly name: string },
  known: readonly Passkey[],
) {
  const challenge = await createChallenge(env, purpose, account.id, now);
  return generateRegistrationOptions({
    rpName: SERVICE,
    rpID: rpIdOf(origin),
    userName: account.name,
    userDisplayName: account.name,
    userID: Uint8Array.from(new TextEncoder().encode(account.id)),
    challenge: bytesOf(challenge),
    timeout: CHALLENGE_LASTS_MS,
    attestationType: 'none',
    excludeCredentials: known.map(({ id, transports }) => ({ id, transports: [...transports] })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/** What a browser needs to sign in with any passkey it has for this host. */
export async function authenticationOptions({ env, origin, now }: Ceremony) {
  const challenge = await createChallenge(env, 'sign-in', '', now);
  return generateAuthenticationOptions({
    rpID: rpIdOf(origin),
    challenge: bytesOf(challenge),
    timeout: CHALLENGE_LASTS_MS,
    userVerification: 'required',
  });
}

/** What a browser answers, as far as we look into it ourselves; the library checks all of it. */
const Answer = z.looseObject({
  id: z.string().regex(/^[\w-]{1,1400}$/),
  response: z.looseObject({
    clientDataJSON: z.string(),
    transports: z.array(z.string().max(32)).max(10).optional(),
  }),
});
type Answer = z.output<typeof Answer>;

const ClientData = z.looseObject({ challenge: z.string() });

/** Null for a text that no browser of ours has sent. */
function read<T>(schema: z.ZodType<T>, text: () => string): T | null {
  try {
    return schema.safeParse(JSON.parse(text())).data ?? null;
  } catch {
    return null;
  }
}

type Spent = { readonly answer: Answer; readonly challenge: string; readonly accountId: string };

/** Reads an answer and spends its challenge, whatever the answer is worth. */
async function spend({ env, now }: Ceremony, purpose: Purpose, text: string): Promise<Spent | null> {
  const answer = read(Answer, () => text);
  if (answer === null) return null;
  const client = read(ClientData, () => new TextDecoder().decode(bytesOf(answer.response.clientDataJSON)));
  if (client === null) return null;
  const accountId = await spendChallenge(env, client.challenge, purpose, now);
  return accountId === null ? null : { answer, challenge: client.challenge, accountId };
}

/** Whatever the library objects to is an expected no: all that it verifies came from outside. */
const verified = <T extends { readonly verified: boolean }>(check: Promise<T>): Promise<T | null> =>
  check.then(
    (result) => (result.verified ? result : null),
    () => null,
  );

export type Registered = Pick<Passkey, 'id' | 'accountId' | 'publicKey' | 'counter' | 'transports'>;

/** The passkey that a browser has made, not kept yet, of the account it was made for; null for no good answer. */
export async function verifyRegistration(
  ceremony: Ceremony,
  purpose: Exclude<Purpose, 'sign-in'>,
  text: string,
): Promise<Registered | null> {
  const spent = await spend(ceremony, purpose, text);
  if (spent === null) return null;
  const result = await verified(
    verifyRegistrationResponse({
      response: spent.answer as unknown as RegistrationResponseJSON,
      expectedChallenge: spent.challenge,
      expectedOrigin: ceremony.origin,
      expectedRPID: rpIdOf(ceremony.origin),
      requireUserVerification: true,
    }),
  );
  if (result?.registrationInfo === undefined) return null;
  const { id, publicKey, counter } = result.registrationInfo.credential;
  const transports = spent.answer.response.transports ?? [];
  return { id, accountId: spent.accountId, publicKey: base64url(publicKey), counter, transports };
}

/** The passkey that a browser has signed in with; null for no good answer. */
export async function verifyAuthentication(ceremony: Ceremony, text: string): Promise<Passkey | null> {
  const { env, origin, now } = ceremony;
  const spent = await spend(ceremony, 'sign-in', text);
  if (spent === null) return null;
  const passkey = await findPasskey(env, spent.answer.id);
  if (passkey === null) return null;
  const result = await verified(
    verifyAuthenticationResponse({
      response: spent.answer as unknown as AuthenticationResponseJSON,
      expectedChallenge: spent.challenge,
      expectedOrigin: origin,
      expectedRPID: rpIdOf(origin),
      // 0: the counter is compared where it is written, in one statement.
      credential: { id: passkey.id, publicKey: bytesOf(passkey.publicKey), counter: 0 },
      requireUserVerification: true,
    }),
  );
  if (result === null) return null;
  return (await notePasskeyUse(env, passkey.id, result.authenticationInfo.newCounter, now)) ? passkey : null;
}
