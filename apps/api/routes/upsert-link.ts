/** PUT /v2/links?externalId=: makes or changes the link with your own id (specification 7.7). */

import { endpoint } from '#api/http/endpoint';
import { json } from '#api/http/response';
import { strictQuery } from '#api/http/strict-query';
import { createContext } from '#api/links/create';
import { ExternalId } from '#api/links/detail-fields';
import { DETAILED_LINK } from '#api/links/link-record';
import { LINK_REFUSALS, LinkBody, policyFor } from '#api/links/link-request';
import { ManagedLink, managedLink } from '#api/links/managed-link';
import { upsertLink } from '#api/links/upsert';
import { currentDenylist } from '#store/denylist-copy';

const MADE: ManagedLink = { ...DETAILED_LINK, status: 'active', expiredReason: null, hasPassword: false };

export const upsertLinkEndpoint = endpoint({
  method: 'PUT',
  path: '/v2/links',
  access: 'key',
  scope: { allOf: ['links:create', 'links:write'] },
  reach: 'links',
  tag: 'Links',
  id: 'upsertLink',
  summary: 'Create or update by external ID',
  description:
    'Creates a link with this `externalId` (201), or changes the link that has it (200).\n\n- Repeating a call is safe: it needs no `Idempotency-Key`.\n- If several calls arrive at once, one of them creates the link.\n- When you change a link, fields that you leave out stay as they are, and `null` removes a value. `alias` must stay the same.\n- If the link has expired, a new link takes over its `externalId`.',
  query: strictQuery({
    externalId: ExternalId.meta({ description: 'Your own ID of the link.', examples: ['campaign-1042'] }),
  }),
  body: {
    schema: LinkBody,
    isReadByHandler: true,
    examples: {
      'Title and tags': { url: 'https://example.com/hello', title: 'Hello, in winter', tags: ['Winter', 'mail'] },
    },
  },
  responses: {
    200: json('The changed link.', ManagedLink, { 'Title and tags': MADE }),
    201: json('The new link.', ManagedLink, { 'Title and tags': MADE }),
  },
  refusals: [...LINK_REFUSALS, 'FEATURE_NOT_ON_PLAN', 'LINKS_EXCEEDED'],
  handle: async (c) => {
    const now = c.get('now');
    const key = c.get('key');
    const context = createContext(c, policyFor(c, key), { meterName: key.id });
    const { link, isNew } = await upsertLink(context, c.req.valid('query').externalId, c.get('body'));
    const denylist = await currentDenylist(c.env, now);
    return c.json(managedLink(link, { shortBaseUrl: c.get('config').shortBaseUrl, denylist, now }), isNew ? 201 : 200);
  },
});
