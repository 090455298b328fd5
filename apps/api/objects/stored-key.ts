/** The record of a key as its KeyMeter stores it. */
import { type KeyRights, limitsOf } from '#domain/key-rights';
import type { KeyStatus } from '#domain/key-status';
import { hasExpired } from '#domain/link';
import { type KeyLimits, PLAN_LIMITS, type Plan } from '#domain/plans';

export type StoredKey = {
  /** The version, which grows with every change of the key or of its account. The highest version wins. */
  readonly version: number;
  readonly accountId: string;
  readonly name: string;
  readonly status: KeyStatus;
  /** The key's own plan, or else the plan of its account. */
  readonly plan: Plan;
  readonly suspended: boolean;
  readonly reservedOverride: boolean;
  readonly digest: string;
  /** The text before the last rotation, and the time at which it stops being valid. */
  readonly previous: { readonly digest: string; readonly endsAt: number } | null;
  readonly rights: KeyRights;
};

/** Returns whether a text with this digest is valid at `now`. */
export function acceptsDigest(record: StoredKey, digest: string, now: number): boolean {
  if (record.status !== 'active' || record.suspended) return false;
  if (hasExpired(record.rights.expiresAt, now)) return false;
  if (record.digest === digest) return true;
  return record.previous !== null && record.previous.digest === digest && now < record.previous.endsAt;
}

/** Whether the account of a key is deleted, or suspended while the key is revoked. */
export const isClosed = ({ status, suspended }: StoredKey): boolean => status === 'revoked' && suspended;

/** Returns whether the digest is that of a text of the key, valid or not. */
export const hasText = ({ digest, previous }: StoredKey, one: string): boolean =>
  digest === one || previous?.digest === one;

/** Returns the limits of a key: those of its plan, or its own where they are lower. */
export const limitsOfKey = ({ plan, rights }: StoredKey): KeyLimits => limitsOf(PLAN_LIMITS[plan], rights);

/** Returns the digests of the texts that are valid now, or that will be valid once the key is active again. */
export function digestsOf({ status, digest, previous }: StoredKey): string[] {
  if (status === 'revoked') return [];
  return previous === null ? [digest] : [digest, previous.digest];
}
