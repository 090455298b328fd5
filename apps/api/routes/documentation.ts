/** The endpoints of the documentation. They are loaded together (routes.ts). */
export { docsEndpoint } from './docs';
export { docsChapterEndpoint } from './docs-chapter';
export { docsFileEndpoint } from './docs-file';
export { guideEndpoint } from './guide';
export { openapiEndpoint } from './openapi';
