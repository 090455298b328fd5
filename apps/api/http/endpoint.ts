/**
 * What every endpoint says of itself: from this one place it is routed, its input is checked, /openapi.json describes it,
 * and the tests hold its answers to its word. What is not declared here a handler can neither read nor return.
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

/** Who may come in: anybody, the holder of an API key, a client address within its limit, or the operator. */
export type Access = 'open' | 'key' | 'address' | 'operator';

/** The chapters of the reference, in their order. */
export const TAGS = {
  Links: 'Making, changing and deleting short links.',
  Statistics: 'What became of them.',
  Account: 'What your key may do, and what it has used.',
  Service: 'Whether it runs, and what it says of itself. Needs no key.',
  Legacy: 'The earlier way, without a key, where a deployment still offers it.',
  Operator: 'For whoever runs the service. Needs the operator’s token, no API key.',
} as const;
export type Tag = keyof typeof TAGS;

/** A JSON body that an endpoint takes. */
export type Body<Schema extends z.ZodType = z.ZodType> = {
  readonly schema: Schema;
  readonly examples: Examples<z.input<Schema>>;
  /** It may be left out: then it is an empty object. */
  readonly isOptional?: true;
  /** The handler checks it by this schema, after what its caller's plan allows. */
  readonly isReadByHandler?: true;
};

/** `shortCode` of `/v2/links/:shortCode`. */
type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

type Params<Path extends string> = [ParamNames<Path>] extends [never]
  ? { readonly params?: never }
  : { readonly params: { readonly [Name in ParamNames<Path>]: z.ZodType } };

/** What `c.req.valid` knows: the declared query and body, as their schemas put them out. */
type Read<Query extends z.ZodType, Fields extends z.ZodType> = ([Query] extends [never]
  ? unknown
  : { query: z.output<Query> }) &
  ([Fields] extends [never] ? unknown : { json: z.output<Fields> });

type Named = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly access: Access;
  readonly tag: Tag;
  /** The name of the operation, for clients that are generated. */
  readonly id: string;
  readonly summary: string;
  /** Markdown: what it does, what it counts, what is worth knowing before one calls it. */
  readonly description: string;
  /** Request headers besides Authorization, Content-Type, Idempotency-Key and If-None-Match. */
  readonly headers?: { readonly [name: string]: z.ZodType };
  /** Answers over plain http too, which all else refuses. */
  readonly allowsPlainHttp?: true;
  /** Takes an Idempotency-Key: a repeated request is answered as the first was. */
  readonly isIdempotent?: true;
  /** May be kept and asked about again: ETag, If-None-Match and 304. Its own answers say Cache-Control. */
  readonly isConditional?: true;
  /** What is looked at before its query and the fields of its body. */
  readonly steps?: readonly ReturnType<typeof createMiddleware>[];
  /** The refusals that are its own. Those of its access, its query, its body and its Idempotency-Key need no mention. */
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
    /** By status. */
    readonly answers: { readonly [status: number]: One };
    readonly handle: (
      c: Context<AppEnv, Path, { in: unknown & object; out: Read<Query, Fields> & object }>,
    ) => Returned<One> | Promise<Returned<One>>;
  };

export type Endpoint = Named & {
  readonly path: `/${string}`;
  readonly params?: { readonly [name: string]: z.ZodType } | undefined;
  readonly query?: z.ZodType | undefined;
  readonly body?: Body | undefined;
  readonly answers: { readonly [status: number]: ResponseSpec };
  // biome-ignore lint/suspicious/noExplicitAny: each handler keeps the input type its own schemas gave it
  readonly handlers: readonly H<any, any, any>[];
};

/** Declares an endpoint; the list of them in app.ts is the API. */
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
