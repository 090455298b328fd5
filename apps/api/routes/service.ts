/** The health of the service and its documentation, for anybody (specification 16). */
import { Hono } from 'hono';
import * as z from 'zod';
import {
  CHAPTERS,
  chapterFile,
  documentationFile,
  endpointFile,
  findDocumentationFile,
  guideFile,
  LOADED_FILES,
  OPENAPI_FILE,
  REFERENCE_FILE,
} from '#api/docs/files';
import { CACHE_CONTROL, documentationPage, PAGE } from '#api/docs/responses';
import type { AppEnv } from '#api/http/context';
import { endpoint } from '#api/http/endpoint';
import { file, json } from '#api/http/response';
import { overloaded, Refusal } from '#domain/refusal';
import { isReady } from '#store/readiness';

export const healthRoutes = new Hono<AppEnv>();

const Ok = z.strictObject({ status: z.literal('ok') });

// GET /health: 200 while the worker runs. Without a complete configuration it does not start (specification 16.1).
healthRoutes.get(
  '/',
  ...endpoint({
    access: 'open',
    tag: 'Service',
    id: 'getHealth',
    summary: 'Check that the service runs',
    allowsPlainHttp: true,
    description:
      'Returns 200 if the service runs with a complete configuration. Also answers over plain HTTP. It reads no store: point whatever restarts the service here.',
    responses: {
      200: json('The service runs.', Ok, { Running: { status: 'ok' } }),
    },
    refusals: [],
    handle: (c) => c.json({ status: 'ok' as const }),
  }),
);

// GET /health/ready: 200 while the service can do its work (specification 16.1).
healthRoutes.get(
  '/ready',
  ...endpoint({
    access: 'open',
    tag: 'Service',
    id: 'getReadiness',
    summary: 'Check that the service is ready',
    allowsPlainHttp: true,
    description:
      'Returns 200 if the service can do its work: its database responds and is migrated, and on one machine the disk is not full. Otherwise 503. The answer is at most five seconds old. Also answers over plain HTTP. Point your uptime monitor and your load balancer here.',
    responses: {
      200: json('The service is ready.', Ok, { Ready: { status: 'ok' } }),
    },
    refusals: ['OVERLOADED'],
    handle: async (c) => {
      if (!(await isReady(c.env, c.get('now'), c.executionCtx))) throw overloaded();
      return c.json({ status: 'ok' as const });
    },
  }),
);

export const openApiRoutes = new Hono<AppEnv>();

// GET /openapi.json: the OpenAPI document of the API (specification 16.2).
openApiRoutes.get(
  '/',
  ...endpoint({
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
  }),
);

export const docsRoutes = new Hono<AppEnv>();

// GET /docs: the first page of the reference, for browsers (specification 16.2).
docsRoutes.get(
  '/',
  ...endpoint({
    access: 'open',
    tag: 'Service',
    id: 'getReference',
    summary: 'Read the reference in a browser',
    description: 'The first page of the reference: a quick start, every endpoint, and the conventions.',
    isConditional: true,
    responses: { 200: PAGE },
    refusals: [],
    handle: async (c) => documentationPage(c, await documentationFile(c.env, REFERENCE_FILE)),
  }),
);

// GET /docs/guide: the guide to the API as a page for browsers (specification 16.2).
docsRoutes.get(
  '/guide',
  ...endpoint({
    access: 'open',
    tag: 'Service',
    id: 'getGuide',
    summary: 'Read the guide in a browser',
    description: 'A guide from the first link to statistics. Its examples contain the addresses of this deployment.',
    isConditional: true,
    responses: { 200: PAGE },
    refusals: [],
    handle: async (c) => documentationPage(c, await documentationFile(c.env, guideFile(c.get('config').planPolicy))),
  }),
);

// GET /docs/reference/:chapter: the other pages of the reference, for browsers (specification 16.2).
docsRoutes.get(
  '/reference/:chapter',
  ...endpoint({
    access: 'open',
    tag: 'Service',
    id: 'getReferenceChapter',
    summary: 'Read a chapter of the reference in a browser',
    description: 'A chapter of the reference, or all errors.',
    params: { chapter: z.enum(CHAPTERS).describe('The name of the chapter.') },
    isConditional: true,
    responses: { 200: PAGE },
    refusals: ['UNKNOWN_ROUTE'],
    handle: async (c) => {
      const chapter = c.req.param('chapter');
      if (!CHAPTERS.includes(chapter)) throw new Refusal('UNKNOWN_ROUTE');
      return documentationPage(c, await documentationFile(c.env, chapterFile(chapter)));
    },
  }),
);

// GET /docs/reference/:chapter/:endpoint: an endpoint of a chapter alone, for browsers (specification 16.2).
docsRoutes.get(
  '/reference/:chapter/:endpoint',
  ...endpoint({
    access: 'open',
    tag: 'Service',
    id: 'getReferenceEndpoint',
    summary: 'Read about one endpoint in a browser',
    description: 'The page of one endpoint, which its chapter shows among others.',
    params: {
      chapter: z.enum(CHAPTERS).describe('The name of the chapter.'),
      endpoint: z
        .string()
        .describe('The name of the endpoint.')
        .meta({ examples: ['shorten'] }),
    },
    isConditional: true,
    responses: { 200: PAGE },
    refusals: ['UNKNOWN_ROUTE'],
    handle: async (c) => {
      const { chapter, endpoint: name } = c.req.param();
      const isName = CHAPTERS.includes(chapter) && /^[a-z-]{1,64}$/.test(name);
      const page = isName ? await findDocumentationFile(c.env, endpointFile(chapter, name)) : null;
      if (page === null) throw new Refusal('UNKNOWN_ROUTE');
      return documentationPage(c, page);
    },
  }),
);

// GET /docs/:file: the script, styles, picture and font of the documentation (specification 16.2).
docsRoutes.get(
  '/:file',
  ...endpoint({
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
  }),
);
