/** Shows responses that are neither JSON nor a text: the QR code, and those without content. */
import { html } from 'hono/html';
import { QR_FILE } from '#api/docs/files';
import type { Markup } from '../page';

/** The QR code of the examples. It is a file, because it weighs more than the text of an operation. */
export const QR_PICTURE = html`<img class="qr" src="/docs/${QR_FILE}" alt="A QR code in dark blue on white" width="160" height="160" loading="lazy">`;

/** Shows the QR code as a response. */
export const pictureSample = (title: string): Markup =>
  html`<div class="sample"><div class="bar"><span class="only">${title}</span></div>${QR_PICTURE}</div>`;

/** Shows in words that a response has no content, or content that is no text. */
export const wordSample = (title: string): Markup =>
  html`<div class="sample"><div class="bar"><span class="only">${title}</span></div></div>`;
