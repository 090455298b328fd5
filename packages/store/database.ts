/** The way to the databases. */

/** What a worker must bind to reach links. */
export type LinkStore = { readonly DB: D1Database; readonly ROUTES: KVNamespace };

/**
 * The D1 that holds a code's link: the one way to a D1 of links. Today there is one; a second one would be chosen here
 * by the code, and every look-up of a link already carries it.
 */
export const databaseFor = (env: Pick<LinkStore, 'DB'>, _code: string): D1Database => env.DB;
