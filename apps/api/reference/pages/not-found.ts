/** The page for a browser at an address that leads nowhere. */
import { html } from 'hono/html';
import type { ReferencePage } from '../page';

export const NOT_FOUND_PAGE: ReferencePage = {
  title: 'Page not found',
  path: '',
  contents: [],
  contentsIn: 'margin',
  lead: html`<h1>Page not found</h1><p>There is nothing at this address. Check it for a typing error, search above, or go on here.</p>`,
  main: html`<ul class="cards"><li><a href="/docs/guide"><b>Guide</b><span>From your key to a link that redirects.</span></a></li>
<li><a href="/docs"><b>API overview</b><span>Every endpoint, and what all of them share.</span></a></li>
<li><a href="/docs/reference/errors"><b>Errors</b><span>What each error means, and what to do.</span></a></li></ul>`,
};
