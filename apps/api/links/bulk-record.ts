/** The response body of POST /v2/links/bulk. It has a result for each link that was named (specification 8.10). */
import * as z from 'zod';
import { Envelope } from '#api/http/envelope';
import { MAX_CODE_LENGTH } from '#domain/codes';
import { ERRORS } from '#domain/errors';
import { NO_DETAILS } from '#domain/link-details';
import { isRefused, type Outcome } from '#domain/outcome';
import { causeOf } from '#domain/refusal';
import { MAX_BULK } from './bulk-request';
import type { DetailedLink } from './link-details';
import { LISTED_LINK, ManagedLink, managedLink, type StatusContext } from './managed-link';

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

/** The result of a link that was refused: the error fields of the envelope, and the code as it was sent if it can be one. */
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
      ? { index, success: false as const, ...echoOf(named[index]), ...causeOf(ERRORS[outcome.code], outcome) }
      : { index, success: true as const, ...managedLink({ ...outcome, details: NO_DETAILS }, context) },
  );
  let room = MAX_BYTES - bytesOf(bare);
  const results = outcomes.map((outcome, index) => {
    const result = bare[index] as (typeof bare)[number];
    if (isRefused(outcome) || !result.success || !hasDetails(outcome)) return result;
    const bytes = bytesOf(outcome.details);
    if (bytes > room) return { ...result, detailsOmitted: true as const };
    room -= bytes;
    return { index, success: true as const, ...managedLink(outcome, context) };
  });
  const failed = outcomes.filter(isRefused).length;
  return { results, summary: { total: outcomes.length, succeeded: outcomes.length - failed, failed } };
}

const bytesOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).byteLength;

const hasDetails = ({ details: { title, notes, tags, externalId } }: DetailedLink): boolean =>
  title !== null || notes !== null || tags.length > 0 || externalId !== null;

/** Returns a code as it was sent. A longer text is no code, and may be as long as the body. */
const echoOf = (item: unknown): { shortCode?: string } =>
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
