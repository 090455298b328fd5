/** Reads and checks the body of a creation: first the permissions, then the fields (specification 2.2). */
import * as z from 'zod';
import type { AppContext } from '#api/http/context';
import { type FieldRefusals, isStrict, requireKnown, toRefusal } from '#api/http/validation';
import type { Config } from '#api/platform/env';
import type { ErrorCode } from '#domain/errors';
import type { KeyRights } from '#domain/key-rights';
import { type LinkDetails, MAX_URL_LENGTH } from '#domain/link';
import { FEATURES, grants, PLAN_FEATURES, type Plan, type PlanFeatures } from '#domain/plans';
import { Refusal } from '#domain/refusal';
import { findReservedReason } from '#domain/reserved/reserved-reason';
import { findSwitchedOff, type Settings } from '#domain/settings';
import { MAX_CODE_LENGTH } from '#domain/short-address';
import { type DestinationRules, destinationFault } from './destination';
import { DETAIL_FIELDS, detailsIn, optional } from './link-details';

/** Seconds. */
export const MIN_EXPIRES_IN = 60;
export const MAX_EXPIRES_IN = 315_360_000;
export const MAX_CLICKS = 1_000_000_000;
const EXPIRES_IN_RULE = `expiresIn must be a whole number of seconds, at most ${MAX_EXPIRES_IN}`;
const MAX_CLICKS_RULE = 'maxClicks must be a whole number of at least 1';
const MOST_CLICKS_RULE = `maxClicks must be at most ${MAX_CLICKS}`;

/** Counts code points, so an emoji is one character. An unpaired surrogate is refused (specification 5.2). */
const hasPasswordLength = (text: string) =>
  text.isWellFormed() && text.length <= 200 && [...text].length >= 4 && [...text].length <= 100;

/** White space, and the characters of zero width that stick to an address that is copied out of a text. */
const INVISIBLE = /[\s\u200b-\u200d\u2060\ufeff]/;

/** Drops invisible characters around an address. A pattern for both ends would take quadratic time. */
function withoutInvisibleEnds(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && INVISIBLE.test(text[start] as string)) start += 1;
  while (end > start && INVISIBLE.test(text[end - 1] as string)) end -= 1;
  return text.slice(start, end);
}

/** The body of POST /v2/shorten. The fields are checked in this order. Unknown fields are stripped. */
export const LinkBody = z
  .object({
    url: z
      .string()
      .overwrite(withoutInvisibleEnds)
      .max(MAX_URL_LENGTH)
      .describe(
        'The destination: a full address with `http://` or `https://` on a public host. The limit also holds for its percent-encoded form.',
      ),
    alias: optional(
      z
        .string('alias must be a string')
        .min(1)
        .max(MAX_CODE_LENGTH)
        .regex(/^[A-Za-z0-9-]*$/, 'alias may contain only letters, digits and hyphens'),
    ).describe(
      'Your own code for the link: letters, digits and hyphens. At least 4 characters on Hobby, 3 on Indie and Pro.',
    ),
    expiresIn: optional(
      z.number(EXPIRES_IN_RULE).min(MIN_EXPIRES_IN).int(EXPIRES_IN_RULE).max(MAX_EXPIRES_IN, EXPIRES_IN_RULE),
    ).describe('Seconds until the link expires: from 60 seconds to 10 years. On the Hobby plan and up.'),
    maxClicks: optional(
      z
        // JSON has no bound for numbers: 1e999 is infinite.
        .number({ error: ({ input }) => (input === Number.POSITIVE_INFINITY ? MOST_CLICKS_RULE : MAX_CLICKS_RULE) })
        .max(MAX_CLICKS, MOST_CLICKS_RULE)
        .int(MAX_CLICKS_RULE)
        .min(1, MAX_CLICKS_RULE),
    ).describe('Clicks after which the link expires. They are counted exactly. On the Hobby plan and up.'),
    password: optional(
      z
        .string('password must be a string')
        .refine(hasPasswordLength)
        .regex(/^\P{Cc}*$/u, 'password must not have control characters')
        .meta({ minLength: 4, maxLength: 100 }),
    ).describe('Visitors must enter it before they are redirected. On the Indie plan and up.'),
    ...DETAIL_FIELDS,
  })
  .meta({
    id: 'LinkRequest',
    description: 'The fields of a link. For a new link, `null` is the same as leaving a field out.',
  });

