import { html } from 'hono/html';
import type { Endpoint } from '#api/http/endpoint';
import { shortenEndpoint } from '#api/routes/shorten';
import { ERRORS, type ErrorCode } from '#domain/errors';
import { exampleOf } from '../openapi/examples';
import { refusalsOf } from '../openapi/refusals';
import { answer, code, type Section, table } from './pieces';

/** The errors that a caller with an API key can get, without those of the operator’s endpoints. */
function codesOf(endpoints: readonly Endpoint[]): ErrorCode[] {
  const codes = endpoints
    .filter(({ access }) => access === 'key')
    .flatMap(refusalsOf)
    .map((refused) => refused.code);
  return [...new Set<ErrorCode>([...codes, 'UNKNOWN_ROUTE', 'METHOD_NOT_ALLOWED'])];
}

/** @param endpoints the endpoints whose refusals the table shows */
export const errors = (endpoints: readonly Endpoint[]): Section => ({
  id: 'errors',
  title: 'Errors',
  text: (place) => html`
<p>Every error is one JSON envelope:</p>
${answer(place, exampleOf(shortenEndpoint, 'ALIAS_TAKEN'))}
<p>Program against <code>errorType</code>. It is stable, while <code>message</code> is for people and its wording may change. 429
and 503 also have <code>retryAfter</code>. 500 has a <code>requestId</code>, by which the operator of the service finds the cause.</p>
<p>If several things are wrong, the first check that fails is reported: permission before shape, and shape before existence.</p>
${table(
  ['Status', 'errorType', 'message'],
  codesOf(endpoints)
    .map((name) => ERRORS[name])
    .sort((one, other) => one.status - other.status)
    .map(({ status, errorType, message }) => [status, code(errorType), message.replace('{}', '…')]),
)}
<p>A link of another account is 404, like an unknown code.</p>`,
});
