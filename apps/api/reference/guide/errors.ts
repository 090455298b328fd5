import { html } from 'hono/html';
import { endpointNamed } from '../endpoints';
import { exampleOf } from '../openapi/error-examples';
import { response, type Section } from './pieces';

export const errors: Section = {
  id: 'errors',
  title: 'Handle errors',
  text: (deployment) => html`
<p>Every error has the same JSON envelope:</p>
${response(deployment, exampleOf(endpointNamed('shorten'), 'ALIAS_TAKEN'))}
<p>Base your code on <code>errorType</code>, which never changes. <code>message</code> is for people, and its wording may change. A 429 or
503 also has <code>retryAfter</code>. A 500 has a <code>requestId</code>; send it to the operator of the service, who can find the cause
with it. The reference explains <a href="/docs/reference/errors">every error and what to do about it</a>.</p>
<p>Swiftlet checks your permissions first, then the form of the request, then whether the link exists. The response reports the first
check that failed. A link of another account is 404, just like a code that doesn’t exist.</p>`,
};
