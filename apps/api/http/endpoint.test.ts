/** What an endpoint must say of itself. Each line that is expected to fail fails to compile: that is the test. */
import { expect, it } from 'vitest';
import * as z from 'zod';
import { json, nothing } from './answer';
import { endpoint } from './endpoint';

const Thing = z.strictObject({ name: z.string(), size: z.number().optional() });
const answers = { 200: json('A thing.', Thing, { small: { name: 'a' } }) };
const said = {
  method: 'GET',
  access: 'open',
  tag: 'Service',
  id: 'getThing',
  summary: 'Read a thing',
  description: 'Reads a thing.',
  refusals: [],
} as const;

it('takes a whole description, and gives the handler what is declared, typed', () => {
  const whole = endpoint({
    ...said,
    path: '/things/:name',
    params: { name: z.string() },
    query: z.object({ size: z.string().transform(Number) }),
    answers: { ...answers, 204: nothing('There is none.') },
    handle: (c) => {
      const { size } = c.req.valid('query');
      return size > 0 ? c.json({ name: c.req.param('name'), size }) : c.body(null, 204);
    },
  });
  expect(whole.handlers).toHaveLength(2);
});

it('does not compile where anything is missing', () => {
  const { description: _, ...undescribed } = said;
  const { refusals: __, ...unrefused } = said;
  const handle = () => new Response() as never;
  expect([
    // @ts-expect-error no description
    endpoint({ ...undescribed, path: '/things', answers, handle }),
    // @ts-expect-error no word on what it refuses
    endpoint({ ...unrefused, path: '/things', answers, handle }),
    // @ts-expect-error no answers
    endpoint({ ...said, path: '/things', handle }),
    // @ts-expect-error a part of the path that is not described
    endpoint({ ...said, path: '/things/:name', answers, handle }),
    // @ts-expect-error a description of a part that the path does not have
    endpoint({ ...said, path: '/things', params: { name: z.string() }, answers, handle }),
    // @ts-expect-error a refusal that has no row in the error table
    endpoint({ ...said, path: '/things', refusals: ['TIRED'], answers, handle }),
  ]).toHaveLength(6);
});

it('does not compile where a handler reads or returns what is not declared', () => {
  expect([
    // @ts-expect-error another type of a property
    endpoint({ ...said, path: '/things', answers, handle: (c) => c.json({ name: 1 }) }),
    // @ts-expect-error a property short
    endpoint({ ...said, path: '/things', answers, handle: (c) => c.json({ size: 1 }) }),
    // @ts-expect-error no JSON at all
    endpoint({ ...said, path: '/things', answers, handle: (c) => c.text('a thing') }),
    // @ts-expect-error a query that is not declared
    endpoint({ ...said, path: '/things', answers, handle: (c) => c.json({ name: c.req.valid('query').name }) }),
    // @ts-expect-error a body that is not declared
    endpoint({ ...said, path: '/things', answers, handle: (c) => c.json({ name: c.req.valid('json').name }) }),
  ]).toHaveLength(5);
});

it('does not compile where an example is none', () => {
  // @ts-expect-error the size of a thing is a number
  expect(json('A thing.', Thing, { wrong: { name: 'a', size: 'b' } })).toBeDefined();
});
