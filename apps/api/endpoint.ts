/** What every endpoint says of itself. Its file holds the schema, this description and the handler. */
import type { H } from 'hono/types';

/** Who may come in: anybody, the holder of an API key, a client address within its limit, or the operator. */
export type Access = 'open' | 'key' | 'address' | 'operator';

export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: `/${string}`;
  readonly access: Access;
  readonly summary: string;
  // biome-ignore lint/suspicious/noExplicitAny: each handler keeps the input type its own validator gave it
  readonly handlers: readonly H<any, any, any>[];
};

/** Declares an endpoint; the list of them in app.ts is the API. */
export const endpoint = (description: Endpoint): Endpoint => description;
