/**
 * The declaration of an endpoint: its checks in the order of specification 2.2, its handler, and its description for
 * /openapi.json. Tests check the responses against it. The types let a handler read and return only declared data.
 */
import { zValidator } from '@hono/zod-validator';
import type { Context, Hono } from 'hono';
import { etag } from 'hono/etag';
import type { H } from 'hono/types';
import type * as z from 'zod';
import type { ErrorCode } from '#domain/errors';
import type { Reach, ScopeRule } from '#domain/key-rights';
import { authenticate, authenticateBeyondLimits, requireRights } from './authenticate';
import type { AppEnv, createMiddleware } from './context';
import { idempotent } from './idempotency';
import { jsonBody, optionalJsonBody } from './json-body';
import type { Examples, ResponseSpec, Returned } from './response';
import { backupOnly, maintenance, meterAddress, operatorOnly, type Stage } from './stages';
import { followPreference, refuseInvalid, strictFields, strictParameters } from './validation';

/**
 * Who may call an endpoint: anybody, the holder of an API key, any client address within its limit, the operator,
 * or the operator with a second token.
 */
export type Access = 'open' | 'key' | 'address' | 'operator' | 'backup';

/** The chapters of the reference, in their order, with their introductions. */
export const TAGS = {
  Links: 'Create, find, change and delete short links, their tags and their QR codes.',
  Statistics: 'Clicks on one link, or on all links of the account.',
  'API key': 'What your key may do and how much of its limits is left.',
  Service: 'The health of the service and its description for programs. These endpoints need no key.',
  Legacy: 'An earlier endpoint that creates links without an API key. Not every deployment offers it.',
  Operator: 'For the operator of the service. These endpoints need the operator’s token, not an API key.',
} as const;
type Tag = keyof typeof TAGS;

/** The JSON body of an endpoint's requests. */
type Body<Schema extends z.ZodType = z.ZodType> = {
  readonly schema: Schema;
  readonly examples: Examples<z.input<Schema>>;
  /** Whether a request may omit the body, which then counts as an empty object. */
  readonly isOptional?: true;
  /** Whether the handler validates the body itself, because it must check the plan first (specification 2.2). */
  readonly isReadByHandler?: true;
};

/** The path of the context of a handler. It has the declared parameters. */
type PathOf<Params> = [keyof Params] extends [never] ? '/' : `/:${keyof Params & string}`;

/** The results of `c.req.valid`: the outputs of the declared schemas of query and body. */
type Read<Query extends z.ZodType, Fields extends z.ZodType> = ([Query] extends [never]
  ? unknown
  : { query: z.output<Query> }) &
  ([Fields] extends [never] ? unknown : { json: z.output<Fields> });

/** The rights that a caller needs. Only an endpoint for API keys has scopes and a reach, and it must declare both. */
type Rights =
  | {
      readonly access: 'key';
      readonly scope: ScopeRule;
      readonly reach: Reach;
      /** Whether a key may call the endpoint although its window or its month is used up. */
      readonly ignoresLimits?: true;
    }
  | {
      readonly access: Exclude<Access, 'key'>;
      readonly scope?: never;
      readonly reach?: never;
      readonly ignoresLimits?: never;
    };

type Properties = Rights & {
  readonly tag: Tag;
  /** The `operationId`, for generated clients. */
  readonly id: string;
  readonly summary: string;
  /** Explains the endpoint to callers, in Markdown. */
  readonly description: string;
  /** Request headers besides Authorization, Content-Type, Idempotency-Key and If-None-Match. */
  readonly headers?: { readonly [name: string]: z.ZodType };
  /** The media type of a body that is not JSON. The handler reads and checks it. */
  readonly upload?: string;
  /** Whether the endpoint accepts plain http, which all other endpoints refuse. */
  readonly allowsPlainHttp?: true;
  /** Whether requests may have an Idempotency-Key: then a repeated request gets the first response again. */
  readonly isIdempotent?: true;
  /** Whether clients may cache the response, with ETag, If-None-Match and 304. The handler sets Cache-Control. */
  readonly isConditional?: true;
  /** Middleware that runs before the checks of the query and of the body's fields. */
  readonly steps?: readonly ReturnType<typeof createMiddleware>[];
  /**
   * The refusals of the handler and of `steps`. The reference adds those of access, query, body and Idempotency-Key.
   */
  readonly refusals: readonly ErrorCode[];
};

