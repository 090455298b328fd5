/** What an endpoint answers when it does not refuse: a status's body, headers and examples, as they are described. */
import type { TypedResponse } from 'hono';
import type { StatusCode } from 'hono/utils/http-status';
import type * as z from 'zod';
import type { HeaderName } from './headers';

/** Values by what they show. */
export type Examples<Value> = { readonly [shown: string]: Value };

export type ResponseSpec<Data = unknown> = {
  readonly description: string;
  /** Of a JSON body, strict: a property that is not in it is not answered. Null: there is no JSON. */
  readonly schema: z.ZodType<Data> | null;
  readonly examples: Examples<Data>;
  /** Media types besides JSON that the body may have. */
  readonly types: readonly string[];
  readonly headers: readonly ResponseHeader[];
};

/** A header beside those that the endpoint's access brings along; with a question mark not every such answer has it. */
export type ResponseHeader = HeaderName | `${HeaderName}?`;

type More = { readonly types?: readonly string[]; readonly headers?: readonly ResponseHeader[] };

/** A JSON body; `types` are what else it may come as, where Accept decides. */
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

/** A body that is not JSON. */
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

/** No body. */
export const nothing = (description: string, headers: readonly ResponseHeader[] = []): ResponseSpec<null> => ({
  description,
  schema: null,
  examples: {},
  types: [],
  headers,
});

/** What a handler may return for an answer: its data, whatever the status. */
export type Returned<One> =
  One extends ResponseSpec<infer Data>
    ? Data extends File
      ? Response
      : Response & TypedResponse<Data, StatusCode, string>
    : never;
