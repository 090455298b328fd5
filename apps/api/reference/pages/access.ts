/** Shows which secret, with which scopes and reach, an operation needs. */
import { html } from 'hono/html';
import { chapterPath } from '#api/docs/files';
import type { SampleRequest } from '#api/samples/request';
import { type Markup, OPERATOR } from '../page';
import type { Operation } from './description';
import { errorsOf } from './errors';

export function accessOf({ security: [first] }: Operation): SampleRequest['access'] {
  if (first === undefined) return undefined;
  if ('apiKey' in first) return 'key';
  return 'backupToken' in first ? 'backup' : 'operator';
}

const scopesOf = (scopes: readonly string[]): Markup =>
  html`${scopes.map((scope, index) => html`${index > 0 ? ' and ' : ''}<a href="/docs#scopes"><code>${scope}</code></a>`)}`;

const TOKENS = { operator: 'Operator token', backup: 'Operator and backup tokens' };

export function neededSecret(operation: Operation): Markup {
  const access = accessOf(operation);
  if (access === undefined) return html``;
  if (access !== 'key')
    return html`<span class="access"><a href="${chapterPath(OPERATOR)}#authentication">${TOKENS[access]}</a></span>`;
  const exception = errorsOf(operation).some(({ errorType }) => errorType === 'OWN_LINKS_ONLY')
    ? ', unless it is limited to its own links'
    : '';
  const ways = operation.security.map(({ apiKey = [] }) => apiKey).filter((scopes) => scopes.length > 0);
  if (ways.length === 0) return html`<span class="access">Any API key${exception}</span>`;
  return html`<span class="access">API key with ${ways.map((scopes, index) => html`${index > 0 ? ' or ' : ''}${scopesOf(scopes)}`)}${exception}</span>`;
}
