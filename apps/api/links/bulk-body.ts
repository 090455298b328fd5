/** The bodies of POST /v2/links/bulk: the request, and a result for each link that it names (specification 8.10). */
import * as z from 'zod';
import { Envelope } from '#api/http/fields';
import { isJsonObject } from '#api/http/json-body';
import { requireKnown, toRefusal } from '#api/http/validation';
import { ERRORS } from '#domain/errors';
import { NO_DETAILS, normalizeTag } from '#domain/link';
import { catchRefusal, describeCause, isRefused, type Outcome, Refusal } from '#domain/refusal';
import { MAX_CODE_LENGTH, parseCode } from '#domain/short-address';
import { countBytes } from '#secrets/digest';
import { type DetailedLink, TAG_FIELDS } from './link-details';
import { EditBody, type EditPolicy, type LinkEdit, readLinkEdit } from './link-edit';
import type { LinkFilter } from './link-list-filter';
import { BodyFilter } from './link-list-query';
import { LISTED_LINK, ManagedLink, managedLink, type StatusContext } from './link-record';

/** The most links of one request. */
export const MAX_BULK = 100;

const CODES_RULE = `shortCodes must be a list of 1 to ${MAX_BULK} codes`;
const CONFIRM_RULE = 'confirm must be a whole number';

const makeListSchema = <Item extends z.ZodType>(item: Item) =>
  z.array(item, CODES_RULE).min(1, CODES_RULE).max(MAX_BULK, CODES_RULE).nullish();

const fields = {
  delete: z.literal(true, 'delete must be true').nullish().describe('`true` deletes the links.'),
  confirm: z
    .int(CONFIRM_RULE)
    .nullish()
    .describe(
      'The number of links in the request. Required to delete, and to edit by `filter`; optional to edit `shortCodes`.',
    ),
};

const TAGS_RULE = 'addTags and removeTags must be absent beside tags';
const BOTH_RULE = 'addTags and removeTags must name different tags';

/** The change of many links. It has no `externalId`, which names one link only. */
const BulkChange = EditBody.omit({ externalId: true }).extend(TAG_FIELDS).meta({
  id: 'BulkChange',
  description:
    'The fields to change, as in an edit of one link. `tags` replaces all tags of each link. `addTags` and `removeTags` change only the tags that they name. They can’t be combined with `tags`, and can’t name the same tag.',
});

const BulkFilter = BodyFilter.meta({
  id: 'BulkFilter',
  description: 'The parameters of GET /v2/links that select links.',
});

/** The body. It has either `shortCodes` or `filter`, and either `change` or `delete`. */
export const BulkBody = z
  .object({
    shortCodes: makeListSchema(z.string()).describe('The generated codes or aliases of the links.'),
    filter: BulkFilter.nullish(),
    ...fields,
    change: BulkChange.nullish(),
  })
  .meta({
    id: 'BulkRequest',
    description: 'The links to edit or delete. `null` has the same effect as leaving a field out.',
  });

/** Any JSON object. A record of zod would drop `__proto__` in silence. */
const objectNamed = (name: string) => z.custom<Record<string, unknown>>(isJsonObject, `${name} must be a JSON object`);

/**
 * The body before its parts are checked: permission comes before the shape of a change (specification 2.2), and each
 * code is refused by itself.
 */
const UncheckedBody = z.object({
  shortCodes: makeListSchema(z.unknown()),
  filter: objectNamed('filter').nullish(),
  ...fields,
  change: objectNamed('change').nullish(),
});

/** The links that a request names. */
export type NamedLinks = {
  /** The items of `shortCodes` as they were sent, or the codes of the links that a filter has found. */
  readonly named: readonly unknown[];
  /** The code of each item in its stored form, or the refusal of an item that is not a code. */
  readonly codes: readonly Outcome<string>[];
  /** The ids of the links that a filter has found. */
  readonly ids?: readonly string[];
};

export type BulkRequest = {
  readonly links: NamedLinks | { readonly filter: LinkFilter };
  /** The number of links that the caller expects; null: any number. */
  readonly confirm: number | null;
  /** Null for a deletion. */
  readonly edit: LinkEdit | null;
};

/**
 * Checks a body: first its own shape, then the change by the rules of an edit.
 * @throws Refusal for the first broken rule
 */
export function readBulkRequest(body: Record<string, unknown>, policy: EditPolicy): BulkRequest {
  if (policy.isStrict) requireKnown(Object.keys(body), Object.keys(UncheckedBody.shape));
  const { data, error } = UncheckedBody.safeParse(body);
  if (error !== undefined) throw toRefusal(error);
  const { shortCodes, filter, change, delete: isDeletion, confirm = null } = data;
  if (shortCodes && filter) throw invalid('Name either shortCodes or filter');
  const links = filter ? { filter: readFilter(filter) } : namedBy(shortCodes);
  if (!change === !isDeletion) throw invalid('Name either change or delete');
  if ('named' in links) checkConfirm(confirm, !change, links.named.length);
  if (change?.externalId !== undefined) throw new Refusal('FIELD_NOT_ALLOWED', { detail: 'externalId' });
  const edit = change ? readLinkEdit(change, policy, BulkChange) : null;
  if (edit) checkTags(edit);
  return { links, confirm, edit };
}

