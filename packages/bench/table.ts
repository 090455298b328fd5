/** Prints results as a table. */
import type { Figures, Result } from './measure';

const HEAD = ['measure', 'ratio', '95 % interval', 'goal', 'noise', 'rounds', 'product', 'floor'];

const ratio = (value: number): string => value.toFixed(2);

function verdict({ goal, met, doubt }: Result): string {
  const limit = goal === null ? '' : ` ≤ ${ratio(goal)}`;
  if (doubt !== null) return `could not tell${limit}`;
  return goal === null ? '' : `${met ? 'met' : 'MISSED'}${limit}`;
}

const UNITS: Record<string, (value: number) => string> = {
  micros: (value) => `${value.toFixed(value < 100 ? 1 : 0)} µs`,
  perSecond: (value) => `${value.toFixed(0)}/s`,
  ms: (value) => `${value.toFixed(2)} ms`,
  requests: (value) => `${value} requests`,
};
const figures = (all: Figures): string =>
  Object.entries(all)
    .map(([name, value]) => UNITS[name]?.(value) ?? `${name} ${value.toFixed(2)}`)
    .join(', ');

/** A header, one line per result, a legend, and a line for each result of which the run could not tell. */
export function tableOf(results: readonly Result[]): string {
  const rows = results.map((one) => [
    one.name,
    ratio(one.ratio),
    `${ratio(one.interval.low)}–${ratio(one.interval.high)}`,
    verdict(one),
    ratio(one.noise.ratio),
    String(one.rounds),
    figures(one.subject),
    figures(one.against),
  ]);
  const widths = HEAD.map((_, column) => Math.max(...[HEAD, ...rows].map((row) => (row[column] ?? '').length)));
  const line = (row: string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  const legend = results.map(({ name, work, floor }) => `${name}: ${work}, against ${floor}`);
  const doubts = results.flatMap(({ name, doubt }) => (doubt === null ? [] : [`${name}: could not tell: ${doubt}`]));
  return `${[line(HEAD), ...rows.map(line), '', ...legend, ...(doubts.length > 0 ? ['', ...doubts] : [])].join('\n')}\n`;
}
