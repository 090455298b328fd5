/** Scales the pixels of a logo. */
import type { Shape } from './drawing';

/** A picture with four bytes per pixel: red, green, blue, and how opaque the pixel is. */
export type Pixels = Shape & { readonly rgba: Uint8Array };

/** Returns pixels in another size. A transparent pixel mixes nothing of its invisible colour in. */
export function scalePixels({ rgba, width, height }: Pixels, to: Shape): Pixels {
  const narrow = scaleSide(weighColours(rgba), { blocks: height, from: width, to: to.width, values: 4 });
  const scaled = scaleSide(narrow, { blocks: 1, from: height, to: to.height, values: 4 * to.width });
  return { width: to.width, height: to.height, rgba: readColours(scaled) };
}

/** Returns each colour times its opacity, because that is what sums of pixels need. */
function weighColours(rgba: Uint8Array): Float32Array {
  const weighed = new Float32Array(rgba);
  for (let at = 0; at < rgba.length; at += 4) {
    const opacity = (rgba[at + 3] ?? 0) / 255;
    for (let i = at; i < at + 3; i++) weighed[i] = (weighed[i] ?? 0) * opacity;
  }
  return weighed;
}

/** The inverse of `weighColours`, in whole numbers. What rounds to transparent has no colour. */
function readColours(weighed: Float32Array): Uint8Array {
  const rgba = new Uint8Array(weighed.length);
  for (let at = 0; at < rgba.length; at += 4) {
    const opacity = weighed[at + 3] ?? 0;
    if (opacity < 0.5) continue;
    for (let i = at; i < at + 3; i++) rgba[i] = Math.min(255, Math.round(((weighed[i] ?? 0) / opacity) * 255));
    rgba[at + 3] = Math.round(opacity);
  }
  return rgba;
}

/** What one place of the result takes from the source: the weights of neighbours, from `first` on. */
type Share = { readonly first: number; readonly weights: readonly number[] };

/**
 * Returns the shares of each place along one side: a triangle as wide as two places of the coarser side. So shrinking
 * averages all pixels, and enlarging makes steps soft.
 */
function weigh(from: number, to: number): readonly Share[] {
  const ratio = from / to;
  const reach = Math.max(1, ratio);
  return Array.from({ length: to }, (_, place) => {
    const centre = (place + 0.5) * ratio - 0.5;
    const first = Math.max(0, Math.ceil(centre - reach));
    const end = Math.min(from - 1, Math.floor(centre + reach));
    const triangle = Array.from({ length: end - first + 1 }, (_, i) => 1 - Math.abs(first + i - centre) / reach);
    const sum = triangle.reduce((all, weight) => all + weight, 0);
    return { first, weights: triangle.map((weight) => weight / sum) };
  });
}

/** Pixels as blocks of places with some values each: lines of pixels, or one block of lines. */
type Blocks = { readonly blocks: number; readonly from: number; readonly to: number; readonly values: number };

/** Scales each block to another number of places. */
function scaleSide(source: Float32Array, { blocks, from, to, values }: Blocks): Float32Array {
  const shares = weigh(from, to);
  const scaled = new Float32Array(blocks * to * values);
  for (let block = 0, target = 0; block < blocks; block++) {
    for (const { first, weights } of shares) {
      for (let i = 0; i < weights.length; i++) {
        const weight = weights[i] ?? 0;
        const start = (block * from + first + i) * values;
        for (let n = 0; n < values; n++)
          scaled[target + n] = (scaled[target + n] ?? 0) + weight * (source[start + n] ?? 0);
      }
      target += values;
    }
  }
  return scaled;
}
