/** GET /admin/metrics: the operator's figures in the text format of OpenMetrics (specification 13.11). */
import { endpoint } from '#api/http/endpoint';
import { file } from '#api/http/response';
import { CONTENT_TYPE, openMetrics } from '#api/metrics/openmetrics';
import { readMetrics } from '#api/metrics/read-metrics';

/** The first lines of a response. */
const EXAMPLE = `# TYPE swiftlet_requests counter
swiftlet_requests_total{worker="api",method="POST",route="/v2/shorten",status="201"} 5120
# TYPE swiftlet_clicks counter
swiftlet_clicks_total{kind="click"} 90312
swiftlet_clicks_total{kind="scan"} 4087`;

export const getMetricsEndpoint = endpoint({
  method: 'GET',
  path: '/admin/metrics',
  access: 'operator',
  tag: 'Operator',
  id: 'getMetrics',
  summary: 'Read the metrics',
  description:
    'Returns requests by route and status, new links, clicks, and the state of the stores, in the format of OpenMetrics 1.0, for Prometheus.\n\n- No figure names a customer, a code or a destination.\n- While a store doesn’t respond, `swiftlet_source_up` is 0 and its figures are missing.',
  responses: {
    200: file('The metrics.', ['application/openmetrics-text'], [], { 'application/openmetrics-text': EXAMPLE }),
  },
  refusals: [],
  handle: async (c) => {
    const text = openMetrics(await readMetrics(c.env, c.get('now')));
    return c.newResponse(text, 200, { 'Content-Type': CONTENT_TYPE });
  },
});
