/**
 * The metrics of GET /admin/metrics in the text format of OpenMetrics 1.0
 * (prometheus.io/docs/specs/om/open_metrics_spec), or in the older one of Prometheus, which many other programs read.
 */
import { CLICK_KINDS } from '#domain/click-batch';
import {
  CLICKS_DROPPED,
  CRON_STEPS,
  LINKS_CREATED,
  type MetricsTotals,
  nameClickCounter,
  nameCronFailureCounter,
  nameRequestCounter,
  OBJECT_ERRORS,
} from '#domain/metrics';

type Sample = { readonly labels: Readonly<Record<string, string>>; readonly value: number };

/** A metric family of OpenMetrics. The unit is the last part of the name. */
export type Family = {
  readonly name: `swiftlet_${string}`;
  readonly type: 'counter' | 'gauge' | 'info';
  readonly unit?: 'bytes' | 'seconds';
  readonly help: string;
  readonly samples: readonly Sample[];
};

/**
 * A counter that isolates hand over. `counter` is the first word of its name in the isolates. `labels` are the names of
 * the other words. `zeros` are the samples that exist before anything is counted, so that Prometheus sees the first
 * increase.
 */
type Counter = Pick<Family, 'name' | 'help'> & {
  readonly counter: string;
  readonly labels: readonly string[];
  readonly zeros?: readonly string[];
};

const COUNTERS: readonly Counter[] = [
  {
    name: 'swiftlet_requests',
    counter: 'requests',
    labels: ['worker', 'method', 'route', 'status'],
    zeros: [
      ...[302, 500, 503].map((status) => nameRequestCounter('redirect', 'GET', '/:code', status)),
      ...[201, 500, 503].map((status) => nameRequestCounter('api', 'POST', '/v2/shorten', status)),
    ],
    help: 'Responses by worker, method, route and status.',
  },
  {
    name: 'swiftlet_links_created',
    counter: LINKS_CREATED,
    labels: [],
    help: 'Links that were created, by the API and in the console.',
  },
  {
    name: 'swiftlet_clicks',
    counter: 'clicks',
    labels: ['kind'],
    zeros: CLICK_KINDS.map((kind) => nameClickCounter(kind)),
    help: 'Visits that the statistics have acknowledged: clicks, scans of QR codes, and robots.',
  },
  {
    name: 'swiftlet_clicks_dropped',
    counter: CLICKS_DROPPED,
    labels: [],
    help: 'Clicks that the statistics never got, because an isolate had no room for them.',
  },
  {
    name: 'swiftlet_object_errors',
    counter: OBJECT_ERRORS,
    labels: [],
    help: 'Calls of Durable Objects that failed, retries included.',
  },
  {
    name: 'swiftlet_cron_failures',
    counter: 'cron_failures',
    labels: ['step'],
    zeros: CRON_STEPS.map((step) => nameCronFailureCounter(step)),
    help: 'Failures in jobs of the cron.',
  },
];

/** The families of the counters. A counter that no row describes is of another version, and left out. */
export function counterFamilies({ sums }: Pick<MetricsTotals, 'sums'>): Family[] {
  return COUNTERS.map(({ name, counter, labels, help, zeros = [] }) => {
    const begun = labels.length === 0 ? [counter] : zeros;
    const known = { ...Object.fromEntries(begun.map((text) => [text, 0])), ...sums };
    const own = Object.entries(known).map(([text, value]) => ({ words: text.split(' '), value }));
    const samples = own
      .filter(({ words }) => words[0] === counter && words.length === labels.length + 1)
      .map(({ words, value }) => ({
        labels: Object.fromEntries(labels.map((label, index) => [label, words[index + 1] ?? ''])),
        value,
      }));
    return { name, type: 'counter', help, samples };
  });
}

/** A family of one or more gauges. */
export const gauge = (
  name: Family['name'],
  help: string,
  value: number | readonly Sample[],
  unit?: 'bytes' | 'seconds',
): Family => ({
  name,
  type: 'gauge',
  help,
  samples: typeof value === 'number' ? [{ labels: {}, value }] : value,
  ...(unit && { unit }),
});

export const OPENMETRICS = 'application/openmetrics-text';
export const PROMETHEUS = 'text/plain';

export const CONTENT_TYPES = {
  [OPENMETRICS]: `${OPENMETRICS}; version=1.0.0; charset=utf-8`,
  [PROMETHEUS]: `${PROMETHEUS}; version=0.0.4; charset=utf-8`,
} as const;

const SUFFIXES = { counter: '_total', gauge: '', info: '_info' } as const;

/** Escapes a label value, or a help text of OpenMetrics. */
const escaped = (text: string): string => text.replace(/[\\"\n]/g, (one) => (one === '\n' ? '\\n' : `\\${one}`));

/** Returns the exposition of all families in OpenMetrics. */
export const openMetrics = (families: readonly Family[]): string =>
  `${[...families.flatMap(writeFamily), '# EOF'].join('\n')}\n`;

const writeFamily = (family: Family): string[] => [
  `# TYPE ${family.name} ${family.type}`,
  ...(family.unit ? [`# UNIT ${family.name} ${family.unit}`] : []),
  `# HELP ${family.name} ${escaped(family.help)}`,
  ...sampleLines(family),
];

/**
 * Returns the exposition of all families in the format of Prometheus. There a family has the name of its samples, and
 * an info is a gauge. Help texts have no quotes and no backslashes, which the two formats escape differently.
 */
export const prometheusText = (families: readonly Family[]): string =>
  families
    .flatMap((family) => {
      const name = `${family.name}${SUFFIXES[family.type]}`;
      const type = family.type === 'info' ? 'gauge' : family.type;
      return [`# HELP ${name} ${family.help}`, `# TYPE ${name} ${type}`, ...sampleLines(family)];
    })
    .map((line) => `${line}\n`)
    .join('');

const sampleLines = ({ name, type, samples }: Family): string[] =>
  samples.map((sample) => `${name}${SUFFIXES[type]}${writeLabels(sample)} ${sample.value}`);

function writeLabels({ labels }: Sample): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}
