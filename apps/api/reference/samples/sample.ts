/** Shows code with a button that copies it, and requests in several languages. */
import { crc32 } from 'node:zlib';
import { html, raw } from 'hono/html';
import { curlOf } from '#api/samples/curl';
import { type Language, languagesOf } from '#api/samples/languages';
import type { SampleRequest } from '#api/samples/request';
import type { Markup } from '../page';
import { highlighted } from './highlight';

/** The languages of a request. A request without an API key is for a shell only. */
const shownLanguages = (request: SampleRequest, showsHeaders: boolean): readonly Language[] =>
  request.access === 'key'
    ? languagesOf(request, showsHeaders)
    : [{ id: 'curl', label: 'curl', code: curlOf(request, showsHeaders) }];

/** The script shows the button where the browser has a clipboard. */
export const COPY = html`<button class="copy" type="button" hidden>Copy</button>`;

type Options = {
  /** The status of the response. The tests run the command, and expect it. */
  readonly status?: number;
  /** Whether the command for a shell prints the headers of the response. */
  readonly showsHeaders?: boolean;
};

/**
 * Shows a request. Without a script the radio buttons choose its language; the script applies the choice to all samples.
 * A page shows a request once, because the name of the radio buttons comes from the request.
 */
export function requestSample(request: SampleRequest, { status, showsHeaders = false }: Options = {}): Markup {
  const languages = shownLanguages(request, showsHeaders);
  const name = `language-${(crc32(JSON.stringify(request)) % 36 ** 4).toString(36)}`;
  return html`<div class="sample"><div class="bar">${languages.length === 1 ? ONLY_SHELL : choiceOf(name, languages)}${COPY}</div>${languages.map(
    ({ id, code }) =>
      preOf(id, languages.length === 1 ? breakable(code) : highlighted(code), id === 'curl' ? status : undefined),
  )}</div>`;
}

const ONLY_SHELL = html`<span class="only">Shell</span>`;

const choiceOf = (name: string, languages: readonly Language[]): Markup =>
  html`<fieldset><legend class="unseen">Language of the request</legend>${languages.map(
    ({ id, label }, index) =>
      html`<label><input type="radio" name="${name}" value="${id}"${index === 0 ? html` checked` : ''}>${label}</label>`,
  )}</fieldset>`;

/** Marks code whose addresses may break before a slash of their paths. */
const breakable = (code: string): Markup =>
  raw(
    String(highlighted(code)).replace(
      /(<i>[^<]*:\/\/[^/<]*)([^<]*)/g,
      (_, origin, path) => origin + path.replaceAll('/', '<wbr>/'),
    ),
  );

const preOf = (id: string, code: Markup, status: number | undefined): Markup =>
  html`<pre class="command ${id}" tabindex="0"${status === undefined ? '' : html` data-status="${status}"`}><code>${code}</code></pre>`;

/** Shows a command for a shell. @param status as in `Options` */
export const commandSample = (command: string, status?: number): Markup =>
  html`<div class="sample"><div class="bar">${ONLY_SHELL}${COPY}</div>${preOf('curl', highlighted(command), status)}</div>`;

/** Shows the beginning of a long JSON file, with a link to the file. */
export const fileSample = (title: string, beginning: string, name: string): Markup =>
  html`<div class="sample"><div class="bar"><span class="only">${title}</span></div><pre tabindex="0"><code>${highlighted(beginning)}</code></pre><a class="more" href="/${name}">Open ${name}</a></div>`;

/** The most lines of a JSON value that are shown at once. */
const SHOWN_LINES = { whole: 16, brief: 8 };

/** Shows a text, such as the body of a response that is not JSON. */
export const textSample = (title: string, text: string): Markup =>
  html`<div class="sample"><div class="bar"><span class="only">${title}</span>${COPY}</div><pre tabindex="0"><code>${text}</code></pre></div>`;

/**
 * Shows a JSON value, such as the body of a response. The end of a long one is shown on demand.
 * @param title what it is
 * @param kind how much of it is shown at once
 */
export function jsonSample(title: string, value: unknown, kind: keyof typeof SHOWN_LINES = 'whole'): Markup {
  const text = JSON.stringify(value, null, 2);
  const { length } = text.split('\n');
  const whole =
    length > SHOWN_LINES[kind] + 4
      ? html`<details class="whole${kind === 'brief' ? ' brief' : ''}"><summary>Show all ${length} lines</summary></details>`
      : '';
  return html`<div class="sample"><div class="bar"><span class="only">${title}</span>${COPY}</div><pre class="answer" tabindex="0"><code>${highlighted(text)}</code></pre>${whole}</div>`;
}
