/** GET /docs/guide: the guide to the API as a page for browsers (specification 16.2). */

import { documentationFile, EXAMPLE_API, EXAMPLE_SHORT, guideFile } from '#api/docs/files';
import { PAGE, PAGE_HEADERS } from '#api/docs/responses';
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
  handle: async (c) => {
    const { planPolicy, shortBaseUrl } = c.get('config');
    const page = await (await documentationFile(c.env, guideFile(planPolicy))).text();
    const { origin } = new URL(c.req.url);
    const here = page.replaceAll(EXAMPLE_API, () => origin).replaceAll(EXAMPLE_SHORT, () => shortBaseUrl);
    return c.newResponse(here, 200, PAGE_HEADERS);
  },
});
