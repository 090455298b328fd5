/** The scale of a chart of counts: from 0 to a round number, with round ticks between them. */
import { nice, ticks } from 'd3-array';

/** About so many steps. */
const STEPS = 4;

/** Makes a scale from 0 to the next tick from `most` on. @returns the share of a count in the scale, and the ticks */
export function countScale(most: number) {
  const [, end] = nice(0, Math.max(STEPS, most), STEPS);
  return { share: (count: number): number => count / end, ticks: ticks(0, end, STEPS) };
}
