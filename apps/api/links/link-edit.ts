/** From the body of PATCH /v2/links/:shortCode to an edit that may be made (specification 8.5). */
import * as z from 'zod';
import { refusalOf } from '#api/http/validation';
import type { Threat } from '#api/threats/check';
import type { ErrorCode } from '#domain/errors';
import { FEATURES, grants } from '#domain/plans';
import { switchedOff } from '#domain/platform-switches';
import { Refusal } from '#domain/refusal';
import { isDestination } from './destination';
import { CONTRACT_REFUSALS, LinkBody, type LinkPolicy, NOT_ALLOWED } from './link-request';

/** What is left out stays as it is; `null` takes an option away. Unknown fields are stripped. */
export const EditBody = z
  .object({
    url: LinkBody.shape.url.optional(),
    expiresIn: LinkBody.shape.expiresIn,
    maxClicks: LinkBody.shape.maxClicks,
    password: LinkBody.shape.password,
  })
  .meta({ id: 'LinkEdit', description: 'What of a link is to change.' });

/** What `readLinkEdit` and the check of the destination may refuse. */
export const EDIT_REFUSALS = [
  'FEATURE_NOT_ON_PLAN',
  'SHORTENING_DISABLED',
  'EXPIRATION_DISABLED',
  'CLICK_LIMITS_DISABLED',
  'PASSWORDS_DISABLED',
  'FIELD_NOT_ALLOWED',
  'URL_INVALID',
  'EXPIRES_IN_TOO_SHORT',
  'PASSWORD_LENGTH',
  'URL_UNSAFE',
  'THREATS_UNAVAILABLE',
] as const satisfies readonly ErrorCode[];

const FIELDS = ['url', 'expiresIn', 'maxClicks', 'password'] as const;

/** A code stays what it is; and what answers tell of a link is not set by saying it. `null` would be dropped in silence too. */
const NOT_EDITABLE = ['alias', ...NOT_ALLOWED, 'status', 'expiredReason', 'hasPassword'];

/** What is to change. Null: the link is to be without it. */
export type LinkEdit = {
  readonly url?: string | undefined;
  /** Seconds from the edit on. */
  readonly expiresIn?: number | null | undefined;
  readonly maxClicks?: number | null | undefined;
  /** As sent; only its hash is kept. */
  readonly password?: string | null | undefined;
};

/** The same with the check of its destination; null where it names none. */
export type CheckedEdit = LinkEdit & { readonly threat: Threat };

/**
 * Checks a body by the rules of creation, in their order. What is taken away is always allowed, and only a new destination
 * is held up where shortening is switched off.
 * @throws Refusal for the first rule that is broken
 */
export function readLinkEdit(
  body: Record<string, unknown>,
  { features, settings, destinations }: Pick<LinkPolicy, 'features' | 'settings' | 'destinations'>,
): LinkEdit {
  const options = FEATURES.filter((feature) => feature !== 'alias' && body[feature] != null);
  if (!options.every((option) => grants(features, option))) throw new Refusal('FEATURE_NOT_ON_PLAN');
  const off = switchedOff(settings, options, body.url !== undefined);
  if (off !== null) throw new Refusal(off);
  const forbidden = NOT_EDITABLE.find((name) => body[name] !== undefined);
  if (forbidden !== undefined) throw new Refusal('FIELD_NOT_ALLOWED', { detail: forbidden });

  const named = FIELDS.filter((name) => body[name] !== undefined);
  if (named.length === 0) throw new Refusal('FIELD_INVALID', { detail: `Name what to change: ${FIELDS.join(', ')}` });
  const url = EditBody.shape.url.safeParse(body.url);
  if (!url.success || (url.data !== undefined && !isDestination(url.data, destinations)))
    throw new Refusal('URL_INVALID');
  const { data, error } = EditBody.safeParse(body);
  if (error !== undefined) throw refusalOf(error, CONTRACT_REFUSALS);
  return Object.fromEntries(named.map((name) => [name, data[name]]));
}
