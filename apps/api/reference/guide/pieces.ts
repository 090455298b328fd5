/** The parts of the guide's sections. */

import { html } from 'hono/html';
import { EXAMPLE_SHORT } from '#api/docs/files';
import { STRICT } from '#api/http/validation';
import type { SampleRequest } from '#api/samples/request';
import type { PlanPolicy } from '#domain/plans';
import type { Markup } from '../page';
import { commandSample, jsonSample, requestSample } from '../samples/sample';

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
  /** The ids of the endpoints that the section is about. */
  readonly endpoints?: readonly string[];
  readonly text: (deployment: Deployment) => Markup;
};

/** Shows a command for a shell, such as a visit. @param status as of `request` */
export const command = (text: string, status: number): Markup => commandSample(text, status);

type Extras = Pick<SampleRequest, 'headers' | 'response'> & { readonly showsHeaders: boolean };

/**
 * Shows a request to the v2 API in each language. The tests run each command, and expect `status`.
 * @param status the status of the response
 * @param path the path after /v2, with its query
 */
export const request = (
  { api }: Deployment,
  status: number,
  method: string,
  path: string,
  body?: unknown,
  { headers = {}, response = status === 204 ? 'nothing' : 'json', showsHeaders = false }: Partial<Extras> = {},
): Markup =>
  requestSample(
    { api, method, address: `/v2${path}`, body, headers: { ...strictly(body), ...headers }, response, access: 'key' },
    { status, showsHeaders },
  );

/** Samples with a body ask for strict handling, so that a misspelt option is refused. */
const strictly = (body: unknown) => (body === undefined ? {} : { Prefer: STRICT });

/** Shows the JSON body of a response, with the short URLs of this deployment. */
export const response = ({ short }: Deployment, value: unknown): Markup =>
  jsonSample('Response', JSON.parse(JSON.stringify(value).replaceAll(EXAMPLE_SHORT, short)), 'brief');

type Cell = Markup | string | number;

/** Shows a table that scrolls sideways if it is too wide. */
export const table = (heads: readonly string[], rows: readonly (readonly Cell[])[]): Markup =>
  html`<div class="scroll" tabindex="0"><table><thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead><tbody>${rows.map(
    (cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`,
  )}</tbody></table></div>`;

export const code = (text: string): Markup => html`<code>${text}</code>`;
