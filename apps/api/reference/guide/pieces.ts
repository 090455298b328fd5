/** The parts of the guide's sections. */
import { html } from 'hono/html';
import { EXAMPLE_SHORT } from '#api/docs/files';
import type { PlanPolicy } from '#domain/plans';
import type { Markup } from '../page';

/** The deployment that serves the guide. The examples contain its addresses. */
export type Deployment = {
  /** The origin of the API. */
  readonly api: string;
  /** The origin of short links. */
  readonly short: string;
  readonly planPolicy: PlanPolicy;
};

export type Section = {
  readonly id: string;
  readonly title: string;
  readonly text: (deployment: Deployment) => Markup;
};

/**
 * Shows a command for a shell that has the API key in $KEY. The tests run each command, and expect `status`.
 * @param status the status of the response
 */
export const command = (text: string, status: number): Markup =>
  html`<pre class="command" tabindex="0" data-status="${status}"><code>${text}</code></pre>`;

/** Shows a request to the v2 API as a command. @param path the path after /v2, with its query */
export function request({ api }: Deployment, status: number, method: string, path: string, body?: unknown): Markup {
  const verb = method === 'GET' || (method === 'POST' && body !== undefined) ? '' : ` -X ${method}`;
  const lines = [
    `curl -s${verb} '${api}/v2${path}'`,
    `-H "Authorization: Bearer $KEY"`,
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d '${asWritten(body)}'`]),
  ];
  return command(lines.join(' \\\n  '), status);
}

/** Writes a short body on one line, and a longer one with one line per property. */
const asWritten = (body: unknown): string =>
  JSON.stringify(body).length > 60 ? JSON.stringify(body, null, 2).replaceAll('\n', '\n  ') : JSON.stringify(body);

/** Shows the JSON body of a response, with the short URLs of this deployment. */
export const response = ({ short }: Deployment, value: unknown): Markup =>
  html`<pre class="answer" tabindex="0"><code>${JSON.stringify(value, null, 2).replaceAll(EXAMPLE_SHORT, short)}</code></pre>`;

type Cell = Markup | string | number;

/** Shows a table that scrolls sideways if it is too wide. */
export const table = (heads: readonly string[], rows: readonly (readonly Cell[])[]): Markup =>
  html`<div class="scroll" tabindex="0"><table><thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead><tbody>${rows.map(
    (cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`,
  )}</tbody></table></div>`;

export const code = (text: string): Markup => html`<code>${text}</code>`;
