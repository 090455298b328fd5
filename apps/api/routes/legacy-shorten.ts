/** POST /shorten: creates a link without a key. A deployment may not offer it (specification 7.6). */

import { endpoint } from '#api/http/endpoint';
import { json } from '#api/http/response';
import { createContext, createLink } from '#api/links/create';
import { withoutDetails } from '#api/links/detail-fields';
import { LinkRecord, linkRecord, PLAIN_LINK } from '#api/links/link-record';
import { LINK_REFUSALS, LinkBody, policyFor } from '#api/links/link-request';

/** The body of POST /shorten. It has no details, because all its callers share one account. */
const LegacyBody = LinkBody.omit({ title: true, notes: true, tags: true, externalId: true }).meta({
  id: 'LegacyLinkRequest',
  description: 'The link to create. `null` for an option means that it is absent.',
});

/** The built-in account of links that are created without a key, and the plan that decides their options. */
const LEGACY = { accountId: 'legacy', plan: 'FREE', reservedOverride: false } as const;

export const legacyShortenEndpoint = endpoint({
  method: 'POST',
  path: '/shorten',
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
    const link = await createLink(context, withoutDetails(c.get('body')));
    return c.json(linkRecord(link, c.get('config').shortBaseUrl), 201);
  },
});
