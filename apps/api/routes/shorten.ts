/** POST /v2/shorten: creates a short link (specification 7.1). */

import * as z from 'zod';
import { createMiddleware } from '#api/http/context';
import { endpoint } from '#api/http/endpoint';
import { json } from '#api/http/response';
import { createContext, createLink } from '#api/links/create';
import { shortenUnlessExists } from '#api/links/existing-link';
import {
  DETAILED_LINK,
  LIMITED_LINK,
  LinkRecord,
  linkRecord,
  PLAIN_LINK,
  PROTECTED_LINK,
} from '#api/links/link-record';
import { LINK_REFUSALS, LinkBody, policyFor } from '#api/links/link-request';
import { missingScopes } from '#domain/key-rights';
import { NO_DETAILS } from '#domain/link-details';
import { Refusal } from '#domain/refusal';

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

export const shortenEndpoint = endpoint({
  method: 'POST',
  path: '/v2/shorten',
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
      return c.json(linkRecord(await createLink(context, c.get('body')), shortBaseUrl), 201);
    const { link, isNew } = await shortenUnlessExists(context, c.get('body'));
    const maySeeDetails = isNew || missingScopes(key.rights, 'links:read').length === 0;
    const shown = maySeeDetails ? link : { ...link, details: NO_DETAILS };
    return c.json(linkRecord(shown, shortBaseUrl), isNew ? 201 : 200);
  },
});
