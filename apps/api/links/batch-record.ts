/** The response body of a batch. It has a result for each item, in the order of the items (specification 7.2). */
import * as z from 'zod';
import { COMMON_FIELDS, Envelope } from '#api/http/fields';
import { isJsonObject } from '#api/http/json-body';
import { ERRORS } from '#domain/errors';
import { MAX_URL_LENGTH } from '#domain/link';
import { describeCause, isRefused, type Outcome } from '#domain/refusal';
import type { DetailedLink } from './link-details';
import { LinkRecord, linkRecord, PLAIN_LINK } from './link-record';

export const MAX_ITEMS = 50;

const Created = z.strictObject({ index: z.int().min(0), success: z.literal(true), ...LinkRecord.shape });

/** The result of a failed item: the error fields of the envelope, and the item's own `url` and `alias`. */
const Failed = z.strictObject({
  index: z.int().min(0),
  success: z.literal(false),
  url: z.string().max(MAX_URL_LENGTH).optional(),
  alias: z.string().max(MAX_URL_LENGTH).optional(),
  ...Envelope.pick({ statusCode: true, message: true, errorType: true, retryAfter: true, resetDate: true }).shape,
});

export const BatchRecord = z
  .strictObject({
    results: z
      .array(z.discriminatedUnion('success', [Created, Failed]))
      .min(1)
      .max(MAX_ITEMS)
      .describe('A result for each item, in the order of the items.'),
    summary: z.strictObject({ total: z.int(), succeeded: z.int(), failed: z.int() }),
  })
  .meta({ id: 'Batch', description: 'The results of a batch.' });
export type BatchRecord = z.output<typeof BatchRecord>;

/** The body of the 400 response to an atomic batch: the envelope and the results (specification 7.3). */
export const RefusedBatchRecord = z
  .strictObject({ ...COMMON_FIELDS, errorType: z.literal('BATCH_ABORTED'), ...BatchRecord.shape })
  .meta({ id: 'BATCH_ABORTED', description: ERRORS.BATCH_ABORTED.message });

/**
 * Returns the response body of a batch.
 * @param items the items as sent; the result of a failed item echoes part of it
 */
export function batchRecord(
  items: readonly unknown[],
  outcomes: readonly Outcome<DetailedLink>[],
  shortBaseUrl: string,
): BatchRecord {
  const results = outcomes.map((outcome, index) =>
    isRefused(outcome)
      ? { index, success: false as const, ...echoItem(items[index]), ...describeCause(ERRORS[outcome.code], outcome) }
      : { index, success: true as const, ...linkRecord(outcome, shortBaseUrl) },
  );
  const failed = outcomes.filter(isRefused).length;
  return { results, summary: { total: items.length, succeeded: items.length - failed, failed } };
}

/**
 * The longest text of a failed item that its result echoes. A valid one is not longer, and a body of a long one has less
 * than a mebibyte, but JSON may escape each of its characters in the response and where it is stored.
 */
const MAX_ECHO = MAX_URL_LENGTH;

/** Cuts a text, but not in the middle of a surrogate pair. */
const cut = (text: string): string =>
  text.length > MAX_ECHO ? text.slice(0, MAX_ECHO).replace(/[\ud800-\udbff]$/, '') : text;

/** Returns the `url` and the `alias` of a failed item as sent, each only if it is a string (specification 7.2). */
function echoItem(item: unknown): { url?: string; alias?: string } {
  if (!isJsonObject(item)) return {};
  const { url, alias } = item;
  return { ...(typeof url === 'string' && { url: cut(url) }), ...(typeof alias === 'string' && { alias: cut(alias) }) };
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
