/** Writes metrics in the text format of OpenMetrics 1.0 (prometheus.io/docs/specs/om/open_metrics_spec). */
import type { Family, Sample } from './families';

export const CONTENT_TYPE = 'application/openmetrics-text; version=1.0.0; charset=utf-8';

const SUFFIXES = { counter: '_total', gauge: '', info: '_info' } as const;

/** Escapes a label value or a help text. */
const escaped = (text: string): string => text.replace(/[\\"\n]/g, (one) => (one === '\n' ? '\\n' : `\\${one}`));

/** Returns the exposition of all families. */
export const openMetrics = (families: readonly Family[]): string =>
  `${[...families.flatMap(linesOf), '# EOF'].join('\n')}\n`;

const linesOf = ({ name, type, unit, help, samples }: Family): string[] => [
  `# TYPE ${name} ${type}`,
  ...(unit ? [`# UNIT ${name} ${unit}`] : []),
  `# HELP ${name} ${escaped(help)}`,
  ...samples.map((sample) => `${name}${SUFFIXES[type]}${labelsOf(sample)} ${sample.value}`),
];

function labelsOf({ labels }: Sample): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}
