/** The response body of POST /v2/links/bulk. It has a result for each link that was named (specification 8.10). */
import * as z from 'zod';
import { Envelope } from '#api/http/envelope';
import { ERRORS } from '#domain/errors';
import type { Link } from '#domain/link';
import { NO_DETAILS } from '#domain/link-details';
import { isRefused, type Outcome } from '#domain/outcome';
import { causeOf } from '#domain/refusal';
import { MAX_BULK } from './bulk-request';
import { LISTED_LINK, ManagedLink, managedLink, type StatusContext } from './managed-link';

/** The result of a link that was changed. It has no details, so that a response does not grow with their length. */
const Changed = z.strictObject({
  index: z.int().min(0),
  success: z.literal(true),
  ...ManagedLink.omit({ title: true, notes: true, tags: true, externalId: true }).shape,
});

/** The result of a link that was refused: the error fields of the envelope, and the code as it was sent. */
const Failed = z.strictObject({
  index: z.int().min(0),
  success: z.literal(false),
  shortCode: z.string().optional(),
  ...Envelope.pick({ statusCode: true, message: true, errorType: true, retryAfter: true }).shape,
});

export const BulkRecord = z
  .strictObject({
    results: z
      .array(z.discriminatedUnion('success', [Changed, Failed]))
      .max(MAX_BULK)
      .describe('A result for each link, in the order in which the request names them.'),
    summary: z.strictObject({ total: z.int(), succeeded: z.int(), failed: z.int() }),
  })
  .meta({ id: 'Bulk', description: 'The results of a change or a deletion of many links.' });
export type BulkRecord = z.output<typeof BulkRecord>;

/** @param named the codes as they were sent; the result of a refused link echoes its code */
export function bulkRecord(
  named: readonly unknown[],
  outcomes: readonly Outcome<Link>[],
  context: StatusContext,
): BulkRecord {
  const results = outcomes.map((outcome, index) =>
    isRefused(outcome)
      ? { index, success: false as const, ...echoOf(named[index]), ...causeOf(ERRORS[outcome.code], outcome) }
      : { index, success: true as const, ...managedLink({ ...outcome, details: NO_DETAILS }, context) },
  );
  const failed = outcomes.filter(isRefused).length;
  return { results, summary: { total: outcomes.length, succeeded: outcomes.length - failed, failed } };
}

const echoOf = (item: unknown): { shortCode?: string } => (typeof item === 'string' ? { shortCode: item } : {});

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
