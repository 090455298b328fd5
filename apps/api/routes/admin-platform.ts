/**
 * The operator’s endpoints for the deployment: settings, blocked hosts, threat checks and metrics (specification 13.4,
 * 13.6, 13.7 and 13.11).
 */
import { Hono } from 'hono';
import { accepts } from 'hono/accepts';
import * as z from 'zod';
import type { AppEnv } from '#api/http/context';
import { endpoint } from '#api/http/endpoint';
import { Timestamp } from '#api/http/fields';
import { file, json } from '#api/http/response';
import { CONTENT_TYPES, OPENMETRICS, openMetrics, PROMETHEUS, prometheusText } from '#api/metrics/openmetrics';
import { readMetrics } from '#api/metrics/read-metrics';
import { changeSettings, SettingsChange, SettingsRecord } from '#api/platform/change-settings';
import { readSettings } from '#api/platform/settings';
import { BlockedHosts, hostName, readBlockedHosts, replaceBlockedHosts } from '#api/threats/blocked-hosts';
import { importedList } from '#api/threats/imported-list';
import type { PublicSuffix } from '#api/threats/public-suffixes';
import { TEST_EXPRESSIONS } from '#api/threats/threat-service';
import { readCanary, readUnjudgeable, UNJUDGEABLE_SHOWN } from '#api/threats/watch';
import { Refusal } from '#domain/refusal';
import { readFigures } from '#domain/request-context';
import { DEFAULT_SETTINGS } from '#domain/settings';

export const platformRoutes = new Hono<AppEnv>();

// GET /admin/settings: all settings with their values (specification 13.4).
platformRoutes.get(
  '/settings',
  ...endpoint({
    access: 'operator',
    tag: 'Operator',
    id: 'getSettings',
    summary: 'Read the settings',
    description: 'Returns all settings: your changes, and the values of the deployment’s variables for the rest.',
    responses: { 200: json('All settings.', SettingsRecord, { 'Without changes': DEFAULT_SETTINGS }) },
    refusals: [],
    handle: async (c) => c.json(await readSettings(c.env)),
  }),
);

// PUT /admin/settings: changes some of the settings, and returns all (specification 13.4).
platformRoutes.put(
  '/settings',
  ...endpoint({
    access: 'operator',
    tag: 'Operator',
    id: 'changeSettings',
    summary: 'Change settings',
    description:
      'Changes the settings in the body and leaves the others as they are. A change applies everywhere within 30 seconds, without a deployment.',
    body: {
      schema: SettingsChange,
      examples: { Maintenance: { maintenance: true }, 'Link quota': { linkQuota: { FREE: 100 } } },
    },
    responses: {
      200: json('All settings.', SettingsRecord, {
        Maintenance: { ...DEFAULT_SETTINGS, maintenance: true },
      }),
    },
    refusals: [],
    handle: async (c) => c.json(await changeSettings(c.env, c.req.valid('json'), c.get('now'))),
  }),
);

// GET /admin/blocked-hosts: the hosts to which no link may redirect (specification 13.6).
platformRoutes.get(
  '/blocked-hosts',
  ...endpoint({
    access: 'operator',
    tag: 'Operator',
    id: 'getBlockedHosts',
    summary: 'List blocked hosts',
    description: 'Lists the hosts to which links can’t be created and don’t redirect.',
    responses: { 200: json('The list.', BlockedHosts, { 'One host': { hosts: ['phishing.example'] } }) },
    refusals: [],
    handle: async (c) => c.json({ hosts: await readBlockedHosts(c.env) }),
  }),
);

const MAX_HOSTS = 10_000;
const HOSTS_RULE = `hosts must be a list of at most ${MAX_HOSTS} host names`;

const Host = z.string(HOSTS_RULE).transform((text, issues) => {
  const host = hostName(text);
  if (host !== null) return host;
  issues.addIssue('hosts must be host names, without scheme, port or path');
  return z.NEVER;
});
const HostsReplacement = z.object({
  hosts: z
    .array(Host, HOSTS_RULE)
    .max(MAX_HOSTS, HOSTS_RULE)
    .describe('Host names or addresses. A host name also blocks its subdomains.'),
  allowSharedDomains: z
    .boolean('allowSharedDomains must be true or false')
    .default(false)
    .describe(
      '`true` allows domains under which a company gives names to anyone, such as `github.io`. The block then affects all of its customers. Public suffixes of registries, such as `co.uk`, are always refused.',
    ),
});

// PUT /admin/blocked-hosts: replaces the list of blocked hosts (specification 13.6).
platformRoutes.put(
  '/blocked-hosts',
  ...endpoint({
    access: 'operator',
    tag: 'Operator',
    id: 'replaceBlockedHosts',
    summary: 'Replace the blocked hosts',
    description:
      'Replaces the whole list. New links to these hosts are refused at once, and visits to existing ones get 410 within a minute.',
    body: {
      schema: HostsReplacement,
      examples: {
        'One host': { hosts: ['phishing.example'] },
        'Empty list': { hosts: [] },
        'Shared domain': { hosts: ['github.io'], allowSharedDomains: true },
      },
    },
    responses: { 200: json('The new list.', BlockedHosts, { 'One host': { hosts: ['phishing.example'] } }) },
    refusals: [],
    handle: async (c) => {
      const { hosts, allowSharedDomains } = c.req.valid('json');
      await refusePublicSuffixes(hosts, allowSharedDomains);
      await replaceBlockedHosts(c.env, hosts, c.get('now'));
      return c.json({ hosts: await readBlockedHosts(c.env) });
    },
  }),
);

