/** GET /health: 200 once the worker runs and its configuration is whole (specification 16.1). */
import * as z from 'zod';
import { endpoint } from '#api/http/endpoint';
import { json } from '#api/http/response';

export const healthEndpoint = endpoint({
  method: 'GET',
  path: '/health',
  access: 'open',
  tag: 'Service',
  id: 'getHealth',
  summary: 'Check that the service runs',
  allowsPlainHttp: true,
  description: 'Answers once the service runs and its configuration is whole. Works over plain http too.',
  responses: { 200: json('It runs.', z.strictObject({ status: z.literal('ok') }), { running: { status: 'ok' } }) },
  refusals: [],
  handle: (c) => c.json({ status: 'ok' as const }),
});
