/** What is true of every endpoint, said once, in Markdown. */
export const INTRODUCTION = `Short links, made through this API and followed at the edge. The [guide](/docs/guide) shows how to use it.

Every \`/v2\` request needs an API key: \`Authorization: Bearer sl_…\`. Keys are secrets and do not belong in browsers: nothing here answers to another origin (no CORS).

**Errors** are one JSON envelope. Program against \`errorType\`; \`message\` is for people. The first check that fails is the one reported: https (403), address (404) and method (405, with \`Allow\`), maintenance (503), key (401), window and month (429), body (400, 413), plan (403), switches, fields, alias and destination (400).

**Limits** are told in the headers of every answer to a valid key. A 429 and a 503 say in \`Retry-After\` when to come back.

Properties that are not named here are ignored, except those that only the service sets (\`shortCode\`, \`shortUrl\`, \`createdAt\`, \`expiresAt\`, \`clickCount\`): those are refused. \`HEAD\` works wherever \`GET\` does, \`OPTIONS\` everywhere. Nothing may be cached but what says so.

**Visits** are no part of this host. A short link answers \`302\` with \`Location\`; \`404\` for an unknown code, \`410\` for one that is over. A browser gets pages, everything else the same envelope. A protected link takes its password from the form on its page, as JSON \`{"password": "…"}\` by \`POST\`, or from a script in \`X-Link-Password\`. With \`+\` behind its code a link shows where it leads.`;