/**
 * Refuses public suffixes, because such a block is usually a mistake and affects many sites.
 * @throws Refusal FIELD_INVALID
 */
async function refusePublicSuffixes(hosts: readonly string[], allowSharedDomains: boolean): Promise<void> {
  const { findPublicSuffix } = await import('#api/threats/public-suffixes');
  const first = (kind: PublicSuffix) => hosts.find((host) => findPublicSuffix(host) === kind);
  const registry = first('registry');
  if (registry !== undefined) {
    const rule = 'hosts must not be public suffixes, under which anybody may register a domain';
    throw new Refusal('FIELD_INVALID', { detail: `${rule}: ${registry}` });
  }
  const shared = allowSharedDomains ? undefined : first('shared');
  if (shared === undefined) return;
  const rule = 'hosts that give names to anybody are blocked only with allowSharedDomains';
  throw new Refusal('FIELD_INVALID', { detail: `${rule}: ${shared}` });
}

const Unjudgeable = z
  .strictObject({
    count: z.int().min(0),
    links: z
      .array(
        z.strictObject({
          shortCode: z.string(),
          accountId: z.string(),
          url: z.string(),
          since: Timestamp.describe('When the link began to wait for you.'),
        }),
      )
      .max(UNJUDGEABLE_SHOWN)
      .describe(`At most ${UNJUDGEABLE_SHOWN} links, oldest first.`),
  })
  .describe(
    'Links whose destination the service refuses to judge. They redirect until you block them. To accept one, unblock it.',
  );

const ThreatState = z
  .strictObject({
    service: z
      .enum(['list', 'webrisk', 'safebrowsing'])
      .describe('The service that checks destinations. `list` means the lists only, without a service.'),
    testAddresses: z.int().min(0).describe('Entries of the built-in test list.'),
    importedEntries: z.int().min(0).nullable().describe('Entries of the imported list; `null` if it wasn’t read yet.'),
    canary: z
      .enum(['none', 'alive', 'dead'])
      .describe(
        'The canary is a page that the service documents as unsafe. `alive` means that the service finds it unsafe.',
      ),
    canaryAt: Timestamp.nullable().describe('When the canary was last checked; `null` before the first check.'),
    unjudgeable: Unjudgeable,
  })
  .meta({ id: 'ThreatState', description: 'The state of the lists and of the service that check destinations.' });

// GET /admin/threats: the state of the threat lists and of the threat service (specification 13.7).
platformRoutes.get(
  '/threats',
  ...endpoint({
    access: 'operator',
    tag: 'Operator',
    id: 'getThreats',
    summary: 'Read the state of the threat checks',
    description: 'Returns which lists and service check destinations, and whether the service works.',
    responses: {
      200: json('The state of the threat checks.', ThreatState, {
        'Lists only': {
          service: 'list',
          testAddresses: 4,
          importedEntries: 0,
          canary: 'none',
          canaryAt: null,
          unjudgeable: { count: 0, links: [] },
        },
      }),
    },
    refusals: [],
    handle: async (c) => {
      const now = c.get('now');
      const [imported, { canary, at }, { count, links }] = await Promise.all([
        importedList(c.env, now),
        readCanary(c.env),
        readUnjudgeable(c.env, now),
      ]);
      return c.json({
        service: c.get('config').threats.service,
        testAddresses: TEST_EXPRESSIONS.size,
        // Null if this isolate has not read the list from KV yet.
        importedEntries: imported?.size ?? null,
        canary,
        canaryAt: at === 0 ? null : new Date(at).toISOString(),
        unjudgeable: { count, links: links.map((link) => ({ ...link, since: new Date(link.since).toISOString() })) },
      });
    },
  }),
);

/** The first lines of a response. */
const METRICS_EXAMPLE = `# TYPE swiftlet_requests counter
swiftlet_requests_total{worker="api",method="POST",route="/v2/shorten",status="201"} 5120
# TYPE swiftlet_clicks counter
swiftlet_clicks_total{kind="click"} 90312
swiftlet_clicks_total{kind="scan"} 4087`;

// GET /admin/metrics: the operator's figures in a text format of Prometheus (specification 13.11).
platformRoutes.get(
  '/metrics',
  ...endpoint({
    access: 'operator',
    tag: 'Operator',
    id: 'getMetrics',
    summary: 'Read the metrics',
    description:
      'Returns requests by route and status, new links, clicks, and the state of the stores, in the format of OpenMetrics 1.0, for Prometheus.\n\n- Send `Accept: text/plain` for the older format of Prometheus, 0.0.4.\n- No figure names a customer, a code or a destination.\n- While a store doesn’t respond, `swiftlet_source_up` is 0 and its figures are missing.',
    responses: {
      200: file(
        'The metrics.',
        [OPENMETRICS, PROMETHEUS],
        { Vary: 'always' },
        {
          [OPENMETRICS]: METRICS_EXAMPLE,
          [PROMETHEUS]: METRICS_EXAMPLE,
        },
      ),
    },
    refusals: [],
    handle: async (c) => {
      const type = accepts(c, { header: 'Accept', supports: [OPENMETRICS, PROMETHEUS], default: OPENMETRICS });
      const families = await readMetrics(c.env, c.get('now'), readFigures(c.executionCtx));
      const isOlder = type === PROMETHEUS;
      const headers = { 'Content-Type': CONTENT_TYPES[isOlder ? PROMETHEUS : OPENMETRICS], Vary: 'Accept' };
      return c.newResponse(isOlder ? prometheusText(families) : openMetrics(families), 200, headers);
    },
  }),
);
