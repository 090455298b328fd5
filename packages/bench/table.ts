/** Prints results as a table. */
import type { Figures, Result } from './measure';
import type { Spread } from './summary';

const HEAD = ['measure', 'ratio', 'range of rounds', 'goal', 'noise', 'product', 'floor'];

const ratio = (value: number): string => value.toFixed(2);
const range = ({ low, high }: Spread): string => `${ratio(low)}–${ratio(high)}`;
const goal = ({ goal, met }: Result): string => (goal === null ? '' : `${met ? 'met' : 'MISSED'} ≤ ${ratio(goal)}`);

const UNITS: Record<string, (value: number) => string> = {
  micros: (value) => `${value.toFixed(value < 100 ? 1 : 0)} µs`,
  perSecond: (value) => `${value.toFixed(0)}/s`,
  ms: (value) => `${value.toFixed(2)} ms`,
};
const figures = (all: Figures): string =>
  Object.entries(all)
    .map(([name, value]) => UNITS[name]?.(value) ?? `${name} ${value.toFixed(2)}`)
    .join(', ');

/** A header, one line per result, and a legend. */
export function tableOf(results: readonly Result[]): string {
  const rows = results.map((one) => [
    one.name,
    ratio(one.ratio),
    range(one.spread),
    goal(one),
    `${ratio(one.noise.ratio)} (${range(one.noise)})`,
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
  return `${[line(HEAD), ...rows.map(line), '', ...legend].join('\n')}\n`;
}
