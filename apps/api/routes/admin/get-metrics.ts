/** GET /admin/metrics: the operator's figures in a text format of Prometheus (specification 13.11). */
import { accepts } from 'hono/accepts';
import { endpoint } from '#api/http/endpoint';
import { file } from '#api/http/response';
import { CONTENT_TYPES, OPENMETRICS, openMetrics, PROMETHEUS, prometheusText } from '#api/metrics/openmetrics';
import { readMetrics } from '#api/metrics/read-metrics';
import { figuresOf } from '#domain/machine-context';

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
    'Returns requests by route and status, new links, clicks, and the state of the stores, in the format of OpenMetrics 1.0, for Prometheus.\n\n- Send `Accept: text/plain` for the older format of Prometheus, 0.0.4.\n- No figure names a customer, a code or a destination.\n- While a store doesn’t respond, `swiftlet_source_up` is 0 and its figures are missing.',
  responses: {
    200: file('The metrics.', [OPENMETRICS, PROMETHEUS], ['Vary'], { [OPENMETRICS]: EXAMPLE, [PROMETHEUS]: EXAMPLE }),
  },
  refusals: [],
  handle: async (c) => {
    const type = accepts(c, { header: 'Accept', supports: [OPENMETRICS, PROMETHEUS], default: OPENMETRICS });
    const families = await readMetrics(c.env, c.get('now'), figuresOf(c.executionCtx));
    const isOlder = type === PROMETHEUS;
    const headers = { 'Content-Type': CONTENT_TYPES[isOlder ? PROMETHEUS : OPENMETRICS], Vary: 'Accept' };
    return c.newResponse(isOlder ? prometheusText(families) : openMetrics(families), 200, headers);
  },
});
