/** Shows responses that are not JSON: texts, pictures, and those without content. */
import { html, raw } from 'hono/html';
import type { Markup } from '../page';

/** Shows a picture. @param svg its markup */
export const pictureSample = (title: string, svg: string): Markup =>
  html`<div class="sample of-picture"><div class="bar"><span class="only">${title}</span></div>${raw(svg)}</div>`;

/** Shows in words that a response has no content, or content that is no text. */
export const wordSample = (title: string): Markup =>
  html`<div class="sample of-words"><div class="bar"><span class="only">${title}</span></div></div>`;
