/** What the declaration of an endpoint must contain. */
import { expect, expectTypeOf, it } from 'vitest';
import * as z from 'zod';
import { endpoint } from './endpoint';
import { json, nothing } from './response';

const Thing = z.strictObject({ name: z.string(), size: z.number().optional() });
const responses = { 200: json('A thing.', Thing, { small: { name: 'a' } }) };
const said = {
  method: 'GET',
  access: 'open',
  tag: 'Service',
  id: 'getThing',
  summary: 'Read a thing',
  description: 'Reads a thing.',
  refusals: [],
} as const;

it('runs a check of its query before its handler, which reads typed values', () => {
  const whole = endpoint({
    ...said,
    path: '/things/:name',
    params: { name: z.string() },
    query: z.object({ size: z.string().transform(Number) }),
    responses: { ...responses, 204: nothing('There is none.') },
    handle: (c) => {
      const { size } = c.req.valid('query');
      expectTypeOf(size).toEqualTypeOf<number>();
      expectTypeOf(c.req.param('name')).toEqualTypeOf<string>();
      return size > 0 ? c.json({ name: c.req.param('name'), size }) : c.body(null, 204);
    },
  });
  expect(whole.handlers).toHaveLength(2);
});

/**
 * Runs never; only the compiler reads it (`npm run types`). tsc reports a line that compiles although it should not as an
 * unused `@ts-expect-error`.
 */
function doesNotCompile() {
  const { description: _, ...undescribed } = said;
  const { refusals: __, ...unrefused } = said;
  const handle = () => new Response() as never;

  // @ts-expect-error no description
  endpoint({ ...undescribed, path: '/things', responses, handle });
  // @ts-expect-error no refusals
  endpoint({ ...unrefused, path: '/things', responses, handle });
  // @ts-expect-error no responses
  endpoint({ ...said, path: '/things', handle });
  // @ts-expect-error a path parameter that is not described
  endpoint({ ...said, path: '/things/:name', responses, handle });
  // @ts-expect-error a description of a parameter that the path lacks
  endpoint({ ...said, path: '/things', params: { name: z.string() }, responses, handle });
  // @ts-expect-error a refusal that has no row in the error table
  endpoint({ ...said, path: '/things', refusals: ['TIRED'], responses, handle });

  // @ts-expect-error a property of another type
  endpoint({ ...said, path: '/things', responses, handle: (c) => c.json({ name: 1 }) });
  // @ts-expect-error a missing property
  endpoint({ ...said, path: '/things', responses, handle: (c) => c.json({ size: 1 }) });
  // @ts-expect-error a body that is not JSON
  endpoint({ ...said, path: '/things', responses, handle: (c) => c.text('a thing') });
  // @ts-expect-error a query that is not declared
  endpoint({ ...said, path: '/things', responses, handle: (c) => c.json({ name: c.req.valid('query').name }) });
  // @ts-expect-error a body that is not declared
  endpoint({ ...said, path: '/things', responses, handle: (c) => c.json({ name: c.req.valid('json').name }) });

  // @ts-expect-error an example whose size is no number
  json('A thing.', Thing, { wrong: { name: 'a', size: 'b' } });
}
expectTypeOf(doesNotCompile).toBeFunction();
