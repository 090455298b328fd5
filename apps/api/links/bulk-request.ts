/** Reads and checks the body of POST /v2/links/bulk (specification 8.10). */
import * as z from 'zod';
import { refusalOf } from '#api/http/validation';
import { parseCode } from '#domain/codes';
import { type Outcome, outcomeOf } from '#domain/outcome';
import { Refusal } from '#domain/refusal';
import { DETAILS } from './detail-fields';
import { EditBody, FIELDS_OF_MANY, type LinkEdit, readLinkEdit } from './link-edit';
import type { LinkPolicy } from './link-request';

/** The most links of one request. */
export const MAX_BULK = 100;

const CODES_RULE = `shortCodes must be a list of 1 to ${MAX_BULK} codes`;
const CONFIRM_RULE = 'confirm must be a whole number';

const listOf = <Item extends z.ZodType>(item: Item) =>
  z.array(item, CODES_RULE).min(1, CODES_RULE).max(MAX_BULK, CODES_RULE).nullish();

const fields = {
  delete: z.literal(true, 'delete must be true').nullish().describe('`true`: delete the links.'),
  confirm: z
    .int(CONFIRM_RULE)
    .nullish()
    .describe('The number of links that the request names. A deletion requires it; a change may have it.'),
};

/** The change has no details: an `externalId` is of one link only. */
const BulkChange = EditBody.omit({ title: true, notes: true, tags: true, externalId: true }).meta({
  id: 'BulkChange',
  description: 'The fields to change, as in an edit of one link.',
});

/** The body. It has either `change` or `delete`. */
export const BulkBody = z
  .object({
    shortCodes: listOf(z.string()).describe('The generated codes or the aliases of the links.'),
    ...fields,
    change: BulkChange.nullish(),
  })
  .meta({ id: 'BulkRequest', description: 'The links to change or to delete. `null` means that a field is absent.' });

/**
 * The body before its parts are checked: permission comes before the shape of a change (specification 2.2), and each
 * code is refused by itself.
 */
const UncheckedBody = z.object({
  shortCodes: listOf(z.unknown()),
  ...fields,
  change: z.record(z.string(), z.unknown(), 'change must be a JSON object').nullish(),
});

export type BulkRequest = {
  /** The items of `shortCodes` as they were sent. */
  readonly named: readonly unknown[];
  /** By item of `shortCodes`: the code in its stored form, or the refusal of a text that is none. */
  readonly codes: readonly Outcome<string>[];
  /** Null for a deletion. */
  readonly edit: LinkEdit | null;
};

/**
 * Checks a body: first its own shape, then the change by the rules of an edit.
 * @throws Refusal for the first broken rule
 */
export function readBulkRequest(
  body: Record<string, unknown>,
  policy: Pick<LinkPolicy, 'features' | 'settings' | 'destinations'>,
): BulkRequest {
  const { data, error } = UncheckedBody.safeParse(body);
  if (error !== undefined) throw refusalOf(error);
  const { shortCodes, change, delete: isDeletion, confirm } = data;
  if (!shortCodes) throw invalid(CODES_RULE);
  if (!change === !isDeletion) throw invalid('Name either change or delete');
  if (confirm == null ? isDeletion : confirm !== shortCodes.length)
    throw invalid(`confirm must be ${shortCodes.length}, the number of links that the request names`);
  const detail = DETAILS.find((name) => change?.[name] !== undefined);
  if (detail !== undefined) throw new Refusal('FIELD_NOT_ALLOWED', { detail });
  const edit = change ? readLinkEdit(change, policy, FIELDS_OF_MANY) : null;
  return { named: shortCodes, codes: shortCodes.map(readCode), edit };
}

const invalid = (detail: string) => new Refusal('FIELD_INVALID', { detail });

const readCode = (item: unknown): Outcome<string> =>
  outcomeOf(() => {
    if (typeof item !== 'string') throw invalid('Each item of shortCodes must be a string');
    const code = parseCode(item);
    if (code === null) throw new Refusal('LINK_NOT_FOUND');
    return code;
  });
