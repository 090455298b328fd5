/** The response headers of the document, by what they are about. */
import { html } from 'hono/html';
import type { HeaderName } from '#api/http/headers';
import type { Markup } from '../page';
import type { Description } from './description';

type Group = { readonly title: string; readonly names: readonly HeaderName[]; readonly isClosed?: true };

const GROUPS: readonly Group[] = [
  {
    title: 'Limits',
    names: [
      'X-API-Key-Name',
      'X-RateLimit-Limit',
      'X-RateLimit-Remaining',
      'X-RateLimit-Reset',
      'X-Quota-Limit',
      'X-Quota-Remaining',
      'X-Quota-Reset',
      'Retry-After',
    ],
  },
  {
    title: 'Request and caching',
    names: [
      'WWW-Authenticate',
      'Idempotent-Replayed',
      'Preference-Applied',
      'Cache-Control',
      'ETag',
      'Vary',
      'Content-Disposition',
    ],
  },
  {
    title: 'Browser security',
    names: [
      'Access-Control-Allow-Origin',
      'Access-Control-Expose-Headers',
      'Content-Security-Policy',
      'Referrer-Policy',
      'Cross-Origin-Opener-Policy',
    ],
    isClosed: true,
  },
];

/** Shows all headers. @throws Error if a header is in no group */
export function headerGroups({ components: { headers } }: Description): Markup {
  const grouped: readonly string[] = GROUPS.flatMap(({ names }) => names);
  const missing = Object.keys(headers).filter((name) => !grouped.includes(name));
  if (missing.length > 0) throw new Error(`pages/headers.ts lacks ${missing.join(', ')}`);
  const list = (names: readonly string[]) =>
    html`<dl class="terms">${names.map((name) => {
      const { description, example } = headers[name] ?? {};
      return html`<div id="${name}"><dt><code>${name}</code></dt><dd>${description}<code class="example">${example}</code></dd></div>`;
    })}</dl>`;
  return html`${GROUPS.map(({ title, names, isClosed }) =>
    isClosed
      ? html`<details class="folded-heads"><summary>${title}</summary>${list(names)}</details>`
      : html`<h3>${title}</h3>${list(names)}`,
  )}`;
}
