/** What the guide's sections are made of. */
import { html } from 'hono/html';
import { EXAMPLE_SHORT } from '#api/docs/files';
import type { PlanPolicy } from '#domain/plans';
import type { Markup } from '../page';

/** Where the guide is read: its examples name the addresses of this very deployment. */
export type Place = {
  /** Origin of the API. */
  readonly api: string;
  /** Origin of short links. */
  readonly short: string;
  readonly planPolicy: PlanPolicy;
};

export type Section = { readonly id: string; readonly title: string; readonly text: (place: Place) => Markup };

/**
 * A command for a shell that has the key in $KEY. The tests run each as it stands and want that status.
 * @param status what curl is answered
 */
export const command = (text: string, status: number): Markup =>
  html`<pre class="command" tabindex="0" data-status="${status}"><code>${text}</code></pre>`;

/** A request to the v2 API, as a command. @param path from /v2 on, with its query */
export function request({ api }: Place, status: number, method: string, path: string, body?: unknown): Markup {
  const verb = method === 'GET' || (method === 'POST' && body !== undefined) ? '' : ` -X ${method}`;
  const lines = [
    `curl -s${verb} '${api}/v2${path}'`,
    `-H "Authorization: Bearer $KEY"`,
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d '${asWritten(body)}'`]),
  ];
  return command(lines.join(' \\\n  '), status);
}

/** One property on a line, several on several. */
const asWritten = (body: unknown): string =>
  JSON.stringify(body).length > 60 ? JSON.stringify(body, null, 2).replaceAll('\n', '\n  ') : JSON.stringify(body);

/** What is answered, where it is JSON; its short addresses are this deployment's. */
export const answer = ({ short }: Place, value: unknown): Markup =>
  html`<pre class="answer" tabindex="0"><code>${JSON.stringify(value, null, 2).replaceAll(EXAMPLE_SHORT, short)}</code></pre>`;

type Cell = Markup | string | number;

/** A table that scrolls by itself where it is too wide. */
export const table = (heads: readonly string[], rows: readonly (readonly Cell[])[]): Markup =>
  html`<div class="scroll" tabindex="0"><table><thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead><tbody>${rows.map(
    (cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`,
  )}</tbody></table></div>`;

export const code = (text: string): Markup => html`<code>${text}</code>`;
