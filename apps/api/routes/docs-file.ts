/** GET /docs/:file: the script, styles, picture and font of the documentation (specification 16.2). */
import * as z from 'zod';
import { documentationFile, LOADED_FILES } from '#api/docs/files';
import { CACHE_CONTROL } from '#api/docs/responses';
import { endpoint } from '#api/http/endpoint';
import { file } from '#api/http/response';
import { Refusal } from '#domain/refusal';

export const docsFileEndpoint = endpoint({
  method: 'GET',
  path: '/docs/:file',
  access: 'open',
  tag: 'Service',
  id: 'getDocumentationFile',
  summary: 'Load a file of the documentation',
  description: 'A script, a style sheet, a picture or a font of the documentation’s pages.',
  params: { file: z.enum(LOADED_FILES).describe('The name of the file.') },
  isConditional: true,
  responses: { 200: file('The file.', ['text/css', 'text/javascript', 'image/svg+xml', 'font/woff2']) },
  refusals: ['UNKNOWN_ROUTE'],
  handle: async (c) => {
    const name = c.req.param('file');
    if (!LOADED_FILES.includes(name)) throw new Refusal('UNKNOWN_ROUTE');
    const { body, headers } = await documentationFile(c.env, name);
    return c.newResponse(body, 200, { 'Content-Type': headers.get('Content-Type') ?? '', ...CACHE_CONTROL });
  },
});
