/**
 * Computes the position and scale of a code in its picture. Both are whole pixels, so that edges are sharp
 * (specification 9.2).
 */
import { greyRatioOf } from './colours';
import type { Modules } from './modules';

/**
 * The least margin, in modules. Many decoders find a code by its margin, and miss a code at the edge of its picture.
 */
const MIN_MARGIN = 1;
/**
 * The grey ratio above which colours count as soft. The decoder jsQR takes pixels beyond the edge of a picture for
 * black, which misleads it with soft colours unless the margin is wide.
 */
const SOFT_GREY_RATIO = 0.4;
/** The least margin of soft colours, in pixels: three of the blocks of eight pixels that jsQR compares. */
const SOFT_MARGIN = 24;

/** A picture, independent of its format. All lengths are in pixels. */
export type Drawing = {
  readonly modules: Modules;
  /** The side of the picture. */
  readonly size: number;
  /** The side of a module. */
  readonly scale: number;
  /** The margin to the left of the code, and above it. */
  readonly offset: number;
  /** The colour of dark modules, `rrggbb`. */
  readonly color: string;
  /** The colour of light modules and of the margin, `rrggbb`. */
  readonly bgColor: string;
};

/** The requested properties of a picture. `size` is in pixels; `margin` is in modules, on each side. */
type DrawingOptions = {
  readonly size: number;
  readonly margin: number;
  readonly color: string;
  readonly bgColor: string;
};

const widthWith = (margin: number, modules: Modules): number => modules.length + 2 * Math.max(margin, MIN_MARGIN);

/** Returns the least margin that the colours need, in pixels, on each side. */
const marginPixelsFor = ({ color, bgColor }: DrawingOptions): number =>
  greyRatioOf(color, bgColor) > SOFT_GREY_RATIO ? SOFT_MARGIN : 0;

/** Makes the modules as large as the size allows, and centres the code. Left-over pixels become margin. */
export function drawingOf(modules: Modules, options: DrawingOptions): Drawing {
  const { size, margin, color, bgColor } = options;
  const count = modules.length;
  const scale = Math.floor(Math.min(size / widthWith(margin, modules), (size - 2 * marginPixelsFor(options)) / count));
  const middle = Math.floor((size - count * scale) / 2);
  // Tests show that zbar reads modules of one pixel only if the offset is odd. The reason is unknown.
  return { modules, size, scale, offset: scale === 1 ? middle | 1 : middle, color, bgColor };
}

/** Returns the least size, in pixels, at which each module has a whole pixel. */
export const leastSize = (modules: Modules, options: DrawingOptions): number =>
  Math.max(widthWith(options.margin, modules), modules.length + 2 * marginPixelsFor(options));