/** The error rows of fields, by the code of zod's issue. Other broken rules are FIELD_INVALID. */
export const REFUSALS_BY_FIELD: FieldRefusals = {
  expiresIn: { too_small: 'EXPIRES_IN_TOO_SHORT' },
  password: { custom: 'PASSWORD_LENGTH' },
};

/** The refusals of `createLink`, except FEATURE_NOT_ON_PLAN. */
export const LINK_REFUSALS = [
  'SHORTENING_DISABLED',
  'ALIASES_DISABLED',
  'EXPIRATION_DISABLED',
  'CLICK_LIMITS_DISABLED',
  'PASSWORDS_DISABLED',
  'FIELD_NOT_ALLOWED',
  'URL_INVALID',
  'URL_OWN',
  'ALIAS_LENGTH',
  'EXPIRES_IN_TOO_SHORT',
  'PASSWORD_LENGTH',
  'ALIAS_RESERVED',
  'URL_UNSAFE',
  'ALIAS_TAKEN',
  'EXTERNAL_ID_TAKEN',
  'TAGS_EXCEEDED',
  'THREATS_UNAVAILABLE',
] as const satisfies readonly ErrorCode[];

/** Fields that only the service sets (specification 2.5). If `expiresAt` were stripped, the link would never expire. */
export const NOT_ALLOWED = ['shortCode', 'shortUrl', 'createdAt', 'expiresAt', 'clickCount'] as const;

/** The rules by which an account creates links: the features of its plan, and the operator's settings. */
export type LinkPolicy = {
  readonly accountId: string;
  /** The id of the key that makes the links; null: no key does. */
  readonly madeBy: string | null;
  /** Whether the caller may take only aliases of dead links that it has made. */
  readonly ownLinksOnly: boolean;
  /** Whether the account may use reserved aliases. */
  readonly reservedOverride: boolean;
  readonly features: PlanFeatures;
  readonly settings: Settings;
  readonly destinations: DestinationRules;
  /** Whether unknown fields are refused. Otherwise they are stripped. */
  readonly isStrict: boolean;
  /** The most links in a calendar month; null if there is no quota. */
  readonly linkQuota: number | null;
};

/** The account that owns the links, and the key that makes them, if one does. */
type Owner = {
  readonly accountId: string;
  readonly plan: Plan;
  readonly reservedOverride: boolean;
  readonly id?: string;
  readonly rights?: Pick<KeyRights, 'linkReach'>;
};

/** The configuration and the settings of the deployment, and the origin to which the request was sent. */
type Deployment = {
  readonly config: Config;
  readonly settings: Settings;
  readonly origin: string;
  readonly isStrict: boolean;
};

/** Returns the policy for an account in this deployment. */
export function linkPolicy({ config, settings, origin, isStrict }: Deployment, owner: Owner): LinkPolicy {
  const { planPolicy, shortOrigin, allowPrivateDestinations } = config;
  return {
    accountId: owner.accountId,
    madeBy: owner.id ?? null,
    ownLinksOnly: owner.rights?.linkReach === 'own',
    reservedOverride: owner.reservedOverride,
    features: PLAN_FEATURES[planPolicy][owner.plan],
    settings,
    destinations: { ownOrigins: [shortOrigin, origin], allowPrivate: allowPrivateDestinations },
    isStrict,
    linkQuota: settings.linkQuota[owner.plan],
  };
}

/** Returns the policy for a request to the API. */
export const policyFor = (c: AppContext, owner: Owner): LinkPolicy =>
  linkPolicy(
    {
      config: c.get('config'),
      settings: c.get('settings'),
      origin: new URL(c.req.url).origin,
      isStrict: isStrict(c),
    },
    owner,
  );

/** A body that has passed all checks but those of its destination's threats, and of the insert. */
export type LinkRequest = Pick<LinkPolicy, 'accountId' | 'madeBy' | 'ownLinksOnly'> & {
  readonly url: string;
  readonly alias: string | null;
  /** Seconds. */
  readonly expiresIn: number | null;
  readonly maxClicks: number | null;
  /** The password as sent. Only its hash is stored. */
  readonly password: string | null;
  /** Null for a link without details, whose creation writes no further rows. */
  readonly details: LinkDetails | null;
};

/**
 * Checks a body in this order: the features of the plan, the operator's switches, the type and range of every field,
 * and the reserved aliases.
 * @throws Refusal for the first broken rule
 */
