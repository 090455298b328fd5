/** Compares the OpenAPI document with its sources. Tests in packages/testkit/journeys validate the document. */
import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { ERRORS, type ErrorCode } from '#domain/errors';
import { VISIT_ERRORS } from '#domain/visit-errors';
import { ENDPOINTS } from '../endpoints';
import { openApiDocument } from './document';
import { collectRefusals, collectResponses } from './responses';

describe.each(ENDPOINTS)('$method $path', (endpoint) => {
  const holds = (schema: z.ZodType, value: unknown) => expect(schema.safeParse(value).error).toBeUndefined();

  it('has examples that match its schemas', () => {
    const { body } = endpoint;
    for (const example of Object.values(body?.examples ?? {})) holds(body?.schema as z.ZodType, example);
    for (const { schema, examples } of collectResponses(endpoint).values()) {
      for (const example of Object.values(examples)) holds(schema as z.ZodType, example);
    }
  });

  it('describes the parameters of its path', () => {
    const { path, params = {} } = endpoint;
    expect(Object.keys(params)).toEqual(Array.from(path.matchAll(/:(\w+)/g), ([, name]) => name));
  });

  it('has an example for every JSON body, and a description of everything', () => {
    const { body, description, summary } = endpoint;
    if (body !== undefined) expect(Object.keys(body.examples)).not.toEqual([]);
    expect(summary).toMatch(/^[A-Z].*[^.]$/);
    expect(description).toMatch(/^[A-Z].*\.$/s);
    for (const [status, { schema, examples, description: said }] of collectResponses(endpoint)) {
      expect(said, String(status)).not.toBe('');
      if (schema !== null) expect(Object.keys(examples), String(status)).not.toEqual([]);
    }
  });
});

it('the document has every row of the error table that the API worker can return', () => {
  const described = new Set(ENDPOINTS.flatMap(collectRefusals).map(({ code }) => code));
  // An error with more properties than the envelope is declared as a response. The id of its schema is the errorType.
  const declared = new Set(
    ENDPOINTS.flatMap(({ responses }) => Object.values(responses).map(({ schema }) => schema?.meta()?.id)),
  );
  const ofVisits = Object.keys(VISIT_ERRORS) as ErrorCode[];
  const expected = (Object.keys(ERRORS) as ErrorCode[]).filter(
    (code) => !ofVisits.includes(code) && !declared.has(ERRORS[code].errorType),
  );
  expect(expected.filter((code) => !described.has(code))).toEqual([]);
});

it('a page of the documentation and the picture of a QR code have their Vary, in a 200 and in a 304', () => {
  const varying = ENDPOINTS.filter(({ path }) => path === '/v2/qr/:shortCode' || /^\/docs($|\/(?!:))/.test(path));
  expect(varying.map(({ id }) => id).sort()).toEqual([
    'getGuide',
    'getQr',
    'getReference',
    'getReferenceChapter',
    'getReferenceEndpoint',
  ]);
  for (const endpoint of varying)
    for (const status of [200, 304]) expect(collectResponses(endpoint).get(status)?.headers.Vary).toBe('always');
});

it('the document is the same each time it is made', () => {
  expect(JSON.stringify(openApiDocument(ENDPOINTS))).toBe(JSON.stringify(openApiDocument(ENDPOINTS)));
});

it('the document reveals no library and no platform of the service', () => {
  const text = JSON.stringify(openApiDocument(ENDPOINTS));
  expect(text).not.toMatch(/zod|drizzle|workerd|Durable Object|D1\b|node_modules|127\.0\.0\.1|localhost/i);
});
