/** POST /v2/shorten/batch: creates up to fifty links (specification 7.2). */
import * as z from 'zod';
import { refuse } from '#api/http/context';
import { endpoint } from '#api/http/endpoint';
import { isJsonObject } from '#api/http/json-body';
import { json } from '#api/http/response';
import { strictQuery } from '#api/http/strict-query';
import {
  ABORTED,
  BatchRecord,
  batchRecord,
  MADE_AND_REFUSED,
  MAX_ITEMS,
  RefusedBatchRecord,
} from '#api/links/batch-record';
import { createBatch, createContext, type Item } from '#api/links/create';
import { policyFor } from '#api/links/link-request';
import { isRefused } from '#domain/outcome';
import { Refusal } from '#domain/refusal';

const URLS_RULE = `urls must be a list of 1 to ${MAX_ITEMS} items`;

/** The body of a batch. `createBatch` checks the items one by one. */
const BatchBody = z.object({
  urls: z
    .array(z.unknown().meta({ $ref: '#/components/schemas/LinkRequest' }), URLS_RULE)
    .min(1, URLS_RULE)
    .max(MAX_ITEMS, URLS_RULE)
    .describe('The links to create.'),
});

/** The query of a batch. With `atomic` it creates all links, or none if one of them is refused. */
const BatchQuery = strictQuery({
  atomic: z
    .enum(['true', 'false'], 'atomic must be true or false')
    .default('false')
    .describe('`true` creates all links, or none if one item fails.'),
});

const itemOf = (value: unknown): Item =>
  isJsonObject(value) ? value : new Refusal('FIELD_INVALID', { detail: 'Each item of urls must be a JSON object' });

export const shortenBatchEndpoint = endpoint({
  method: 'POST',
  path: '/v2/shorten/batch',
  access: 'key',
  scope: 'links:create',
  reach: 'links',
  tag: 'Links',
  id: 'shortenBatch',
  summary: 'Create links in bulk',
  description:
    'Creates up to 50 links with one request. Each item succeeds or fails by itself.\n\n- The response has one result per item, in the order of the items. It is 200 even if items failed.\n- With `atomic=true`, the batch creates all links or none. If an item fails, the response is 400, and its results say what is wrong.\n- A batch counts as one call. Each new link counts toward the monthly limit of links.',
  query: BatchQuery,
  body: {
    schema: BatchBody,
    examples: {
      'Two links': {
        urls: [{ url: 'https://example.com/hello' }, { url: 'https://example.com/sale', alias: 'Promo' }],
      },
    },
  },
  isIdempotent: true,
  responses: {
    200: json('The result of each item.', BatchRecord, { 'One created, one refused': MADE_AND_REFUSED }),
    400: json('The batch created no link. The results say why.', RefusedBatchRecord, { 'An atomic batch': ABORTED }),
  },
  refusals: [],
  handle: async (c) => {
    const isAtomic = c.req.valid('query').atomic === 'true';
    const { urls } = c.req.valid('json');
    const key = c.get('key');
    const context = createContext(c, policyFor(c, key), { meterName: key.id, run: c.get('run') });
    const outcomes = await createBatch(context, urls.map(itemOf), isAtomic);
    const record = batchRecord(urls, outcomes, c.get('config').shortBaseUrl);
    return isAtomic && outcomes.some(isRefused) ? refuse(c, new Refusal('BATCH_ABORTED'), record) : c.json(record);
  },
});
