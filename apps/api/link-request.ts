/** From a request body to a link that may be made: permission, then shape (answers, section 2). */
import * as z from 'zod';
import { hasCodeCharacters, MAX_CODE_LENGTH } from '#domain/codes';
import { Refusal } from '#domain/errors';
import { FEATURES, grants, PLAN_FEATURES, type PlanFeatures, type PlanPolicy } from '#domain/plans';
import { isDestination } from './destination';
import type { AdmittedKey } from './key-meter';
import type { LinkRequest } from './links';
import { type FieldRefusals, refusalOf } from './validation';

/** Who asks, and under which of the contract's two behaviours. */
export type Asker = { readonly key: AdmittedKey; readonly planPolicy: PlanPolicy };

const optional = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? null);

/** The body of POST /v2/shorten for a plan. Its fields are checked in this order. */
export const linkBody = (features: PlanFeatures) =>
  z.object({
    url: z.string().trim().refine(isDestination),
    alias: optional(
      z
        .string('alias must be a string')
        .min(features.minAliasLength ?? 0)
        .max(MAX_CODE_LENGTH)
        .refine(hasCodeCharacters, 'alias may contain only letters, digits and hyphens'),
    ),
  });

/** The messages that the contract words itself. */
const contractRefusals = ({ minAliasLength }: PlanFeatures): FieldRefusals => {
  const aliasLength = new Refusal('ALIAS_LENGTH', { detail: String(minAliasLength) });
  return {
    url: { any: new Refusal('URL_INVALID') },
    alias: { too_small: aliasLength, too_big: aliasLength },
  };
};

/**
 * Checks a body against the caller's plan and the rules of every field.
 * @throws Refusal for the first rule that is broken
 */
export function readLinkRequest(body: Record<string, unknown>, asker: Asker): LinkRequest {
  const features = PLAN_FEATURES[asker.planPolicy][asker.key.plan];
  for (const feature of FEATURES) {
    if (body[feature] != null && !grants(features, feature)) throw new Refusal('FEATURE_NOT_ON_PLAN');
  }
  const parsed = linkBody(features).safeParse(body);
  if (!parsed.success) throw refusalOf(parsed.error, contractRefusals(features));
  return { accountId: asker.key.accountId, ...parsed.data };
}
