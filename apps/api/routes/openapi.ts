/** GET /openapi.json: the OpenAPI document of the API (specification 16.2). */

import { documentationFile, OPENAPI_FILE } from '#api/docs/files';
import { CACHE_CONTROL } from '#api/docs/responses';
import { endpoint } from '#api/http/endpoint';
import { file } from '#api/http/response';

export const openapiEndpoint = endpoint({
  method: 'GET',
  path: '/openapi.json',
  access: 'open',
  tag: 'Service',
  id: 'getOpenApi',
  summary: 'Get the OpenAPI file',
  description:
    'Returns the description of the API for programs, as OpenAPI 3.1. It is made from the schemas that check every request.',
  isConditional: true,
  responses: { 200: file('The document.', ['application/json']) },
  refusals: [],
  handle: async (c) => {
    const { body } = await documentationFile(c.env, OPENAPI_FILE);
    return c.newResponse(body, 200, { 'Content-Type': 'application/json', ...CACHE_CONTROL });
  },
});
