/** GET /docs: the reference as a page for browsers (specification 16.2). */

import { documentationFile, REFERENCE_FILE } from '#api/docs/files';
import { PAGE, PAGE_HEADERS } from '#api/docs/responses';
import { endpoint } from '#api/http/endpoint';

export const docsEndpoint = endpoint({
  method: 'GET',
  path: '/docs',
  access: 'open',
  tag: 'Service',
  id: 'getReference',
  summary: 'Read the reference in a browser',
  description: 'This reference as a web page. It loads nothing from other hosts, and needs no key.',
  isConditional: true,
  responses: { 200: PAGE },
  refusals: [],
  handle: async (c) => c.newResponse((await documentationFile(c.env, REFERENCE_FILE)).body, 200, PAGE_HEADERS),
});