export function readLinkRequest(body: Record<string, unknown>, policy: LinkPolicy): LinkRequest {
  const { accountId, madeBy, ownLinksOnly, reservedOverride, features, settings, destinations } = policy;
  const options = FEATURES.filter((feature) => body[feature] != null);
  if (!options.every((option) => grants(features, option))) throw new Refusal('FEATURE_NOT_ON_PLAN');
  const off = findSwitchedOff(settings, options);
  if (off !== null) throw new Refusal(off);
  const forbidden = NOT_ALLOWED.find((name) => body[name] != null);
  if (forbidden !== undefined) throw new Refusal('FIELD_NOT_ALLOWED', { detail: forbidden });
  if (policy.isStrict) requireKnown(Object.keys(body), [...Object.keys(LinkBody.shape), ...NOT_ALLOWED]);
  const fields = readFields(body, features, destinations);
  if (fields.alias !== null && !reservedOverride && findReservedReason(fields.alias) !== null)
    throw new Refusal('ALIAS_RESERVED');
  const { url, alias, expiresIn, maxClicks, password } = fields;
  const owner = { accountId, madeBy, ownLinksOnly };
  return { ...owner, url, alias, expiresIn, maxClicks, password, details: detailsIn(fields) };
}

function readFields(
  body: Record<string, unknown>,
  { minAliasLength }: PlanFeatures,
  destinations: DestinationRules,
): z.output<typeof LinkBody> {
  const fault = findUrlFault(body.url, destinations);
  if (fault !== null) throw new Refusal(fault);
  // The message contains the minimum of the plan (specification 3.3).
  if (minAliasLength !== null && hasWrongLength(body.alias, minAliasLength)) {
    throw new Refusal('ALIAS_LENGTH', { detail: String(minAliasLength) });
  }
  const { data, error } = LinkBody.safeParse(body);
  if (error !== undefined) throw toRefusal(error, REFUSALS_BY_FIELD);
  return data;
}

function findUrlFault(url: unknown, destinations: DestinationRules): ErrorCode | null {
  const { success, data } = LinkBody.shape.url.safeParse(url);
  return success ? destinationFault(data, destinations) : 'URL_INVALID';
}

const hasWrongLength = (alias: unknown, minimum: number): boolean =>
  typeof alias === 'string' && (alias.length < minimum || alias.length > MAX_CODE_LENGTH);

/**
 * Returns the refusal of every field for a form, which shows all of them at once. That of a field is the one that
 * `readLinkRequest` or `readLinkEdit` throws where all other fields are valid. A missing destination is not an edit of
 * it.
 * @param schema the fields of the body
 */
export function listRefusals(
  body: Record<string, unknown>,
  { features, settings, destinations, reservedOverride }: LinkPolicy,
  schema: z.ZodObject,
): [field: string, refusal: Refusal][] {
  const { minAliasLength } = features;
  const issues = Map.groupBy(schema.safeParse(body).error?.issues ?? [], ({ path }) => path[0]);
  const findCode = (field: string): ErrorCode | null => {
    if (body[field] == null) return null;
    if (field === 'url') return findSwitchedOff(settings, []) ?? findUrlFault(body.url, destinations);
    const option = FEATURES.find((feature) => feature === field);
    if (option === undefined) return null;
    return grants(features, option) ? findSwitchedOff(settings, [option], false) : 'FEATURE_NOT_ON_PLAN';
  };
  const findRefusal = (field: string): Refusal | null => {
    const code = findCode(field);
    if (code !== null) return new Refusal(code);
    if (field === 'alias' && minAliasLength !== null && hasWrongLength(body.alias, minAliasLength))
      return new Refusal('ALIAS_LENGTH', { detail: String(minAliasLength) });
    const broken = issues.get(field);
    if (broken !== undefined) return toRefusal(new z.ZodError(broken), REFUSALS_BY_FIELD);
    const isReserved =
      field === 'alias' && body.alias != null && !reservedOverride && findReservedReason(String(body.alias)) !== null;
    return isReserved ? new Refusal('ALIAS_RESERVED') : null;
  };
  return Object.keys(schema.shape).flatMap((field) => {
    const refusal = findRefusal(field);
    return refusal === null ? [] : [[field, refusal] as [string, Refusal]];
  });
}
