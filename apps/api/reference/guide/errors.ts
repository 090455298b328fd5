import { html } from 'hono/html';
import type { Endpoint } from '#api/http/endpoint';
import { shortenEndpoint } from '#api/routes/shorten';
import { ERRORS, type ErrorCode } from '#domain/errors';
import { exampleOf } from '../openapi/examples';
import { refusalsOf } from '../openapi/refusals';
import { code, response, type Section, table } from './pieces';

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
<p>Every error is the same JSON envelope, whatever went wrong:</p>
${response(place, exampleOf(shortenEndpoint, 'ALIAS_TAKEN'))}
<p>Program against <code>errorType</code>. It is stable, while <code>message</code> is for people and may be worded better one
day. 429 and 503 carry <code>retryAfter</code> too, and 500 a <code>requestId</code> to tell whoever runs the service.</p>
<p>Permission comes before shape, and shape before existence: of several things that are wrong, the first in that order is the
one you are told.</p>
${table(
  ['Status', 'errorType', 'message'],
  codesOf(endpoints)
    .map((name) => ERRORS[name])
    .sort((one, other) => one.status - other.status)
    .map(({ status, errorType, message }) => [status, code(errorType), message.replace('{}', '…')]),
)}
<p>A link of another account is 404, like an unknown code.</p>`,
});
