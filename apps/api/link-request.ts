/** From a request body to a link that may be made: permission, then shape (answers, section 2). */
import * as z from 'zod';
import { hasCodeCharacters, MAX_CODE_LENGTH } from '#domain/codes';
import { Refusal } from '#domain/errors';
import { FEATURES, grants, PLAN_FEATURES, type PlanPolicy } from '#domain/plans';
import { isDestination } from './destination';
import type { AdmittedKey } from './key-meter';
import type { LinkRequest } from './links';
import { type FieldRefusals, refusalOf } from './validation';

const MIN_EXPIRES_IN = 60;
const MAX_EXPIRES_IN = 315_360_000;
const MAX_CLICKS = 1_000_000_000;
const EXPIRES_IN_RULE = `expiresIn must be a whole number of seconds, at most ${MAX_EXPIRES_IN}`;
const MAX_CLICKS_RULE = 'maxClicks must be a whole number of at least 1';

const optional = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? null);

/** The body of POST /v2/shorten. Its fields are checked in this order; unknown ones are stripped. */
export const LinkBody = z.object({
  url: z.string().trim().refine(isDestination),
  alias: optional(
    z
      .string('alias must be a string')
      .min(1)
      .max(MAX_CODE_LENGTH)
      .refine(hasCodeCharacters, 'alias may contain only letters, digits and hyphens'),
  ),
  expiresIn: optional(
    z.number(EXPIRES_IN_RULE).min(MIN_EXPIRES_IN).int(EXPIRES_IN_RULE).max(MAX_EXPIRES_IN, EXPIRES_IN_RULE),
  ),
  maxClicks: optional(
    z
      .number(MAX_CLICKS_RULE)
      .int(MAX_CLICKS_RULE)
      .min(1, MAX_CLICKS_RULE)
      .max(MAX_CLICKS, `maxClicks must be at most ${MAX_CLICKS}`),
  ),
});

/** The messages that the contract words itself. The alias' lower bound is the plan's own (answers, section 3). */
const contractRefusals = (aliasLength: Refusal): FieldRefusals => ({
  url: { any: new Refusal('URL_INVALID') },
  alias: { too_small: aliasLength, too_big: aliasLength },
  expiresIn: { too_small: new Refusal('EXPIRES_IN_TOO_SHORT') },
});

/** Who asks, and under which of the contract's two behaviours. */
export type Asker = { readonly key: AdmittedKey; readonly planPolicy: PlanPolicy };

/**
 * Checks a body against the caller's plan and the rules of every field.
 * @throws Refusal for the first rule that is broken
 */
export function readLinkRequest(body: Record<string, unknown>, asker: Asker): LinkRequest {
  const features = PLAN_FEATURES[asker.planPolicy][asker.key.plan];
  for (const feature of FEATURES) {
    if (body[feature] != null && !grants(features, feature)) throw new Refusal('FEATURE_NOT_ON_PLAN');
  }
  const { minAliasLength } = features;
  const aliasLength = new Refusal('ALIAS_LENGTH', { detail: String(minAliasLength) });
  const parsed = LinkBody.safeParse(body);
  if (!parsed.success) throw refusalOf(parsed.error, contractRefusals(aliasLength));
  const { alias } = parsed.data;
  if (alias !== null && minAliasLength !== null && alias.length < minAliasLength) throw aliasLength;
  return { accountId: asker.key.accountId, ...parsed.data };
}
