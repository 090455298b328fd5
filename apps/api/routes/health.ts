/** GET /health: 200 while the worker runs. Without a complete configuration it does not start (specification 16.1). */
import * as z from 'zod';
import { endpoint } from '#api/http/endpoint';
import { json } from '#api/http/response';
import { health } from './health-response';

export const healthEndpoint = endpoint({
  method: 'GET',
  path: '/health',
  access: 'open',
  tag: 'Service',
  id: 'getHealth',
  summary: 'Check that the service runs',
  allowsPlainHttp: true,
  description:
    'Returns 200 if the service runs with a complete configuration. Also answers over plain HTTP. Point your uptime monitor here.',
  responses: {
    200: json('The service runs.', z.strictObject({ status: z.literal('ok') }), { Running: { status: 'ok' } }),
  },
  refusals: [],
  handle: health,
});
