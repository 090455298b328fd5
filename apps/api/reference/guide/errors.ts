import { html } from 'hono/html';
import { shortenEndpoint } from '#api/routes/shorten';
import { exampleOf } from '../openapi/error-examples';
import { response, type Section } from './pieces';

export const errors: Section = {
  id: 'errors',
  title: 'Errors',
  text: (deployment) => html`
<p>Every error has the same JSON envelope:</p>
${response(deployment, exampleOf(shortenEndpoint, 'ALIAS_TAKEN'))}
<p>Let your program read <code>errorType</code>, which is stable. <code>message</code> is for people, and its wording may change. A
429 and a 503 also have <code>retryAfter</code>. A 500 has a <code>requestId</code>, which helps the operator of the service to find
the cause. The reference has <a href="/docs/reference/errors">every error</a>.</p>
<p>Permissions are checked first, then the form of the request, then whether the link exists. The response shows the first check that
failed. A link of another account is 404, like an unknown code.</p>`,
};
