/** The floor of a refusal: a constant 401. */
const BODY = JSON.stringify({
  statusCode: 401,
  timestamp: new Date(0).toISOString(),
  path: '/v2/shorten',
  method: 'POST',
  message: 'Invalid or inactive API key.',
  error: 'Unauthorized',
  errorType: 'KEY_INVALID',
});
const HEADERS = { 'Content-Type': 'application/json', 'WWW-Authenticate': 'Bearer', 'Cache-Control': 'no-store' };

export default { fetch: (): Response => new Response(BODY, { status: 401, headers: HEADERS }) };
