/** GET /docs: the first page of the reference, for browsers (specification 16.2). */

import { REFERENCE_FILE } from '#api/docs/files';
import { documentationPage, PAGE } from '#api/docs/responses';
import { endpoint } from '#api/http/endpoint';

export const docsEndpoint = endpoint({
  method: 'GET',
  path: '/docs',
  access: 'open',
  tag: 'Service',
  id: 'getReference',
  summary: 'Read the reference in a browser',
  description: 'The first page of the reference: a quick start, every endpoint, and the conventions.',
  isConditional: true,
  responses: { 200: PAGE },
  refusals: [],
  handle: (c) => documentationPage(c, REFERENCE_FILE),
});
