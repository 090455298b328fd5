/** The endpoints that list, change and delete links and tags. They are loaded together (routes.ts). */
export { bulkLinksEndpoint } from './bulk-links';
export { changeTagEndpoint } from './change-tag';
export { deleteLinkEndpoint } from './delete-link';
export { deleteTagEndpoint } from './delete-tag';
export { editLinkEndpoint } from './edit-link';
export { getLinkEndpoint } from './get-link';
export { listLinksEndpoint } from './list-links';
export { listTagsEndpoint } from './list-tags';
