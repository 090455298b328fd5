/** The answer of a batch: what became of each item, in order (specification 7.2). */
import * as z from 'zod';
import { COMMON_FIELDS, Envelope } from '#api/http/envelope';
import { isJsonObject } from '#api/http/json-body';
import { ERRORS } from '#domain/errors';
import type { Link } from '#domain/link';
import { isRefused, type Outcome } from '#domain/outcome';
import { causeOf } from '#domain/refusal';
import { LinkRecord, linkRecord, PLAIN_LINK } from './link-record';

export const MAX_ITEMS = 50;

const Created = z.strictObject({ index: z.int().min(0), success: z.literal(true), ...LinkRecord.shape });

/** What the envelope tells of a cause, beside the item's own `url` and `alias`. */
const Failed = z.strictObject({
  index: z.int().min(0),
  success: z.literal(false),
  url: z.string().optional(),
  alias: z.string().optional(),
  ...Envelope.pick({ statusCode: true, message: true, errorType: true, retryAfter: true, resetDate: true }).shape,
});

export const BatchRecord = z
  .strictObject({
    results: z
      .array(z.discriminatedUnion('success', [Created, Failed]))
      .min(1)
      .max(MAX_ITEMS)
      .describe('One per item, in order.'),
    summary: z.strictObject({ total: z.int(), succeeded: z.int(), failed: z.int() }),
  })
  .meta({ id: 'Batch', description: 'What became of a batch.' });
export type BatchRecord = z.output<typeof BatchRecord>;

/** The 400 of an atomic batch: the envelope with the results in it. */
export const RefusedBatchRecord = z
  .strictObject({ ...COMMON_FIELDS, errorType: z.literal('BATCH_ABORTED'), ...BatchRecord.shape })
  .meta({ id: 'BATCH_ABORTED', description: ERRORS.BATCH_ABORTED.message });

/** @param items the items as they were sent, for what is echoed of those that failed */
export function batchRecord(
  items: readonly unknown[],
  outcomes: readonly Outcome<Link>[],
  shortBaseUrl: string,
): BatchRecord {
  const results = outcomes.map((outcome, index) =>
    isRefused(outcome)
      ? { index, success: false as const, ...echoOf(items[index]), ...causeOf(ERRORS[outcome.code], outcome) }
      : { index, success: true as const, ...linkRecord(outcome, shortBaseUrl) },
  );
  const failed = outcomes.filter(isRefused).length;
  return { results, summary: { total: items.length, succeeded: items.length - failed, failed } };
}

/** Which item it was, in its own words; of a wrong type they are no address and no alias. */
function echoOf(item: unknown): { url?: string; alias?: string } {
  if (!isJsonObject(item)) return {};
  const { url, alias } = item;
  return { ...(typeof url === 'string' && { url }), ...(typeof alias === 'string' && { alias }) };
}

const REFUSED_ITEM = {
  index: 1,
  success: false as const,
  url: 'https://example.com/sale',
  alias: 'Promo',
  statusCode: 400,
  message: ERRORS.ALIAS_TAKEN.message,
  errorType: ERRORS.ALIAS_TAKEN.errorType,
};

export const MADE_AND_REFUSED: BatchRecord = {
  results: [{ index: 0, success: true, ...PLAIN_LINK }, REFUSED_ITEM],
  summary: { total: 2, succeeded: 1, failed: 1 },
};

export const ABORTED: z.input<typeof RefusedBatchRecord> = {
  statusCode: 400,
  timestamp: '2026-11-20T12:00:00.000Z',
  path: '/v2/shorten/batch',
  method: 'POST',
  message: ERRORS.BATCH_ABORTED.message,
  error: 'Bad Request',
  errorType: 'BATCH_ABORTED',
  results: [
    {
      index: 0,
      success: false,
      url: PLAIN_LINK.url,
      statusCode: 400,
      message: ERRORS.BATCH_ABORTED.message,
      errorType: 'BATCH_ABORTED',
    },
    REFUSED_ITEM,
  ],
  summary: { total: 2, succeeded: 0, failed: 2 },
};
