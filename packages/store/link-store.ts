/**
 * The bindings that a worker needs to reach links. There is one D1, and all links are in it
 * (docs/design/publishing-to-kv.md).
 */
export type LinkStore = { readonly DB: D1Database; readonly ROUTES: KVNamespace };
