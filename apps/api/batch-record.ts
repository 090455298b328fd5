/** The answer of a batch: what became of each item, in order (answers, section 9). */
import * as z from 'zod';
import { ERRORS } from '#domain/errors';
import type { Link } from '#domain/link';
import { isRefused, type Outcome } from '#domain/outcome';
import { causeOf } from '#domain/refusal';
import { Envelope } from './envelope';
import { LinkRecord, linkRecord } from './link-record';
import { isJsonObject } from './middleware/json-body';

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

export const BatchRecord = z.strictObject({
  results: z
    .array(z.discriminatedUnion('success', [Created, Failed]))
    .min(1)
    .max(MAX_ITEMS),
  summary: z.strictObject({ total: z.int(), succeeded: z.int(), failed: z.int() }),
});
export type BatchRecord = z.output<typeof BatchRecord>;

/** The 400 of an atomic batch: the envelope with the results in it. */
export const RefusedBatchRecord = z.strictObject({ ...Envelope.shape, ...BatchRecord.shape });

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
