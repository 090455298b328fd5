/** POST /v2/shorten/batch: creates up to fifty links (contract, "Endpoints"; answers, section 9). */
import * as z from 'zod';
import { isRefused } from '#domain/outcome';
import { Refusal } from '#domain/refusal';
import { batchRecord, MAX_ITEMS } from '../batch-record';
import { createHandlers, refuse } from '../context';
import { endpoint } from '../endpoint';
import { idempotent } from '../idempotency';
import { makingFor } from '../making';
import { isJsonObject, jsonBody } from '../middleware/json-body';
import { type Item, shortenEach } from '../shorten-each';
import { refusalOf, valid } from '../validation';

const URLS_RULE = `urls must be a list of 1 to ${MAX_ITEMS} items`;

/** Each item is a body of POST /v2/shorten, and checked as one: alone. */
export const BatchBody = z.object({
  urls: z.array(z.unknown(), URLS_RULE).min(1, URLS_RULE).max(MAX_ITEMS, URLS_RULE),
});

/** `atomic`: all of the links, or none where one of them is refused. */
export const BatchQuery = z.object({
  atomic: z.enum(['true', 'false'], 'atomic must be true or false').default('false'),
});

const handlers = createHandlers(jsonBody, idempotent, valid('query', BatchQuery), async (c) => {
  const isAtomic = c.req.valid('query').atomic === 'true';
  const { data, error } = BatchBody.safeParse(c.get('body'));
  if (error !== undefined) throw refusalOf(error);

  const outcomes = await shortenEach(makingFor(c, c.get('key')), data.urls.map(itemOf), { isAtomic });
  const record = batchRecord(data.urls, outcomes, c.get('config').shortBaseUrl);
  return isAtomic && outcomes.some(isRefused) ? refuse(c, new Refusal('BATCH_ABORTED'), record) : c.json(record);
});

const itemOf = (value: unknown): Item =>
  isJsonObject(value) ? value : new Refusal('FIELD_INVALID', { detail: 'Each item of urls must be a JSON object' });

export const shortenBatch = endpoint({
  method: 'POST',
  path: '/v2/shorten/batch',
  access: 'key',
  summary: 'Create up to fifty short links',
  handlers,
});