type Declaration<
  Params extends Record<string, z.ZodType>,
  Query extends z.ZodType,
  Fields extends z.ZodType,
  One extends ResponseSpec,
> = Properties & {
  /** The parameters of the path. */
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body<Fields>;
  /** The responses, by status. */
  readonly responses: { readonly [status: number]: One };
  readonly handle: (
    c: Context<AppEnv, PathOf<Params>, { in: unknown & object; out: Read<Query, Fields> & object }>,
  ) => Returned<One> | Promise<Returned<One>>;
};

/** What /openapi.json says about an endpoint, apart from its method and its path. */
type Description = Properties & {
  readonly params?: { readonly [name: string]: z.ZodType } | undefined;
  readonly query?: z.ZodType | undefined;
  readonly body?: Body | undefined;
  readonly responses: { readonly [status: number]: ResponseSpec };
};

export type Endpoint = Description & { readonly method: string; readonly path: string };

// biome-ignore lint/suspicious/noExplicitAny: each handler has the input type of its own schemas
type Handler = H<AppEnv, any, any>;

/** The descriptions of endpoints by their handlers, which the routes of a Hono app name. */
const descriptions = new WeakMap<object, Description>();

/** The endpoints among the routes of an app. */
export const listEndpoints = ({ routes }: Hono<AppEnv>): Endpoint[] =>
  routes.flatMap(({ method, path, handler }) => {
    const description = descriptions.get(handler);
    return description === undefined ? [] : [{ ...description, method, path }];
  });

const STAGES: Readonly<Record<Access, readonly Stage[]>> = {
  open: [],
  key: [maintenance, authenticate],
  address: [maintenance, meterAddress],
  operator: [operatorOnly],
  backup: [operatorOnly, backupOnly],
};

/** Returns the stages of an endpoint, in their order. They run before its own checks. */
export const listStages = ({ access, ignoresLimits }: Pick<Endpoint, 'access' | 'ignoresLimits'>): readonly Stage[] =>
  ignoresLimits ? [maintenance, authenticateBeyondLimits] : STAGES[access];

/** Whether a caller of the endpoint may ask for strict handling: every caller with a secret (specification 2.8). */
export const followsPreference = ({ access }: Pick<Endpoint, 'access'>): boolean =>
  access !== 'open' && access !== 'address';

/** The names that the schema of an object has. A schema of anything else, or none, has none. */
const listNames = (schema: z.ZodType | undefined): readonly string[] =>
  Object.keys((schema as z.ZodObject | undefined)?.shape ?? {});

/** Returns the handlers of a route of Hono: `routes.get('/', ...endpoint({ … }))`. */
export function endpoint<
  One extends ResponseSpec,
  // biome-ignore lint/complexity/noBannedTypes: without parameters there are no names
  const Params extends Record<string, z.ZodType> = {},
  Query extends z.ZodType = never,
  Fields extends z.ZodType = never,
>({ handle, ...declared }: Declaration<Params, Query, Fields, One>): [Handler, ...Handler[]] {
  const { query, body, isIdempotent, isConditional, steps = [] } = declared;
  descriptions.set(handle, declared as Description);
  const all = [
    ...listStages(declared).map(({ run }) => run),
    followsPreference(declared) && followPreference,
    declared.scope !== undefined && requireRights(declared.scope, declared.reach ?? 'account'),
    isConditional && etag(),
    body && (body.isOptional ? optionalJsonBody : jsonBody),
    isIdempotent && idempotent,
    ...steps,
    followsPreference(declared) && strictParameters(listNames(query)),
    query && zValidator('query', query, refuseInvalid),
    ...(body === undefined || body.isReadByHandler
      ? []
      : [strictFields(listNames(body.schema)), zValidator('json', body.schema, refuseInvalid)]),
    handle,
  ];
  return all.filter((step) => step !== undefined && step !== false) as [Handler, ...Handler[]];
}
