/** The successful responses of an endpoint, as it declares them: body, headers and examples by status. */
import type { TypedResponse } from 'hono';
import type { StatusCode } from 'hono/utils/http-status';
import type * as z from 'zod';
import type { HeaderName } from './headers';

/** Example values by what they show, such as `the last page`. */
export type Examples<Value> = { readonly [shown: string]: Value };

export type ResponseSpec<Data = unknown> = {
  readonly description: string;
  /** The strict schema of a JSON body: a response has no property that is not in it. Null: the body is not JSON. */
  readonly schema: z.ZodType<Data> | null;
  readonly examples: Examples<Data>;
  /** The media types besides JSON that the body may have. */
  readonly types: readonly string[];
  readonly headers: readonly ResponseHeader[];
};

/** A header besides those of the endpoint's access. With a question mark not every such response has it. */
type ResponseHeader = HeaderName | `${HeaderName}?`;

type More = { readonly types?: readonly string[]; readonly headers?: readonly ResponseHeader[] };

/** Declares a JSON body. `types` are the other media types among which Accept decides. */
export const json = <Schema extends z.ZodType>(
  description: string,
  schema: Schema,
  examples: Examples<z.output<Schema>>,
  { types = [], headers = [] }: More = {},
): ResponseSpec<z.output<Schema>> => ({
  description,
  schema: schema as z.ZodType<z.output<Schema>>,
  examples,
  types,
  headers,
});

/** Declares a body that is not JSON. */
export const file = (
  description: string,
  types: readonly string[],
  headers: readonly ResponseHeader[] = [],
): ResponseSpec<File> => ({
  description,
  schema: null,
  examples: {},
  types,
  headers,
});

/** Declares a response without a body. */
export const nothing = (description: string, headers: readonly ResponseHeader[] = []): ResponseSpec<null> => ({
  description,
  schema: null,
  examples: {},
  types: [],
  headers,
});

/** What a handler may return for a declared response: its data, with any status. */
export type Returned<One> =
  One extends ResponseSpec<infer Data>
    ? Data extends File
      ? Response
      : Response & TypedResponse<Data, StatusCode, string>
    : never;
