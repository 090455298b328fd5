/** The response of GET /health. It is apart from the endpoint's schema, so that it loads no schemas. */
import type { Context } from 'hono';

export const health = (c: Context) => c.json({ status: 'ok' as const });
