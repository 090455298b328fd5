/**
 * GET /health: 200 while the worker runs. Without a complete configuration it does not start. GET /health/ready: 200
 * while it can do its work (specification 16.1).
 */
import * as z from 'zod';
import { endpoint } from '#api/http/endpoint';
import { json } from '#api/http/response';
import { health, ready } from './health-response';

const Ok = z.strictObject({ status: z.literal('ok') });

export const healthEndpoint = endpoint({
  method: 'GET',
  path: '/health',
  access: 'open',
  tag: 'Service',
  id: 'getHealth',
  summary: 'Check that the service runs',
  allowsPlainHttp: true,
  description:
    'Returns 200 if the service runs with a complete configuration. Also answers over plain HTTP. It reads no store: point whatever restarts the service here.',
  responses: {
    200: json('The service runs.', Ok, { Running: { status: 'ok' } }),
  },
  refusals: [],
  handle: health,
});

export const readyEndpoint = endpoint({
  method: 'GET',
  path: '/health/ready',
  access: 'open',
  tag: 'Service',
  id: 'getReadiness',
  summary: 'Check that the service is ready',
  allowsPlainHttp: true,
  description:
    'Returns 200 if the service can do its work: its database responds and is migrated, and on one machine the disk is not full. Otherwise 503. The answer is at most five seconds old. Also answers over plain HTTP. Point your uptime monitor and your load balancer here.',
  responses: {
    200: json('The service is ready.', Ok, { Ready: { status: 'ok' } }),
  },
  refusals: ['OVERLOADED'],
  handle: ready,
});
