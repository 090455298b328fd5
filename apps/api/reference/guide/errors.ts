import { html } from 'hono/html';
import type { Endpoint } from '#api/http/endpoint';
import { shortenEndpoint } from '#api/routes/shorten';
import { ERRORS, type ErrorCode } from '#domain/errors';
import { exampleOf } from '../openapi/error-examples';
import { refusalsOf } from '../openapi/refusals';
import { code, response, type Section, table } from './pieces';

/** Returns the errors that a caller with an API key can get, without those of the operator’s endpoints. */
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
  text: (deployment) => html`
<p>Every error has the same JSON envelope:</p>
${response(deployment, exampleOf(shortenEndpoint, 'ALIAS_TAKEN'))}
<p>Let your program read <code>errorType</code>, which is stable. <code>message</code> is for people, and its wording may change. A
429 and a 503 also have <code>retryAfter</code>. A 500 has a <code>requestId</code>, which helps the operator of the service to find
the cause.</p>
<p>Permissions are checked first, then the form of the request, then whether the link exists. The response shows the first check that
failed.</p>
${table(
  ['Status', 'errorType', 'message'],
  codesOf(endpoints)
    .map((name) => ERRORS[name])
    .sort((one, other) => one.status - other.status)
    .map(({ status, errorType, message }) => [status, code(errorType), message.replace('{}', '…')]),
)}
<p>A link of another account is 404, like an unknown code.</p>`,
});
