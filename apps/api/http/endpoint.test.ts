/** The declaration of an endpoint: its parts, and the mistakes that do not compile. */
import { Hono } from 'hono';
import { expect, expectTypeOf, it } from 'vitest';
import * as z from 'zod';
import type { AppEnv } from './context';
import { endpoint, listEndpoints } from './endpoint';
import { json, nothing } from './response';

const Thing = z.strictObject({ name: z.string(), size: z.number().optional() });
const responses = { 200: json('A thing.', Thing, { small: { name: 'a' } }) };
const declared = {
  access: 'open',
  tag: 'Service',
  id: 'getThing',
  summary: 'Read a thing',
  description: 'Reads a thing.',
  refusals: [],
} as const;

it('an endpoint validates its query before its handler, which reads typed values', () => {
  const handlers = endpoint({
    ...declared,
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
  expect(handlers).toHaveLength(2);
});

it('an app has the endpoints of its groups, at their whole paths', () => {
  const things = new Hono<AppEnv>();
  things.use((_, next) => next());
  things.get(
    '/:name',
    ...endpoint({ ...declared, params: { name: z.string() }, responses, handle: (c) => c.json({ name: '' }) }),
  );
  const [one, ...others] = listEndpoints(new Hono<AppEnv>().route('/things', things));
  expect(one).toMatchObject({ ...declared, method: 'GET', path: '/things/:name' });
  expect(others).toEqual([]);
});

/**
 * Never runs: only the compiler reads it (`npm run types`). If a wrong declaration compiles, tsc reports an unused
 * `@ts-expect-error`.
 */
function doesNotCompile() {
  const { description: _, ...undescribed } = declared;
  const { refusals: __, ...unrefused } = declared;
  const handle = () => new Response() as never;

  // @ts-expect-error no description
  endpoint({ ...undescribed, responses, handle });
  // @ts-expect-error no refusals
  endpoint({ ...unrefused, responses, handle });
  // @ts-expect-error no responses
  endpoint({ ...declared, handle });
  // @ts-expect-error a path parameter that is not declared
  endpoint({ ...declared, responses, handle: (c) => c.json({ name: c.req.param('name') }) });
  // @ts-expect-error a refusal that has no row in the error table
  endpoint({ ...declared, refusals: ['TIRED'], responses, handle });

  // @ts-expect-error an endpoint for API keys that declares no scope
  endpoint({ ...declared, access: 'key', reach: 'links', responses, handle });
  // @ts-expect-error an endpoint for API keys that does not declare what it reaches
  endpoint({ ...declared, access: 'key', scope: null, responses, handle });
  // @ts-expect-error a scope of an endpoint that needs no key
  endpoint({ ...declared, scope: 'links:read', responses, handle });

  // @ts-expect-error a property of another type
  endpoint({ ...declared, responses, handle: (c) => c.json({ name: 1 }) });
  // @ts-expect-error a missing property
  endpoint({ ...declared, responses, handle: (c) => c.json({ size: 1 }) });
  // @ts-expect-error a body that is not JSON
  endpoint({ ...declared, responses, handle: (c) => c.text('a thing') });
  // @ts-expect-error a query that is not declared
  endpoint({ ...declared, responses, handle: (c) => c.json({ name: c.req.valid('query').name }) });
  // @ts-expect-error a body that is not declared
  endpoint({ ...declared, responses, handle: (c) => c.json({ name: c.req.valid('json').name }) });

  // @ts-expect-error an example whose size is not a number
  json('A thing.', Thing, { wrong: { name: 'a', size: 'b' } });
}
expectTypeOf(doesNotCompile).toBeFunction();
