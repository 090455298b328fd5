/**
 * Checks the alerts and the dashboard of deploy/ against a real response of GET /admin/metrics: Prometheus' own grammar
 * parses each expression, and every metric and label in it is in the response.
 */
import { readFileSync } from 'node:fs';
import { parser } from '@prometheus-io/lezer-promql';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { startMachine, type TestMachine, TOKEN } from '../machine';
import { type MetricFamily, parseOpenMetrics } from '../openmetrics';

type Rule = { alert: string; expr: string; for: string; annotations: { summary: string; description: string } };
const { groups } = parse(readFileSync('deploy/prometheus-alerts.yml', 'utf8')) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);

type Panel = { title: string; targets: { expr: string }[] };
const dashboard = JSON.parse(readFileSync('deploy/grafana-dashboard.json', 'utf8')) as { panels: Panel[] };

/** Grafana replaces its own variables before Prometheus sees an expression. */
const expressions: [where: string, expression: string][] = [
  ...rules.map(({ alert, expr }): [string, string] => [alert, expr]),
  ...dashboard.panels.flatMap(({ title, targets }) =>
    targets.map(({ expr }): [string, string] => [
      title,
      expr.replaceAll('$__rate_interval', '5m').replaceAll('$instance', 'x'),
    ]),
  ),
];

/** The texts of all nodes of these types in an expression. @throws Error if it is not PromQL */
function findNodes(expression: string, ...types: string[]): string[] {
  const found: string[] = [];
  parser.parse(expression).iterate({
    enter({ type, from, to }) {
      if (type.isError) throw new Error(`${expression}: not PromQL at ${from}`);
      if (types.includes(type.name)) found.push(expression.slice(from, to));
    },
  });
  return found;
}

/** The labels of Prometheus itself. */
const OF_PROMETHEUS = ['instance'];

let machine: TestMachine;
let families: Map<string, MetricFamily>;

async function scrape(): Promise<Map<string, MetricFamily>> {
  const headers = { Authorization: `Bearer ${TOKEN}` };
  const response = await fetch(`${machine.api}/admin/metrics`, { headers });
  expect(response.status).toBe(200);
  return parseOpenMetrics(await response.text());
}

beforeAll(async () => {
  machine = await startMachine();
  await machine.running.machine.insist((control) => control.cron());
  // Its hand-over comes after its response.
  await fetch(`${machine.short}/.health`);
  families = await vi.waitFor(async () => {
    const found = await scrape();
    expect(found.get('swiftlet_requests')?.points.length).toBeGreaterThan(0);
    return found;
  }, 60_000);
});
afterAll(async () => machine?.close());

describe.each(expressions)('the expression of %s', (_, expression) => {
  it('is PromQL, and names only metrics and labels of a real answer', () => {
    const metrics = findNodes(expression, 'Identifier').filter((name) => name.startsWith('swiftlet_'));
    expect(metrics.length).toBeGreaterThan(0);
    const named = metrics.map((name) => families.get(name.replace(/_(total|info)$/, '')));
    expect(named).not.toContain(undefined);
    for (const [index, family] of named.entries()) expect(nameSamples(family)).toContain(metrics[index]);
    const labels = findNodes(expression, 'LabelName');
    const known = new Set([...OF_PROMETHEUS, ...named.flatMap((family) => [...listLabels(family)])]);
    expect(labels.filter((label) => !known.has(label))).toEqual([]);
  });
});

const SUFFIXES: Record<string, string> = { counter: '_total', info: '_info' };
const nameSamples = (family: MetricFamily | undefined) => [`${family?.name}${SUFFIXES[family?.type ?? ''] ?? ''}`];

function listLabels(family: MetricFamily | undefined): Iterable<string> {
  const [point] = family?.points ?? [];
  return point?.labels.keys() ?? [];
}

it('health checks do not dilute the share of errors, in the alert and on the dashboard', async () => {
  const { api, short } = machine;
  await Promise.all([`${api}/health/ready`, `${short}/.ready`, `${short}/no-such-link`].map((one) => fetch(one)));
  const routes = await vi.waitFor(async () => {
    const points = (await scrape()).get('swiftlet_requests')?.points ?? [];
    const found = new Set(points.map(({ labels }) => labels.get('route') ?? ''));
    expect([...found]).toEqual(expect.arrayContaining(['/health', '/.health', '/health/ready', '/.ready', '/:code']));
    return found;
  }, 60_000);
  const shares = expressions.filter(([, expression]) => expression.includes(' / '));
  expect(shares.map(([where]) => where)).toEqual(['SwiftletServerErrors', 'Share of 5xx']);
  for (const [, expression] of shares)
    for (const selector of findNodes(expression, 'LabelMatchers')) {
      const [, regex = ''] = /route!~"([^"]*)"/.exec(selector) ?? [];
      // Prometheus anchors its regular expressions.
      const left = [...routes].filter((route) => new RegExp(`^(?:${regex})$`).test(route));
      expect(left.sort()).toEqual(['/.health', '/.ready', '/health', '/health/ready']);
    }
});

it('there are six alerts, each with a time and with what to do', () => {
  expect(rules.map(({ alert }) => alert)).toEqual([
    'SwiftletCronSilent',
    'SwiftletDirtyRowsStay',
    'SwiftletServerErrors',
    'SwiftletObjectErrors',
    'SwiftletSourceDown',
    'SwiftletClicksDropped',
  ]);
  for (const rule of rules) {
    expect(rule.for).toMatch(/^\d+m$/);
    expect(rule.annotations.description).toMatch(/\.$/);
  }
});
