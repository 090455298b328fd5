/** Where a code stands in its picture: whole pixels only, so that no edge is blurred (specification 9.2). */
import { greyRatioOf } from './colours';
import type { Modules } from './modules';

/** Many decoders find a code by the light around it, and miss one that touches the edge of its picture. */
const MIN_MARGIN = 1;
/**
 * jsQR holds each block of eight pixels against the blocks around, and takes what is cut off by the picture's edge for
 * black. That misleads it where colours are soft, unless the three blocks at the edge are light.
 */
const SOFT_GREY_RATIO = 0.4;
const SOFT_LIGHT = 24;

/** What a picture is drawn from, whatever its format. All lengths are pixels. */
export type Drawing = {
  readonly modules: Modules;
  /** The side of the picture, and that of a module. */
  readonly size: number;
  readonly scale: number;
  /** What is light left of and above the code. */
  readonly offset: number;
  /** Of dark modules and of all else, `rrggbb`. */
  readonly color: string;
  readonly bgColor: string;
};

/** `margin` is modules, on each side. */
export type Wanted = {
  readonly size: number;
  readonly margin: number;
  readonly color: string;
  readonly bgColor: string;
};

const widthWith = (margin: number, modules: Modules): number => modules.length + 2 * Math.max(margin, MIN_MARGIN);

/** The light around a code, in pixels, that its colours need beside its margin. */
const lightFor = ({ color, bgColor }: Wanted): number =>
  greyRatioOf(color, bgColor) > SOFT_GREY_RATIO ? SOFT_LIGHT : 0;

/** Draws modules as large as the size allows, in the middle; what is left over is margin too. */
export function drawingOf(modules: Modules, wanted: Wanted): Drawing {
  const { size, margin, color, bgColor } = wanted;
  const count = modules.length;
  const scale = Math.floor(Math.min(size / widthWith(margin, modules), (size - 2 * lightFor(wanted)) / count));
  const middle = Math.floor((size - count * scale) / 2);
  // Tried, not understood: zbar reads modules of a single pixel only where the first one stands at an odd place.
  return { modules, size, scale, offset: scale === 1 ? middle | 1 : middle, color, bgColor };
}

/** The least size, in pixels, at which a module has a whole one. */
export const leastSize = (modules: Modules, wanted: Wanted): number =>
  Math.max(widthWith(wanted.margin, modules), modules.length + 2 * lightFor(wanted));
