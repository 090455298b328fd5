/** GET /health: answers once the worker runs and its configuration is whole. */
import { createHandlers } from '../context';
import { endpoint } from '../endpoint';

const handlers = createHandlers((c) => c.json({ status: 'ok' }));

export const health = endpoint({
  method: 'GET',
  path: '/health',
  access: 'open',
  summary: 'Ask whether the service runs',
  handlers,
});
