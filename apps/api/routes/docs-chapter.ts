/** GET /docs/reference/:chapter: the other pages of the reference, for browsers (specification 16.2). */
import * as z from 'zod';
import { CHAPTERS, chapterFile } from '#api/docs/files';
import { documentationPage, PAGE } from '#api/docs/responses';
import { endpoint } from '#api/http/endpoint';
import { Refusal } from '#domain/refusal';

export const docsChapterEndpoint = endpoint({
  method: 'GET',
  path: '/docs/reference/:chapter',
  access: 'open',
  tag: 'Service',
  id: 'getReferenceChapter',
  summary: 'Read a chapter of the reference in a browser',
  description: 'A chapter of the reference, or all errors.',
  params: { chapter: z.enum(CHAPTERS).describe('The name of the chapter.') },
  isConditional: true,
  responses: { 200: PAGE },
  refusals: ['UNKNOWN_ROUTE'],
  handle: (c) => {
    const chapter = c.req.param('chapter');
    if (!CHAPTERS.includes(chapter)) throw new Refusal('UNKNOWN_ROUTE');
    return documentationPage(c, chapterFile(chapter));
  },
});
