/** The declaration of an endpoint's responses: body, headers and examples. */
import type { TypedResponse } from 'hono';
import type { StatusCode } from 'hono/utils/http-status';
import type * as z from 'zod';
import type { HeaderName } from './header-table';

/** Examples by their title, such as `the last page`. */
export type Examples<Value> = { readonly [title: string]: Value };

type Texts = { readonly [type: string]: string };

export type ResponseSpec<Data = unknown> = {
  readonly description: string;
  /** The schema of a JSON body. It is strict: it refuses properties that it does not name. Null for any other body. */
  readonly schema: z.ZodType<Data> | null;
  readonly examples: Examples<Data>;
  /** The body's possible media types, besides JSON. */
  readonly types: readonly string[];
  /** Examples of bodies that are texts, by their media types. */
  readonly texts: Texts;
  /** The stages of the endpoint's access set further headers, which are not declared here. */
  readonly headers: ResponseHeaders;
};

/** The headers of the responses of one status: whether all of these responses have it, or only some. */
export type ResponseHeaders = { readonly [name in HeaderName]?: 'always' | 'sometimes' };

type Options = {
  readonly types?: readonly string[];
  readonly headers?: ResponseHeaders;
  readonly texts?: Texts;
};

/** Declares a JSON body. `types` are the other media types that a request can ask for with Accept. */
export const json = <Schema extends z.ZodType>(
  description: string,
  schema: Schema,
  examples: Examples<z.output<Schema>>,
  { types = [], headers = {}, texts = {} }: Options = {},
): ResponseSpec<z.output<Schema>> => ({
  description,
  schema: schema as z.ZodType<z.output<Schema>>,
  examples,
  types,
  texts,
  headers,
});

/** Declares a body that is not JSON. */
export const file = (
  description: string,
  types: readonly string[],
  headers: ResponseHeaders = {},
  texts: Texts = {},
): ResponseSpec<File> => ({
  description,
  schema: null,
  examples: {},
  types,
  texts,
  headers,
});

/** Declares a response without a body. */
export const nothing = (description: string, headers: ResponseHeaders = {}): ResponseSpec<null> => ({
  description,
  schema: null,
  examples: {},
  types: [],
  texts: {},
  headers,
});

/** The type of a handler's return value for a declared response. It fixes the data, not the status. */
export type Returned<One> =
  One extends ResponseSpec<infer Data>
    ? Data extends File
      ? Response
      : Response & TypedResponse<Data, StatusCode, string>
    : never;
