/** The scale of a chart of counts: from 0 to a round number, with round ticks between them. */

/** About so many steps. */
const STEPS = 4;

/** Returns the distance of the ticks: 1, 2 or 5, or ten times, a hundred times as many … @param most at least STEPS */
function stepOf(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most / STEPS));
  const share = most / STEPS / power;
  // The means between 1, 2, 5 and 10 by their product.
  const factor = share >= Math.sqrt(50) ? 10 : share >= Math.sqrt(10) ? 5 : share >= Math.SQRT2 ? 2 : 1;
  return factor * power;
}

/** Makes a scale from 0 to the next tick from `most` on. @returns the share of a count in the scale, and the ticks */
export function countScale(most: number) {
  let [step, end] = [0, Math.max(STEPS, most)];
  // A larger end may have a larger step.
  while (stepOf(end) !== step) {
    step = stepOf(end);
    end = Math.ceil(end / step) * step;
  }
  return {
    share: (count: number): number => count / end,
    ticks: Array.from({ length: Math.round(end / step) + 1 }, (_, n) => n * step),
  };
}
