/**
 * The introduction of /openapi.json, in Markdown. Its first paragraph leads, and its sections are the conventions of
 * all endpoints. The page /docs shows both.
 */
export const INTRODUCTION = `Create and manage short links, read their statistics and draw their QR codes. The [guide](/docs/guide) shows how to use the API step by step.

## Requests and responses

Requests and responses are JSON, unless an endpoint says otherwise. Send a body with \`Content-Type: application/json\`. A response is the object itself, without a wrapper. Times are ISO 8601 in UTC.

Unknown properties of a body are ignored; with \`Prefer: handling=strict\` they are refused, and unknown parameters too. Properties that only the service sets (\`shortCode\`, \`shortUrl\`, \`createdAt\`, \`expiresAt\`, \`clickCount\`) are refused. \`HEAD\` works wherever \`GET\` does, and \`OPTIONS\` works everywhere. Responses may be cached only if their \`Cache-Control\` allows it.

## Errors

Every error has the same JSON envelope. Base your code on \`errorType\`, which is stable; \`message\` is for people. The [list of errors](/docs/reference/errors) says what each one means and what to do.

The response reports the first check that failed, in this order:

| Check | Status |
|---|---|
| 1. https | 403 |
| 2. Address and method | 404, or 405 with \`Allow\` |
| 3. Maintenance | 503 |
| 4. Key | 401 |
| 5. Limits per minute and per month | 429 |
| 6. Rights of the key | 403 |
| 7. Body | 400 or 413 |
| 8. Plan | 403 |
| 9. Switches, fields, alias and destination | 400 |

## Rate limits

Each key has a limit per minute and a limit per calendar month. The headers of every response show what is left. Beyond a limit you get 429, and \`Retry-After\` says how many seconds to wait. The guide has the [limits of each plan](/docs/guide#limits).

## Idempotency

Send an \`Idempotency-Key\` with a request that creates links, and you can repeat it safely. For 24 hours, the same request gets the stored response again, with \`Idempotent-Replayed: true\`.

## Paging

Lists have a \`limit\` and a \`nextCursor\`. Send it as \`cursor\` to get the next page, until it is \`null\`. A short page isn’t necessarily the last one.

## Keys in web pages

Responses have CORS headers only for a restricted key that lists the origins of its pages. Never put any other key into a web page.

## Visits

Short links live on a host of their own. A visit gets \`302\` with \`Location\`, \`404\` for an unknown code, or \`410\` for an expired or blocked link. Browsers get errors as pages, and all other clients get the same envelope as from the API.

A protected link takes its password from the form on its page, from JSON \`{"password": "…"}\` sent by \`POST\`, or from the header \`X-Link-Password\`. Add \`+\` to the address of a link to see its destination instead of following it.`;
