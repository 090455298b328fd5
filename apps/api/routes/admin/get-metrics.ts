/** GET /admin/metrics: the operator's figures in the text format of OpenMetrics (specification 13.11). */
import { endpoint } from '#api/http/endpoint';
import { file } from '#api/http/response';
import { CONTENT_TYPE, openMetrics } from '#api/metrics/openmetrics';
import { readMetrics } from '#api/metrics/read-metrics';

export const getMetricsEndpoint = endpoint({
  method: 'GET',
  path: '/admin/metrics',
  access: 'operator',
  tag: 'Operator',
  id: 'getMetrics',
  summary: 'Read the metrics',
  description:
    'Requests by route and status, creations, clicks, and the state of the stores, in the text format of OpenMetrics 1.0, for Prometheus. No figure names a customer, a code or a destination. While a store does not respond, `swiftlet_source_up` says so, and its figures are missing.',
  responses: { 200: file('The metrics.', ['application/openmetrics-text']) },
  refusals: [],
  handle: async (c) => {
    const text = openMetrics(await readMetrics(c.env, c.get('now')));
    return c.newResponse(text, 200, { 'Content-Type': CONTENT_TYPE });
  },
});
