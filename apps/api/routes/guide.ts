/** GET /docs/guide: the guide to the API as a page for browsers (specification 16.2). */

import { guideFile } from '#api/docs/files';
import { documentationPage, PAGE } from '#api/docs/responses';
import { endpoint } from '#api/http/endpoint';

export const guideEndpoint = endpoint({
  method: 'GET',
  path: '/docs/guide',
  access: 'open',
  tag: 'Service',
  id: 'getGuide',
  summary: 'Read the guide in a browser',
  description: 'A guide from the first link to statistics. Its examples contain the addresses of this deployment.',
  isConditional: true,
  responses: { 200: PAGE },
  refusals: [],
  handle: (c) => documentationPage(c, guideFile(c.get('config').planPolicy)),
});
