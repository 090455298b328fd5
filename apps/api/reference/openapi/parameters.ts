/** Makes the parameters of operations: in the path, in the query and in headers. */
import * as z from 'zod';
import { type Endpoint, followsPreference } from '#api/http/endpoint';
import { KEY_FORM } from '#api/http/idempotency';
import { STRICT } from '#api/http/prefer';
import { RESPONSE_KEPT_HOURS } from '#domain/idempotency';
import { textSchemaOf } from './json-schemas';

type Location = 'path' | 'query' | 'header';

/** Returns the parameters of an endpoint. OpenAPI describes Authorization and Content-Type elsewhere. */
export function parametersOf({
  access,
  params = {},
  query,
  headers = {},
  isIdempotent,
  isConditional,
}: Endpoint): object[] {
  const ofQuery = query instanceof z.ZodObject ? (query.shape as Record<string, z.ZodType>) : {};
  return [
    ...Object.entries(params).map(parameterIn('path')),
    ...Object.entries(ofQuery).map(parameterIn('query')),
    ...Object.entries(headers).map(parameterIn('header')),
    ...(isConditional ? [{ $ref: '#/components/parameters/IfNoneMatch' }] : []),
    ...(followsPreference({ access }) ? [{ $ref: '#/components/parameters/Prefer' }] : []),
    ...(isIdempotent ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ];
}

const parameterIn =
  (location: Location) =>
  ([name, schema]: [string, z.ZodType]): object => {
    const { description, ...shown } = textSchemaOf(schema);
    const isRequired = location === 'path' || (location === 'query' && !schema.safeParse(undefined).success);
    return {
      name,
      in: location,
      ...(isRequired && { required: true }),
      description,
      schema: shown,
      // A list is one parameter. Commas separate its values.
      ...(shown.type === 'array' && { style: 'form', explode: false }),
    };
  };

const IdempotencyKey = z
  .string()
  .regex(KEY_FORM)
  .meta({
    description: `A text of your choice, 1 to 255 printable ASCII characters. If you repeat the request with the same text within ${RESPONSE_KEPT_HOURS} hours, you get the first response again, and nothing new is created.`,
    examples: ['order-1042'],
  });

const Prefer = z.string().meta({
  description:
    '`handling=strict` refuses fields and parameters that do not exist, with 400 and the nearest name that does. Without it, unknown fields are dropped.',
  examples: [STRICT],
});

const IfNoneMatch = z
  .string()
  .meta({ description: 'The `ETag` of the version you have. If it is still current, you get 304 without a body.' });

/** The components to which `parametersOf` refers. */
export const parameterComponents = (): object => ({
  IdempotencyKey: parameterIn('header')(['Idempotency-Key', IdempotencyKey]),
  Prefer: parameterIn('header')(['Prefer', Prefer]),
  IfNoneMatch: parameterIn('header')(['If-None-Match', IfNoneMatch]),
});
