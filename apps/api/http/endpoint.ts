/**
 * The declaration of an endpoint. It routes the endpoint, checks its input and describes it in /openapi.json. Tests hold
 * its responses to it. A handler can read and return only what is declared.
 */
import type { Context } from 'hono';
import { etag } from 'hono/etag';
import type { H } from 'hono/types';
import type * as z from 'zod';
import type { ErrorCode } from '#domain/errors';
import type { AppEnv, createMiddleware } from './context';
import { idempotent } from './idempotency';
import { jsonBody, optionalJsonBody } from './json-body';
import type { Examples, ResponseSpec, Returned } from './response';
import { valid, validBody } from './validation';

/** Who may call an endpoint: anybody, the holder of an API key, a client address within its limit, or the operator. */
export type Access = 'open' | 'key' | 'address' | 'operator';

/** The chapters of the reference, in their order. */
export const TAGS = {
  Links: 'Making, changing and deleting short links.',
  Statistics: 'The clicks of short links.',
  Account: 'What your key may do, and how much of its limits it has used.',
  Service: 'The health of the service and its documentation. These endpoints need no key.',
  Legacy: 'The earlier endpoint, without a key, where a deployment offers it.',
  Operator: 'For the operator of the service. These endpoints need the operator’s token, not an API key.',
} as const;
type Tag = keyof typeof TAGS;

/** A JSON body that an endpoint takes. */
type Body<Schema extends z.ZodType = z.ZodType> = {
  readonly schema: Schema;
  readonly examples: Examples<z.input<Schema>>;
  /** Whether the body may be left out, which counts as an empty object. */
  readonly isOptional?: true;
  /** Whether the handler checks the schema itself, because it checks the plan first (specification 2.2). */
  readonly isReadByHandler?: true;
};

/** The names of a path's parameters: `shortCode` of `/v2/links/:shortCode`. */
type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

type Params<Path extends string> = [ParamNames<Path>] extends [never]
  ? { readonly params?: never }
  : { readonly params: { readonly [Name in ParamNames<Path>]: z.ZodType } };

/** What `c.req.valid` returns: the output of the declared schemas of query and body. */
type Read<Query extends z.ZodType, Fields extends z.ZodType> = ([Query] extends [never]
  ? unknown
  : { query: z.output<Query> }) &
  ([Fields] extends [never] ? unknown : { json: z.output<Fields> });

type Named = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly access: Access;
  readonly tag: Tag;
  /** The `operationId`, for generated clients. */
  readonly id: string;
  readonly summary: string;
  /** What a caller should know before a call, in Markdown. */
  readonly description: string;
  /** Request headers besides Authorization, Content-Type, Idempotency-Key and If-None-Match. */
  readonly headers?: { readonly [name: string]: z.ZodType };
  /** Whether it responds over plain http too, which all other endpoints refuse. */
  readonly allowsPlainHttp?: true;
  /** Whether it takes an Idempotency-Key: then a repeated request gets the first response again. */
  readonly isIdempotent?: true;
  /** Whether clients may cache it, with ETag, If-None-Match and 304. The handler sets Cache-Control. */
  readonly isConditional?: true;
  /** Middleware that runs before the checks of the query and of the body's fields. */
  readonly steps?: readonly ReturnType<typeof createMiddleware>[];
  /** Its own refusals. Those of its access, its query, its body and its Idempotency-Key are added to them. */
  readonly refusals: readonly ErrorCode[];
};

type Declared<
  Path extends string,
  Query extends z.ZodType,
  Fields extends z.ZodType,
  One extends ResponseSpec,
> = Named &
  Params<Path> & {
    readonly path: Path;
    readonly query?: Query;
    readonly body?: Body<Fields>;
    /** The responses, by status. */
    readonly responses: { readonly [status: number]: One };
    readonly handle: (
      c: Context<AppEnv, Path, { in: unknown & object; out: Read<Query, Fields> & object }>,
    ) => Returned<One> | Promise<Returned<One>>;
  };

export type Endpoint = Named & {
  readonly path: `/${string}`;
  readonly params?: { readonly [name: string]: z.ZodType } | undefined;
  readonly query?: z.ZodType | undefined;
  readonly body?: Body | undefined;
  readonly responses: { readonly [status: number]: ResponseSpec };
  // biome-ignore lint/suspicious/noExplicitAny: each handler keeps the input type its own schemas gave it
  readonly handlers: readonly H<any, any, any>[];
};

/** Declares an endpoint. The list in app.ts makes it a part of the API. */
export function endpoint<
  const Path extends `/${string}`,
  One extends ResponseSpec,
  Query extends z.ZodType = never,
  Fields extends z.ZodType = never,
>({ handle, ...declared }: Declared<Path, Query, Fields, One>): Endpoint {
  const { query, body, isIdempotent, isConditional, steps = [] } = declared;
  const all = [
    isConditional && etag(),
    body && (body.isOptional ? optionalJsonBody : jsonBody),
    isIdempotent && idempotent,
    ...steps,
    query && valid('query', query),
    body && !body.isReadByHandler && validBody(body.schema),
    handle,
  ];
  return { ...declared, handlers: all.filter((step) => step !== undefined && step !== false) } as Endpoint;
}
