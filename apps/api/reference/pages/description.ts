/** The OpenAPI document as the pages read it. `openApiDocument` makes it. */
import type { JsonSchema } from '../openapi/json-schemas';

type Parameter = {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: true;
  readonly description?: string;
  readonly schema: JsonSchema;
};
export type Media = {
  readonly schema?: JsonSchema;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
  /** A text of a media type other than JSON. */
  readonly example?: string;
};
type Content = Readonly<Record<string, Media>>;
export type ResponseObject = {
  readonly description: string;
  /** By name; a description of its own says that only some of the responses have the header. */
  readonly headers?: Readonly<Record<string, { readonly description?: string }>>;
  readonly content?: Content;
};
export type Operation = {
  readonly tags: readonly [string];
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, ResponseObject>>;
};
export type Description = {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly headers: Readonly<
      Record<string, { readonly description: string; readonly schema: JsonSchema; readonly example: unknown }>
    >;
  };
};

/** An operation with its place in the document. */
export type Placed = { readonly method: string; readonly path: string; readonly operation: Operation };

/** Whether an operation is a page or a file of this documentation. */
export const isPage = ({ path }: Placed): boolean => path.startsWith('/docs');

/** Returns every operation, in the order of the document. */
export const listOperations = ({ paths }: Description): readonly Placed[] =>
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );

const nameIn = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);

/** Returns the name of the component to which a schema refers. */
export const componentIn = ({ $ref }: JsonSchema): string | undefined =>
  typeof $ref === 'string' ? nameIn($ref) : undefined;

/** Returns the responses of an operation other than errors, by status. */
export const listSuccesses = ({ responses }: Operation): readonly (readonly [status: string, ResponseObject])[] =>
  Object.entries(responses).filter(([status]) => Number(status) < 400);

/**
 * Returns a schema, or the component to which it refers. A description beside the reference replaces the component's.
 */
export function resolveSchema({ components }: Description, schema: JsonSchema): JsonSchema {
  const { $ref, ...beside } = schema;
  return typeof $ref === 'string' ? { ...components.schemas[nameIn($ref)], ...beside } : schema;
}

/** Returns a parameter, or the component to which it refers. */
export const resolveParameter = ({ components }: Description, one: Operation['parameters'][number]): Parameter =>
  '$ref' in one ? (components.parameters[nameIn(one.$ref)] as Parameter) : one;