/** @throws Refusal if a list of tags contradicts another one */
function checkTags({ tags, addTags, removeTags }: LinkEdit): void {
  if (tags !== undefined && (addTags || removeTags)) throw invalid(TAGS_RULE);
  const added = new Set(addTags?.map(normalizeTag));
  if (removeTags?.some((name) => added.has(normalizeTag(name)))) throw invalid(BOTH_RULE);
}

/** @throws Refusal if the caller expects another number of links, or gives none where one is required */
export function checkConfirm(confirm: number | null, isRequired: boolean, count: number): void {
  if (confirm === null ? isRequired : confirm !== count)
    throw invalid(`confirm must be ${count}, the number of links that the request names`);
}

function namedBy(shortCodes: readonly unknown[] | null | undefined): NamedLinks {
  if (!shortCodes) throw invalid(CODES_RULE);
  return { named: shortCodes, codes: shortCodes.map(readCode) };
}

/** A filter without parameters would name all links, so it is refused. */
function readFilter(filter: Record<string, unknown>): LinkFilter {
  const given = Object.entries(filter).filter(([, value]) => value !== null);
  if (given.length === 0) throw invalid('filter must have a parameter');
  const { data, error } = BodyFilter.safeParse(Object.fromEntries(given));
  if (error !== undefined) throw toRefusal(error);
  return data;
}

/** The refusal of a body that breaks a rule of many links. @param detail the rule */
export const invalid = (detail: string) => new Refusal('FIELD_INVALID', { detail });

const readCode = (item: unknown): Outcome<string> =>
  catchRefusal(() => {
    if (typeof item !== 'string') throw invalid('Each item of shortCodes must be a string');
    const code = parseCode(item);
    if (code === null) throw new Refusal('LINK_NOT_FOUND');
    return code;
  });

/**
 * The most bytes of the results. The object of the key stores a response as one value, which holds at most 2 MB. A
 * hundred results without details are shorter than that.
 */
const MAX_BYTES = 1_900_000;

/** The result of a link that was changed. */
const Changed = z.strictObject({
  index: z.int().min(0),
  success: z.literal(true),
  ...ManagedLink.shape,
  detailsOmitted: z
    .literal(true)
    .optional()
    .describe(
      '`true` if the title, notes, tags and `externalId` of the link are left out, because all results together have at most 1.9 MB. Absent otherwise.',
    ),
});

/**
 * The result of a link that was refused: the error fields of the envelope, and the code as it was sent if it can be
 * one.
 */
const Failed = z.strictObject({
  index: z.int().min(0),
  success: z.literal(false),
  shortCode: z
    .string()
    .max(MAX_CODE_LENGTH)
    .optional()
    .describe('The code, as you sent it. Absent if it can’t be a code.'),
  ...Envelope.pick({ statusCode: true, message: true, errorType: true, retryAfter: true }).shape,
});

export const BulkRecord = z
  .strictObject({
    results: z
      .array(z.discriminatedUnion('success', [Changed, Failed]))
      .max(MAX_BULK)
      .describe('A result for each link, in the order of the request.'),
    summary: z.strictObject({ total: z.int(), succeeded: z.int(), failed: z.int() }),
  })
  .meta({ id: 'Bulk', description: 'The results of a change or a deletion of many links.' });
export type BulkRecord = z.output<typeof BulkRecord>;

/** @param named the codes as they were sent; the result of a refused link echoes its code */
export function bulkRecord(
  named: readonly unknown[],
  outcomes: readonly Outcome<DetailedLink>[],
  context: StatusContext,
): BulkRecord {
  const bare = outcomes.map((outcome, index) =>
    isRefused(outcome)
      ? { index, success: false as const, ...echoCode(named[index]), ...describeCause(ERRORS[outcome.code], outcome) }
      : { index, success: true as const, ...managedLink({ ...outcome, details: NO_DETAILS }, context) },
  );
  let room = MAX_BYTES - countBytes(JSON.stringify(bare));
  const results = outcomes.map((outcome, index) => {
    const result = bare[index] as (typeof bare)[number];
    if (isRefused(outcome) || !result.success || !hasDetails(outcome)) return result;
    const bytes = countBytes(JSON.stringify(outcome.details));
    if (bytes > room) return { ...result, detailsOmitted: true as const };
    room -= bytes;
    return { index, success: true as const, ...managedLink(outcome, context) };
  });
  const failed = outcomes.filter(isRefused).length;
  return { results, summary: { total: outcomes.length, succeeded: outcomes.length - failed, failed } };
}

const hasDetails = ({ details: { title, notes, tags, externalId } }: DetailedLink): boolean =>
  title !== null || notes !== null || tags.length > 0 || externalId !== null;

/** Returns a code as it was sent. A longer text is not a code, and may be as long as the body. */
const echoCode = (item: unknown): { shortCode?: string } =>
  typeof item === 'string' && item.length <= MAX_CODE_LENGTH ? { shortCode: item } : {};

export const CHANGED_AND_REFUSED: BulkRecord = {
  results: [
    { index: 0, success: true, ...LISTED_LINK },
    {
      index: 1,
      success: false,
      shortCode: 'unknown',
      statusCode: 404,
      message: ERRORS.LINK_NOT_FOUND.message,
      errorType: ERRORS.LINK_NOT_FOUND.errorType,
    },
  ],
  summary: { total: 2, succeeded: 1, failed: 1 },
};
