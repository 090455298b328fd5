/** The page of the reference, on which Swagger UI shows /openapi.json. */
import { html } from 'hono/html';
import type { ReferencePage } from './page';

export const REFERENCE: ReferencePage = {
  title: 'API reference',
  path: '/docs',
  styles: ['/docs/swagger-ui.css', '/docs/reference.css'],
  scripts: ['/docs/swagger-ui-bundle.js', '/docs/reference.js'],
  main: html`<h1>API reference</h1>
<div id="reference"></div>
<noscript><p>This page needs JavaScript. The whole description is at <a href="/openapi.json">/openapi.json</a>.</p></noscript>`,
};
