/** The endpoints that create links. They are loaded together (routes.ts). */
export { legacyShortenEndpoint } from './legacy-shorten';
export { shortenEndpoint } from './shorten';
export { shortenBatchEndpoint } from './shorten-batch';
export { upsertLinkEndpoint } from './upsert-link';
