/** The endpoints that create links: one, up to fifty, and one without a key (specification 7). */
import { Hono } from 'hono';
import * as z from 'zod';
import { type AppEnv, createMiddleware, refuse } from '#api/http/context';
import { endpoint } from '#api/http/endpoint';
import { strictQuery } from '#api/http/fields';
import { isJsonObject } from '#api/http/json-body';
import { json } from '#api/http/response';
import { legacyOffered } from '#api/http/stages';
import {
  ABORTED,
  BatchRecord,
  batchRecord,
  MADE_AND_REFUSED,
  MAX_ITEMS,
  RefusedBatchRecord,
} from '#api/links/batch-record';
import { createBatch, createContext, createLink, type Item } from '#api/links/create';
import { shortenUnlessExists } from '#api/links/existing-link';
import { withoutDetails } from '#api/links/link-details';
import {
  DETAILED_LINK,
  LIMITED_LINK,
  LinkRecord,
  linkRecord,
  PLAIN_LINK,
  PROTECTED_LINK,
} from '#api/links/link-record';
import { LINK_REFUSALS, LinkBody, policyFor } from '#api/links/link-request';
import { listMissingScopes } from '#domain/key-rights';
import { NO_DETAILS } from '#domain/link';
import { isRefused, Refusal } from '#domain/refusal';

export const shortenRoutes = new Hono<AppEnv>();

/**
 * The query of a creation. Beside `ifExists` no other parameter is allowed. Without `ifExists` the others are ignored,
 * because earlier callers may send some.
 */
const ShortenQuery = z.object({
  ifExists: z
    .enum(['return'], 'ifExists must be return')
    .optional()
    .describe('`return` gives you an existing link to the same destination, if there is one.'),
});

/** Refuses a parameter beside `ifExists`. A loose schema would not show `__proto__`. */
const refuseOthers = createMiddleware(async (c, next) => {
  const names = Object.keys(c.req.queries());
  const other = names.find((name) => name !== 'ifExists');
  if (other !== undefined && names.includes('ifExists'))
    throw new Refusal('FIELD_INVALID', { detail: `${other} is not a parameter here` });
  await next();
});

// POST /v2/shorten: creates a short link (specification 7.1).
shortenRoutes.post(
  '/',
  ...endpoint({
    access: 'key',
    scope: 'links:create',
    reach: 'links',
    tag: 'Links',
    id: 'shorten',
    summary: 'Create a short link',
    description:
      'Creates a link to `url`. It works as soon as you have the response.\n\n- The plan of your key decides which options a link can have.\n- The destination is checked for threats first. It is never fetched.\n- With `ifExists=return`, you get the oldest existing link to the same destination (200) instead of a new one. Only links that were created with `ifExists=return` and have no expiry, click limit or password qualify. The other fields of the body are then ignored. Only a key with the scope `links:read` sees the title, notes, tags and `externalId` of an existing link.',
    steps: [refuseOthers],
    query: ShortenQuery,
    body: {
      schema: LinkBody,
      isReadByHandler: true,
      examples: {
        'URL only': { url: 'https://example.com/hello' },
        'A week or 500 clicks': {
          url: 'https://example.com/sale?from=mail',
          alias: 'Promo',
          expiresIn: 604_800,
          maxClicks: 500,
        },
        'Title and tags': {
          url: 'https://example.com/hello',
          title: 'Hello, in winter',
          tags: ['Winter', 'mail'],
          externalId: 'campaign-1042',
        },
        Password: { url: 'https://example.com/for-members', password: 'correct horse' },
      },
    },
    isIdempotent: true,
    responses: {
      200: json('An existing link, with `ifExists=return`.', LinkRecord, { 'URL only': PLAIN_LINK }),
      201: json('The new link.', LinkRecord, {
        'URL only': PLAIN_LINK,
        'A week or 500 clicks': LIMITED_LINK,
        'Title and tags': DETAILED_LINK,
        Password: PROTECTED_LINK,
      }),
    },
    refusals: [...LINK_REFUSALS, 'FEATURE_NOT_ON_PLAN', 'LINKS_EXCEEDED'],
    handle: async (c) => {
      const key = c.get('key');
      const context = createContext(c, policyFor(c, key), { meterName: key.id, run: c.get('run') });
      const { shortBaseUrl } = c.get('config');
      if (c.req.valid('query').ifExists === undefined)
        return c.json(linkRecord(await createLink(context, await c.req.json()), shortBaseUrl), 201);
      const { link, isNew } = await shortenUnlessExists(context, await c.req.json());
      const maySeeDetails = isNew || listMissingScopes(key.rights, 'links:read').length === 0;
      const shown = maySeeDetails ? link : { ...link, details: NO_DETAILS };
      return c.json(linkRecord(shown, shortBaseUrl), isNew ? 201 : 200);
    },
  }),
);

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

const toItem = (value: unknown): Item =>
  isJsonObject(value) ? value : new Refusal('FIELD_INVALID', { detail: 'Each item of urls must be a JSON object' });

// POST /v2/shorten/batch: creates up to fifty links (specification 7.2).
shortenRoutes.post(
  '/batch',
  ...endpoint({
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
      const outcomes = await createBatch(context, urls.map(toItem), isAtomic);
      const record = batchRecord(urls, outcomes, c.get('config').shortBaseUrl);
      return isAtomic && outcomes.some(isRefused) ? refuse(c, new Refusal('BATCH_ABORTED'), record) : c.json(record);
    },
  }),
);

export const legacyRoutes = new Hono<AppEnv>();
legacyRoutes.use(legacyOffered);

/** The body of POST /shorten. It has no details, because all its callers share one account. */
const LegacyBody = LinkBody.omit({ title: true, notes: true, tags: true, externalId: true }).meta({
  id: 'LegacyLinkRequest',
  description: 'The link to create. `null` for an option means that it is absent.',
});

/** The built-in account of links that are created without a key, and the plan that decides their options. */
const LEGACY = { accountId: 'legacy', plan: 'FREE', reservedOverride: false } as const;

// POST /shorten: creates a link without a key. A deployment may not offer it (specification 7.6).
legacyRoutes.post(
  '/',
  ...endpoint({
    access: 'address',
    tag: 'Legacy',
    id: 'shortenWithoutKey',
    summary: 'Create a short link without a key',
    description:
      'Creates a link to `url`, without an API key.\n\n- Only the options of the Free plan are allowed. Others get 403 `FEATURE_NOT_ON_PLAN`.\n- An IP address may send five requests a minute.\n- The response is 404 if the deployment does not offer the endpoint.',
    body: { schema: LegacyBody, isReadByHandler: true, examples: { 'URL only': { url: 'https://example.com/hello' } } },
    responses: { 201: json('The link.', LinkRecord, { 'URL only': PLAIN_LINK }) },
    refusals: [...LINK_REFUSALS, 'FEATURE_NOT_ON_PLAN'],
    handle: async (c) => {
      const policy = { ...policyFor(c, LEGACY), linkQuota: null };
      const context = createContext(c, policy, { meterName: LEGACY.accountId });
      const link = await createLink(context, withoutDetails(await c.req.json()));
      return c.json(linkRecord(link, c.get('config').shortBaseUrl), 201);
    },
  }),
);
