/**
 * Writes metrics in the text format of OpenMetrics 1.0 (prometheus.io/docs/specs/om/open_metrics_spec), or in the older
 * one of Prometheus (prometheus.io/docs/instrumenting/exposition_formats), which many other programs read.
 */
import type { Family, Sample } from './families';

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
  `${[...families.flatMap(linesOf), '# EOF'].join('\n')}\n`;

const linesOf = (family: Family): string[] => [
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
  samples.map((sample) => `${name}${SUFFIXES[type]}${labelsOf(sample)} ${sample.value}`);

function labelsOf({ labels }: Sample): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}
