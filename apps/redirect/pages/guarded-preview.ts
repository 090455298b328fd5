/**
 * The preview of a protected or limited link, for a visitor who adds `+`. It shows nothing that costs a password or a
 * click: neither the destination nor how many clicks are left (specification 11.10).
 */
import { wantsHtml } from '../accept';
import type { Visit } from '../visit-request';
import { pageResponse, type VisitorPage } from './document';
import { html } from './html';

type Guarded = { readonly code: string; readonly isProtected: boolean; readonly isLimited: boolean };

/** The sentence that says what opening the link costs. */
function sentenceOf({ isProtected, isLimited }: Guarded): string {
  const facts = [isProtected && 'asks for a password', isLimited && 'opens a limited number of times'];
  return `This link ${facts.filter(Boolean).join(' and ')}.`;
}

/** The page, which the preview of a link without a password and a limit is not. */
export const guardedPage = (guarded: Guarded): VisitorPage => ({
  status: 200,
  title: 'Before you open this link',
  main: (address) => html`<h1>Before you open this link</h1>
${address}
<p>${sentenceOf(guarded)}
${guarded.isLimited ? 'This page has not used up one of them.' : 'The password shows where it leads.'}</p>
<a class="deed" href="/${guarded.code}" rel="nofollow">Open the link</a>`,
  flight: 'flying',
});

const TEXT_HEADERS = {
  'Content-Type': 'text/plain; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex',
  Vary: 'Accept',
};

/** Returns the page, or its sentence as text for a client that wants no page. */
export const guardedPreview = (guarded: Guarded, visit: Visit): Response =>
  wantsHtml(visit.request)
    ? pageResponse(guardedPage(guarded), visit)
    : new Response(`${sentenceOf(guarded)}\n`, { headers: TEXT_HEADERS });
