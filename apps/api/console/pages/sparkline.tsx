/** A sparkline: small bars without axes, for a row or a card. */
import type { FC } from 'hono/jsx';

const HEIGHT = 24;
const BAR = 3;
const STEP = 4;
/** The height of the stub that stands for a count of 0. */
const STUB = 1;

type SparklineProps = {
  /** The counts in their order, such as the clicks of thirty days. */
  readonly counts: readonly number[];
  /** What the bars show, for readers who cannot see them, such as `Clicks of 30 days`. */
  readonly label: string;
};

/** The bars of counts, each as high as its share of the highest, with one sentence that describes them. */
export const Sparkline: FC<SparklineProps> = ({ counts, label }) => {
  const most = Math.max(1, ...counts);
  const heights = counts.map((count) => (count === 0 ? 0 : Math.max(2, Math.round((count / most) * HEIGHT))));
  return (
    <svg
      class="spark"
      viewBox={`0 0 ${Math.max(BAR, counts.length * STEP - 1)} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`${label}: ${descriptionOf(counts)}`}
    >
      <path class="stub" d={barsOf(heights.map((height) => (height === 0 ? STUB : 0)))} />
      <path class="bar" d={barsOf(heights)} />
    </svg>
  );
};

/** The outline of all bars in one path, because a list of links has many of them. */
const barsOf = (heights: readonly number[]): string =>
  heights.map((height, n) => (height === 0 ? '' : `M${n * STEP} ${HEIGHT}v-${height}h${BAR}v${height}z`)).join('');

function descriptionOf(counts: readonly number[]): string {
  const total = counts.reduce((sum, count) => sum + count, 0);
  return total === 0 ? 'none.' : `${total}, at most ${Math.max(...counts)} a day.`;
}
