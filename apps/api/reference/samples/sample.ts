/**
 * Shows code with a button that copies it, requests in several languages, and responses that are neither JSON nor a
 * text.
 */
import { crc32 } from 'node:zlib';
import { html } from 'hono/html';
import { QR_FILE } from '#api/docs/files';
import { type Language, writeCurl, writeInLanguages } from '#api/samples/languages';
import type { SampleRequest } from '#api/samples/request';
import type { Markup } from '../page';

/** The languages of a request. A request without an API key is for a shell only. */
const shownLanguages = (request: SampleRequest, showsHeaders: boolean): readonly Language[] =>
  request.access === 'key'
    ? writeInLanguages(request, showsHeaders)
    : [{ id: 'curl', label: 'curl', code: writeCurl(request, showsHeaders) }];

/** The script shows the button where the browser has a clipboard. */
export const COPY = html`<button class="copy" type="button" hidden>Copy</button>`;

type Options = {
  /** The status of the response. The tests run the command, and expect it. */
  readonly status?: number;
  /** Whether the command for a shell prints the headers of the response. */
  readonly showsHeaders?: boolean;
};

/**
 * Shows a request. Without a script the radio buttons choose its language; the script applies the choice to all
 * samples. A page shows a request once, because the name of the radio buttons comes from the request.
 */
export function requestSample(request: SampleRequest, { status, showsHeaders = false }: Options = {}): Markup {
  const languages = shownLanguages(request, showsHeaders);
  const name = `language-${(crc32(JSON.stringify(request)) % 36 ** 4).toString(36)}`;
  return html`<div class="sample"><div class="bar">${languages.length === 1 ? ONLY_SHELL : showChoice(name, languages)}${COPY}</div>${languages.map(
    ({ id, code }) => showCode(id, highlightCode(code), id === 'curl' ? status : undefined),
  )}</div>`;
}

const ONLY_SHELL = html`<span class="only">Shell</span>`;

const showChoice = (name: string, languages: readonly Language[]): Markup =>
  html`<fieldset><legend class="unseen">Language of the request</legend>${languages.map(
    ({ id, label }, index) =>
      html`<label><input type="radio" name="${name}" value="${id}"${index === 0 ? html` checked` : ''}>${label}</label>`,
  )}</fieldset>`;

const showCode = (id: string, code: Markup, status: number | undefined): Markup =>
  html`<pre class="command ${id}"${status === undefined ? '' : html` data-status="${status}"`}><code>${code}</code></pre>`;

/** Shows a command for a shell. @param status as in `Options` */
export const commandSample = (command: string, status?: number): Markup =>
  html`<div class="sample"><div class="bar">${ONLY_SHELL}${COPY}</div>${showCode('curl', highlightCode(command), status)}</div>`;

/** Shows the beginning of a long JSON file, with a link to the file. */
export const fileSample = (title: string, beginning: string, name: string): Markup =>
  html`<div class="sample"><div class="bar"><span class="only">${title}</span></div><pre><code>${highlightCode(beginning)}</code></pre><a class="more" href="/${name}">Open ${name}</a></div>`;

/** The most lines of a JSON value that are shown at once. */
const SHOWN_LINES = { whole: 16, brief: 8 };

/** Shows a text, such as the body of a response that is not JSON. */
export const textSample = (title: string, text: string): Markup =>
  html`<div class="sample"><div class="bar"><span class="only">${title}</span>${COPY}</div><pre><code>${text}</code></pre></div>`;

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
  return html`<div class="sample"><div class="bar"><span class="only">${title}</span>${COPY}</div><pre class="response-body"><code>${highlightCode(text)}</code></pre>${whole}</div>`;
}

/** The names of properties, other strings, and words of the languages. */
const TOKENS =
  /("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')(\s*(?::|=>))?|\b(import|from|const|new|await|for|of|if|print|echo)\b/g;

/** Marks strings, names of properties and keywords of code, for the stylesheet. */
function highlightCode(code: string): Markup {
  const parts: Markup[] = [];
  let end = 0;
  for (const match of code.matchAll(TOKENS)) {
    const [whole, text, separator = ''] = match;
    const before = code.slice(end, match.index);
    end = match.index + whole.length;
    if (text === undefined) parts.push(html`${before}<b>${whole}</b>`);
    else if (separator === '') parts.push(html`${before}${highlightString(text)}`);
    else parts.push(html`${before}<u>${text}</u>${separator}`);
  }
  return html`${parts}${code.slice(end)}`;
}

/** Marks a string: as JSON if it is a body, and with the variable of the shell that it contains. */
function highlightString(text: string): Markup {
  if (/^'[{[]/.test(text)) return html`'${highlightCode(text.slice(1, -1))}'`;
  const [before = '', name, after = ''] = text.split(/(\$[A-Z_]+)/);
  return name === undefined ? html`<i>${text}</i>` : html`<i>${before}<var>${name}</var>${after}</i>`;
}

/** The QR code of the examples. It is a file, because it weighs more than the text of an operation. */
export const QR_PICTURE = html`<img class="qr" src="/docs/${QR_FILE}" alt="A QR code in dark blue on white" width="160" height="160" loading="lazy">`;

/** Shows the QR code as a response. */
export const pictureSample = (title: string): Markup =>
  html`<div class="sample"><div class="bar"><span class="only">${title}</span></div>${QR_PICTURE}</div>`;

/** Shows in words that a response has no content, or content that is not text. */
export const wordSample = (title: string): Markup =>
  html`<div class="sample"><div class="bar"><span class="only">${title}</span></div></div>`;
