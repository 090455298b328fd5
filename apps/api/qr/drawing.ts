/** The place of a code in its picture, in whole pixels, so that no edge is blurred (specification 9.2). */
import { greyRatioOf } from './colours';
import type { Modules } from './modules';

/** In modules. Many decoders find a code by the light around it, and miss a code that touches the edge of its picture. */
const MIN_MARGIN = 1;
/**
 * jsQR compares each block of eight pixels with the blocks around it, and takes pixels beyond the edge of the picture for
 * black. That misleads it with soft colours, unless the three blocks at the edge are light.
 */
const SOFT_GREY_RATIO = 0.4;
const SOFT_LIGHT = 24;

/** A picture before it has a format. All lengths are pixels. */
export type Drawing = {
  readonly modules: Modules;
  /** The side of the picture; `scale` is the side of a module. */
  readonly size: number;
  readonly scale: number;
  /** The light pixels left of the code, and above it. */
  readonly offset: number;
  /** The colour of dark modules, `rrggbb`; `bgColor` is that of all else. */
  readonly color: string;
  readonly bgColor: string;
};

/** A wanted picture. `size` is pixels; `margin` is modules on each side. */
type Wanted = {
  readonly size: number;
  readonly margin: number;
  readonly color: string;
  readonly bgColor: string;
};

const widthWith = (margin: number, modules: Modules): number => modules.length + 2 * Math.max(margin, MIN_MARGIN);

/** The pixels of light on each side of a code that its colours need. */
const lightFor = ({ color, bgColor }: Wanted): number =>
  greyRatioOf(color, bgColor) > SOFT_GREY_RATIO ? SOFT_LIGHT : 0;

/** Draws modules as large as the size allows, in the middle. The pixels left over are margin too. */
export function drawingOf(modules: Modules, wanted: Wanted): Drawing {
  const { size, margin, color, bgColor } = wanted;
  const count = modules.length;
  const scale = Math.floor(Math.min(size / widthWith(margin, modules), (size - 2 * lightFor(wanted)) / count));
  const middle = Math.floor((size - count * scale) / 2);
  // Found by trial, for an unknown reason: zbar reads modules of one pixel only if the offset is odd.
  return { modules, size, scale, offset: scale === 1 ? middle | 1 : middle, color, bgColor };
}

/** The least size, in pixels, at which each module has a whole pixel. */
export const leastSize = (modules: Modules, wanted: Wanted): number =>
  Math.max(widthWith(wanted.margin, modules), modules.length + 2 * lightFor(wanted));
