/** The introduction of /openapi.json, in Markdown. It describes what all endpoints have in common. */
export const INTRODUCTION = `This API makes and manages short links. The [guide](/docs/guide) shows how to use it.

Every \`/v2\` request needs an API key: \`Authorization: Bearer sl_…\`. Keys are secrets and do not belong in browsers, but for a restricted key that lists the origins of its pages: only its responses have CORS headers. Each operation names the scope that a key needs.

**Errors** are one JSON envelope. Program against \`errorType\`; \`message\` is for people. The first check that fails is the one reported: https (403), address (404) and method (405, with \`Allow\`), maintenance (503), key (401), window and month (429), the rights of the key (403), body (400, 413), plan (403), switches, fields, alias and destination (400).

**Limits** are in the headers of every response to a valid key. A 429 and a 503 have \`Retry-After\`, the seconds to wait.

Unknown properties of a body are ignored. Properties that only the service sets (\`shortCode\`, \`shortUrl\`, \`createdAt\`, \`expiresAt\`, \`clickCount\`) are refused. \`HEAD\` works wherever \`GET\` does, \`OPTIONS\` everywhere. Only responses whose \`Cache-Control\` allows it may be cached.

**Visits** go to the host of short links. A visit gets \`302\` with \`Location\`, \`404\` for an unknown code, or \`410\` for an expired or blocked link. Browsers get errors as pages, all other clients as the same envelope. A protected link takes its password from the form on its page, as JSON \`{"password": "…"}\` by \`POST\`, or in the header \`X-Link-Password\`. With \`+\` behind its code a link shows its destination instead of redirecting.`;
