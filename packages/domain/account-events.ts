/**
 * What can happen to an account, and who does it (docs/design/console-and-forms.md). D1 stores these words for
 * ninety days.
 */

import type { KeyStatus, Scope } from './key-rights';
import type { Plan } from './plans';

/** The owner in the console, an API key, or the operator. */
export const ACTORS = ['owner', 'key', 'operator'] as const;

export const EVENT_KINDS = [
  'account.registered',
  'session.begun.passkey',
  'session.begun.link',
  'session.ended',
  'passkey.added',
  'passkey.removed',
  'key.made',
  'key.changed',
  'key.rotated',
  'key.text-ended',
  'key.revoked',
  'link.deleted',
  'qr.logo-set',
  'qr.logo-removed',
  'qr.look-set',
  'template.made',
  'template.changed',
  'template.deleted',
  'plan.requested',
  'plan.granted',
  'plan.declined',
] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** What `key.changed` has changed, as D1 stores it. */
export type KeyDetail = {
  /** The name that the key had before. */
  readonly name?: string;
  readonly status?: KeyStatus;
  readonly plan?: Plan | null;
  readonly scopes?: readonly Scope[] | null;
  readonly linkReach?: 'own' | null;
  readonly expiresAt?: number | null;
  readonly perMinute?: number | null;
  readonly perMonth?: number | null;
  /** How many origins there are, because the log has no addresses. */
  readonly origins?: number | null;
};

/** Where a session has begun, as D1 stores it with `session.begun`. */
export type SessionDetail = {
  /** Like DE. */
  readonly country: string;
};

/** Who has done something. The names are those of that moment. */
export type Actor = {
  readonly kind: (typeof ACTORS)[number];
  /** Of the owner the id of the session, of a key its id. */
  readonly id?: string;
  /** Of the owner the name of the browser, of a key its name. */
  readonly name?: string;
};

export const OPERATOR: Actor = { kind: 'operator' };
