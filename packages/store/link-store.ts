/** The bindings that a worker needs to reach links. There is one D1, and all links are in it (docs/adr/0038). */
export type LinkStore = { readonly DB: D1Database; readonly ROUTES: KVNamespace };
