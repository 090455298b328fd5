/** Reads and checks the body of PATCH /v2/links/:shortCode (specification 8.5). */
import * as z from 'zod';
import { requireKnown, toRefusal } from '#api/http/validation';
import type { Env } from '#api/platform/env';
import { checkNewDestination, type Threat } from '#api/threats/check';
import type { ErrorCode } from '#domain/errors';
import { FEATURES, grants } from '#domain/plans';
import { Refusal } from '#domain/refusal';
import { findSwitchedOff } from '#domain/settings';
import { destinationFault } from './destination';
import { DETAIL_FIELDS } from './link-details';
import { LinkBody, type LinkPolicy, NOT_ALLOWED, REFUSALS_BY_FIELD } from './link-request';
import type { DetailEdit } from './update-links';

/** The body of an edit. An omitted field does not change, and `null` removes an option. Unknown fields are stripped. */
export const EditBody = z
  .object({
    url: LinkBody.shape.url.optional(),
    expiresIn: LinkBody.shape.expiresIn,
    maxClicks: LinkBody.shape.maxClicks,
    password: LinkBody.shape.password,
    ...DETAIL_FIELDS,
  })
  .meta({ id: 'LinkEdit', description: 'The fields of a link to change.' });

/** The refusals of `readLinkEdit`, and of the threat check of the destination. */
export const EDIT_REFUSALS = [
  'FEATURE_NOT_ON_PLAN',
  'SHORTENING_DISABLED',
  'EXPIRATION_DISABLED',
  'CLICK_LIMITS_DISABLED',
  'PASSWORDS_DISABLED',
  'FIELD_NOT_ALLOWED',
  'URL_INVALID',
  'URL_OWN',
  'EXPIRES_IN_TOO_SHORT',
  'PASSWORD_LENGTH',
  'URL_UNSAFE',
  'EXTERNAL_ID_TAKEN',
  'TAGS_EXCEEDED',
  'THREATS_UNAVAILABLE',
] as const satisfies readonly ErrorCode[];

/**
 * Fields of a response that no caller can set. Each is refused, even if it is `null`, because a caller who sends it
 * expects an effect.
 */
const NOT_EDITABLE = ['alias', ...NOT_ALLOWED, 'status', 'expiredReason', 'hasPassword'];

/** The fields to change. Null removes an option or a detail. */
export type LinkEdit = DetailEdit & {
  readonly url?: string | undefined;
  /** Seconds from the edit on. */
  readonly expiresIn?: number | null | undefined;
  readonly maxClicks?: number | null | undefined;
  /** The password as sent. Only its hash is stored. */
  readonly password?: string | null | undefined;
};

/** What an edit needs of a policy. */
export type EditPolicy = Pick<LinkPolicy, 'features' | 'settings' | 'destinations' | 'isStrict'>;

/** The schema of an edit: its keys are the fields that may be changed. */
type EditSchema = z.ZodType<LinkEdit> & { readonly shape: Pick<typeof EditBody.shape, 'url'> };

/** An edit whose new destination has passed the threat check. `threat` is also null if there is no new destination. */
export type CheckedEdit = LinkEdit & {
  readonly threat: Threat;
  /** Whether the verdicts on the destination stay if the link already has the destination `url`. */
  readonly keepsVerdict?: boolean;
};

/**
 * Checks the new destination of an edit for threats.
 * @throws Refusal URL_UNSAFE, URL_INVALID, THREATS_UNAVAILABLE (threats/check.ts)
 */
export const checkNewUrl = async (env: Env, edit: LinkEdit, now: number): Promise<CheckedEdit> => ({
  ...edit,
  threat: edit.url === undefined ? null : await checkNewDestination(env, edit.url, now),
});

/**
 * Checks a body by the rules of creation, in their order. Every plan may remove an option. The switch `shortening`
 * matters only for a new destination.
 * @param schema the fields that may be changed
 * @throws Refusal for the first broken rule
 */
export function readLinkEdit(
  body: Record<string, unknown>,
  { features, settings, destinations, isStrict }: EditPolicy,
  schema: EditSchema = EditBody,
): LinkEdit {
  const options = FEATURES.filter((feature) => feature !== 'alias' && body[feature] != null);
  if (!options.every((option) => grants(features, option))) throw new Refusal('FEATURE_NOT_ON_PLAN');
  const off = findSwitchedOff(settings, options, body.url !== undefined);
  if (off !== null) throw new Refusal(off);
  const forbidden = NOT_EDITABLE.find((name) => body[name] !== undefined);
  if (forbidden !== undefined) throw new Refusal('FIELD_NOT_ALLOWED', { detail: forbidden });

  const fields = Object.keys(schema.shape);
  if (isStrict) requireKnown(Object.keys(body), fields);
  const named = fields.filter((name) => body[name] !== undefined);
  if (named.length === 0) throw new Refusal('FIELD_INVALID', { detail: `Name what to change: ${fields.join(', ')}` });
  const url = schema.shape.url.safeParse(body.url);
  const fault = url.success
    ? url.data === undefined
      ? null
      : destinationFault(url.data, destinations)
    : 'URL_INVALID';
  if (fault !== null) throw new Refusal(fault);
  const { data, error } = schema.safeParse(body);
  if (error !== undefined) throw toRefusal(error, REFUSALS_BY_FIELD);
  return Object.fromEntries(Object.entries(data).filter(([name]) => named.includes(name)));
}
