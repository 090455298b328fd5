/** What every variant of the bench prints: figures of two sides that were measured in turn, and their ratio. */
import { median, quantile } from 'd3-array';

export type Settings = { readonly rounds: number; readonly seconds: number };

/** A figure of the product, and the same of what it is compared with. */
type Pair = readonly [product: number, against: number];

export type Comparison = {
  readonly work: string;
  readonly unit: string;
  /** What the product is compared with. */
  readonly against: string;
  readonly pairs: readonly Pair[];
};

/**
 * Measures both sides in turn. Neither follows itself: its second turn would find the processor's caches warm. A slow
 * change of the computer's speed concerns both figures of a round.
 */
export async function inTurn(
  rounds: number,
  product: () => Promise<number>,
  against: () => Promise<number>,
): Promise<Pair[]> {
  const pairs: Pair[] = [];
  for (let round = 0; round < rounds; round++) {
    const other = await against();
    pairs.push([await product(), other]);
  }
  return pairs;
}

const figure = (value = Number.NaN): string => (value < 100 ? value.toFixed(value < 10 ? 2 : 1) : value.toFixed(0));

/** The ratio is the median of the rounds' ratios, because a round that other work disturbs is dearer on both sides. */
function writeCells({ work, unit, against, pairs }: Comparison): string[] {
  const ratios = pairs.map(([product, other]) => product / other);
  const middle = [quantile(ratios, 0.25), quantile(ratios, 0.75)].map((ratio) => ratio?.toFixed(2)).join('–');
  return [
    work,
    `${figure(median(pairs, ([product]) => product))} ${unit}`,
    `${figure(median(pairs, ([, other]) => other))} ${unit}`,
    median(ratios)?.toFixed(2) ?? '',
    pairs.length > 1 ? `${middle} of ${pairs.length}` : '',
    against,
  ];
}

const HEAD = ['work', 'product', 'compared', 'ratio', 'middle half of rounds', 'compared with'];

/** A table in Markdown. Figures are medians of the rounds. */
export function formatTable(comparisons: readonly Comparison[]): string {
  const rows = [HEAD, ...comparisons.map(writeCells)];
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = [...rows.slice(0, 1), widths.map((width) => '-'.repeat(width)), ...rows.slice(1)];
  return lines.map((row) => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |\n`).join('');
}
